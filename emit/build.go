package emit

import (
	"bytes"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// builder turns what a tally has settled into a Run.
type builder struct {
	*tally
	run    *Run
	index  map[*mount]int
	mkdirs map[place]bool
	// touched are the existing directories in which names change, and for which claims.
	touched map[place][]Claim
}

func (b *builder) build() *Run {
	b.run = &Run{policy: b.req.Policy, Notes: b.notes, Taken: b.taken}
	b.index, b.mkdirs, b.touched = map[*mount]int{}, map[place]bool{}, map[place][]Claim{}
	prunes := map[*mount][]string{}
	for _, store := range b.stores() {
		b.parents(store)
		prunes[store] = b.prunes(store)
	}
	b.addSites(prunes)
	b.asides()
	b.removals()
	b.addPrunes(prunes) // before files take the places of directories
	b.addMkdirs()
	b.puts()
	b.rewrites()
	b.addPrunes(prunes) // and again for those that a file of the user's has left last
	b.stageLedgers()
	b.checkAccess(prunes)
	b.changes()
	return b.run
}

// parents notes which directories the files of a store need, and which are touched.
func (b *builder) parents(store *mount) {
	for _, e := range b.sorted() {
		if e.m.store == store && (e.move != still || e.decision.aside != notAside) {
			b.need(e.m, e.path, e.move != discard, e.concerned())
		}
	}
	for _, e := range b.sortedEdits() {
		if e.m.store == store && e.move != still {
			b.need(e.m, e.real, e.move != discard, b.concerned(e))
		}
	}
}

func (b *builder) need(m *mount, name string, there bool, claims []Claim) {
	at := "."
	if m.Only == "" && m.root != nil {
		for _, d := range plan.Parents(name) {
			if state, _ := m.dir(d); state != dirThere {
				break
			}
			at = d
		}
	}
	b.touched[place{m, at}] = append(b.touched[place{m, at}], claims...)
	if !there || m.Only != "" {
		return
	}
	for _, d := range plan.Parents(name) {
		if state, _ := m.dir(d); state != dirThere {
			b.mkdirs[place{m, d}] = true
		}
	}
}

// prunes are the directories of ours that will be empty, innermost first; the
// next ledger's directories are settled with them.
func (b *builder) prunes(store *mount) []string {
	used := map[string]bool{}
	for _, rec := range store.next.Records {
		if rec.Mount == "" {
			use(used, rec.Path)
		}
	}
	for _, e := range store.next.Edits {
		if e.Mount == "" {
			use(used, e.Path)
		}
	}
	var prunes []string
	for _, d := range store.old.Dirs {
		state, err := store.dir(d)
		switch {
		case used[d] && state == dirThere:
			store.next.Dirs = append(store.next.Dirs, d)
		case used[d] || err != nil || state != dirThere:
		case b.clears(place{store, d}):
			prunes = append(prunes, d)
		default:
			store.next.Dirs = append(store.next.Dirs, d)
		}
	}
	for at := range b.mkdirs {
		if at.m == store {
			store.next.Dirs = append(store.next.Dirs, at.path)
		}
	}
	slices.SortFunc(prunes, func(x, y string) int { return len(y) - len(x) })
	return prunes
}

func use(used map[string]bool, name string) {
	for _, d := range plan.Parents(name) {
		used[d] = true
	}
}

// addSites lists the stores that change, in path order, and the single files.
func (b *builder) addSites(prunes map[*mount][]string) {
	moved := map[*mount]bool{}
	for at := range b.touched {
		moved[at.m] = true
		moved[at.m.store] = true
	}
	for _, m := range b.stores() {
		m.next.sort()
		same := m.had && !m.lost && !m.gave && bytes.Equal(m.next.encode(), m.old.encode())
		none := !m.had && m.next.empty()
		if !moved[m] && len(prunes[m]) == 0 && (same || none) {
			continue
		}
		b.addSite(m, m)
	}
	for _, m := range b.all {
		if m.store != m && moved[m] {
			b.addSite(m, m.store)
		}
	}
}

func (b *builder) addSite(m, store *mount) {
	i := len(b.run.sites)
	b.index[m] = i
	b.run.sites = append(b.run.sites, site{
		Dir: m.Dir, Only: m.Only, Lock: m.Lock, Store: b.index[store], Key: m.key(), Ledger: m == store && !m.next.empty(),
	})
	b.run.ids = append(b.run.ids, m.ID)
	b.run.made = append(b.run.made, max(m.made, 0))
	if m == store {
		b.run.made[i] = m.next.Made
	}
}

func (b *builder) stageLedgers() {
	for _, m := range b.stores() {
		if i, ok := b.index[m]; ok && b.run.sites[i].Ledger {
			b.run.staged = append(b.run.staged, item{site: i, name: stagedLedger, data: m.next.encode(), mode: 0o600})
		}
	}
}

// changes lists what the run does, in order of mount and path.
func (b *builder) changes() {
	type placed struct {
		place
		plan.Change
	}
	var all []placed
	for _, e := range b.sorted() {
		if e.vacate && e.rec == nil && e.move == still {
			continue // its twin says that it is in the way
		}
		all = append(all, placed{e.place, e.change()})
	}
	for _, e := range b.sortedEdits() {
		all = append(all, placed{e.place, e.change()})
	}
	slices.SortStableFunc(all, func(x, y placed) int { return comparePlaces(x.place, y.place) })
	for _, p := range all {
		b.run.Changes = append(b.run.Changes, p.Change)
	}
}
