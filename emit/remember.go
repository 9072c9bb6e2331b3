package emit

import (
	"path/filepath"
	"slices"
)

// remember works out the ledger that the run leaves behind in each store.
func (t *tally) remember() {
	for _, store := range t.stores() {
		store.next = &Ledger{Schema: ledgerSchema, Made: store.old.Made}
		if !store.had || store.lost {
			store.next.Made, store.made = t.madeFor(store)
		}
		if !store.had && t.formerOnly(store) {
			store.next.Made = max(store.next.Made, len(alone(store.Dir, store.Lock)))
		}
		for _, rec := range store.old.Records {
			if m := t.at(store, rec.Mount); m == nil || t.entries[place{m, rec.Path}] == nil {
				store.next.Records = append(store.next.Records, rec)
			}
		}
		for _, old := range store.old.Edits {
			if m := t.at(store, old.Mount); m == nil || t.edits[place{m, old.Path}] == nil {
				store.next.Edits = append(store.next.Edits, old)
			}
		}
	}
	for _, e := range t.sorted() {
		if rec := e.record(); rec != nil {
			t.keepPack(e, rec)
			e.m.store.next.Records = append(e.m.store.next.Records, *rec)
		}
	}
	for _, e := range t.sortedEdits() {
		if e.next != nil {
			e.m.store.next.Edits = append(e.m.store.next.Edits, *e.next)
		}
	}
	for _, store := range t.stores() {
		t.rememberPacks(store)
	}
	t.rememberLinks()
}

// rememberLinks keeps the links that lead to something of ours in the ledgers of the
// mounts that hold them, so that later runs need no leave for them.
func (t *tally) rememberLinks() {
	ofRun := map[*mount]map[string]string{} // targets by path, "" for one with nothing of ours
	for i, list := range t.lists {
		for _, pm := range list {
			holder, m := t.by[i][pm.Holder], t.by[i][pm.ID]
			if pm.Link == "" || holder == nil || m == nil {
				continue
			}
			if ofRun[holder] == nil {
				ofRun[holder] = map[string]string{}
			}
			ofRun[holder][pm.Link] = ""
			if m.used() {
				ofRun[holder][pm.Link] = filepath.Join(pm.Dir, pm.Only)
			}
		}
	}
	for _, store := range t.stores() {
		for _, l := range store.old.Links {
			if _, known := ofRun[store][l.Path]; !known {
				store.next.Links = append(store.next.Links, l)
			}
		}
		for name, target := range ofRun[store] {
			if target != "" {
				store.next.Links = append(store.next.Links, Link{name, target})
			}
		}
	}
}

// used reports whether the next ledger tells of something in the mount.
func (m *mount) used() bool {
	for key := range m.store.next.files() {
		if *key == m.key() {
			return true
		}
	}
	return false
}

// record is what the ledger will say about the path; nil for nothing.
func (e *entry) record() *Record {
	claims := append(slices.Clone(e.claims), e.stay...)
	slices.SortFunc(claims, compareClaims)
	switch e.memory {
	case fresh, theirs:
		rec := &Record{
			Mount: e.m.key(), Path: e.path, Sum: e.want.Sum, Mode: Mode(e.want.Mode), Rule: e.want.Rule,
			Sources: e.want.Sources, Claims: claims, Preexisting: e.memory == theirs,
		}
		if e.rec != nil {
			rec.Backup = e.rec.Backup
		}
		if e.aside == foreign {
			rec.Backup = e.asidePath()
		}
		return rec
	case vacant:
		return &Record{Mount: e.m.key(), Path: e.path, Rule: "twin", Claims: claims, Backup: e.asidePath()}
	case asItIs:
		if e.rec == nil || len(claims) == 0 {
			return nil
		}
		rec := *e.rec
		rec.Claims = claims
		if e.move == restore && e.back == rec.Backup {
			return nil // what we had replaced is there again, and is the user's
		}
		return &rec
	}
	return nil
}

// keepPack has the record of a file that is kept as it was remember its pack, if the run
// puts another one in its place.
func (t *tally) keepPack(e *entry, rec *Record) {
	if e.memory != asItIs || len(e.claims) == 0 || rec.Preexisting || rec.Pack != nil {
		return
	}
	prefix := e.claims[0].Prefix
	old, ok := e.m.store.old.pack(prefix)
	if now := t.refs(e.m.store)[prefix]; ok && len(now) > 0 && !samePack(old.PackRef, now[0]) {
		rec.Pack = &old.PackRef
	}
}

// rememberPacks derives the packs from the claims that are left.
func (t *tally) rememberPacks(store *mount) {
	hosts := map[string][]string{}
	add := func(c Claim) { hosts[c.Prefix] = append(hosts[c.Prefix], c.Host) }
	for _, rec := range store.next.Records {
		for _, c := range rec.Claims {
			add(c)
		}
	}
	for _, e := range store.next.Edits {
		for _, o := range e.Stack {
			add(o.Claim)
		}
	}
	refs := t.refs(store)
	for _, prefix := range sortedKeys(hosts) {
		p := Pack{}
		p.Prefix = prefix
		if old, ok := store.old.pack(prefix); ok {
			p.PackRef = old.PackRef
		}
		if len(refs[prefix]) > 0 {
			p.PackRef = refs[prefix][0]
		}
		slices.Sort(hosts[prefix])
		p.Hosts = slices.Compact(hosts[prefix])
		store.next.Packs = append(store.next.Packs, p)
	}
}
