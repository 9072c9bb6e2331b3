package emit

import (
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// legacy is what an entry has of a predecessor.
type legacy struct {
	*former
	// sum is that recorded by the predecessor; empty if what is there is known to be its own.
	sum plan.Sum
	// made reports that the entry's record was made for it.
	made bool
}

// formerFiles makes entries of the files that a predecessor has recorded or is known to
// leave.
func (t *tally) formerFiles(f *former) {
	lost := 0
	for _, name := range sortedKeys(f.files) {
		if f.owned(name) {
			continue
		}
		at, ok := f.find(name)
		if !ok {
			lost++
			continue
		}
		t.addLegacy(f, at, f.files[name])
	}
	if lost > 0 {
		f.note(f.at.shown(f.Manifest), "%d files that it records are not in the folders of this host in this scope", lost)
	}
	for _, name := range append(f.records(), f.Manifest) {
		if at, ok := f.in(f.at, name); ok {
			t.addLegacy(f, at, "")
		}
	}
	for _, r := range f.Residue {
		for _, name := range f.paths(r) {
			f.known[name] = true
			for _, m := range f.mounts {
				if at, ok := f.in(m, name); ok && !f.owned(name) {
					t.addResidue(f, r, at)
				}
			}
		}
	}
	t.formerDirs(f)
	t.listFormer(f)
}

// in is the place of a path below a mount, in the innermost of the host's mounts that has
// it, if there is something at it.
func (f *former) in(m *mount, name string) (place, bool) {
	for _, inner := range f.mounts {
		if rel, ok := strings.CutPrefix(inner.Dir, m.Dir+"/"); ok && inner != m {
			if rest, ok := strings.CutPrefix(name, rel+"/"); ok {
				return f.in(inner, rest)
			}
		}
	}
	if at, err := m.dir(path.Dir(name)); err != nil || at != dirThere || checkPath(name) != nil {
		return place{}, false
	}
	_, err := m.root.Lstat(name)
	return place{m, name}, err == nil
}

// find is the place of a recorded file: in the mount of the manifest, else in another of
// the host's, since some are recorded as if they lay there.
func (f *former) find(name string) (place, bool) {
	for _, m := range f.mounts {
		if at, ok := f.in(m, name); ok {
			return at, true
		}
	}
	return place{}, false
}

// paths are the files of a residue.
func (f *former) paths(r plan.Residue) []string {
	var all []string
	for _, p := range r.Paths {
		if !strings.Contains(p, "{name}") {
			all = append(all, p)
			continue
		}
		for _, item := range f.items() {
			all = append(all, strings.ReplaceAll(p, "{name}", item))
		}
	}
	return all
}

// addLegacy makes the predecessor's file at a place an entry, with a record as if we had put it
// there. What a ledger knows is ours already, but for bytes that the predecessor has put in
// its place since.
func (t *tally) addLegacy(f *former, at place, sum plan.Sum) {
	if t.edits[at] != nil || t.remembered(at) {
		return
	}
	e := t.entry(at)
	if e.legacy != nil {
		return
	}
	e.legacy = &legacy{former: f, sum: sum, made: e.rec == nil}
	if e.rec == nil {
		e.rec = &Record{Mount: at.m.key(), Path: at.path, Sum: sum, Mode: 0o644, Rule: "predecessor", Claims: []Claim{f.claim}}
	}
	f.taken.Places = append(f.taken.Places, plan.Place{Mount: at.m.ID, Path: at.path})
}

// remembered reports whether a ledger has the place for a claim that is not of the run, or as
// a file of the user's.
func (t *tally) remembered(at place) bool {
	return t.entries[at] == nil && at.m.store.old.tells(at.m.key(), at.path)
}

func (t *tally) addResidue(f *former, r plan.Residue, at place) {
	info, err := at.m.root.Lstat(at.path)
	switch {
	case err != nil:
	case r.Text == nil && f.wrote(info, f.to):
		t.addLegacy(f, at, "")
	case r.Text != nil && f.wrote(info, f.end):
		if sum := plan.SumOf([]byte(*r.Text)); at.holds(sum) {
			t.addLegacy(f, at, sum)
		}
	}
}

// holds reports whether the sum is that of what is at the place.
func (at place) holds(sum plan.Sum) bool {
	have, _, err := stateOf(at.m.root, at.path)
	return err == nil && have.sum() == sum
}

// formerDirs makes the directories of the predecessor's files ours, so that they go when
// nothing is left in them.
func (t *tally) formerDirs(f *former) {
	for _, e := range t.sorted() {
		if e.legacy != nil && e.legacy.former == f && e.m == e.m.store {
			e.m.ownDirs(plan.Parents(e.path))
		}
	}
	for _, d := range f.Folders {
		f.at.ownDirs([]string{d})
	}
}

func (m *mount) ownDirs(dirs []string) {
	for _, d := range dirs {
		if at, err := m.dir(d); err == nil && at == dirThere && !slices.Contains(m.old.Dirs, d) {
			m.old.Dirs = append(m.old.Dirs, d)
		}
	}
}

// formerOnly reports whether a mount has nothing in it but what predecessors have put there,
// so that it goes with it.
func (t *tally) formerOnly(m *mount) bool {
	return t.hasLegacy(m) && below(m.Lock, m.Dir) && t.formerBelow(place{m, "."})
}

// hasLegacy reports whether something in the mount is a predecessor's.
func (t *tally) hasLegacy(m *mount) bool {
	for _, e := range t.edits {
		if e.m == m && e.stripped {
			return true
		}
	}
	return slices.ContainsFunc(t.sorted(), func(e *entry) bool { return e.m == m && e.legacy != nil })
}

func (t *tally) formerBelow(at place) bool {
	entries, err := at.m.root.ReadDir(at.path)
	if err != nil {
		return false
	}
	for _, d := range entries {
		in := place{at.m, path.Join(at.path, d.Name())}
		switch e, edit := t.entries[in], t.edits[in]; {
		case d.IsDir() && t.formerBelow(in):
		case e != nil && e.legacy != nil && e.legacy.made && e.action != plan.Conflict:
		case edit != nil && edit.stripped:
		default:
			return false
		}
	}
	return true
}

// listFormer tells of what nothing accounts for in the folders of the predecessor's files.
func (t *tally) listFormer(f *former) {
	for _, m := range f.mounts {
		tops := map[string]bool{}
		for at, e := range t.entries {
			if e.legacy != nil && e.legacy.former == f && at.m == m {
				top, _, below := strings.Cut(at.path, "/")
				tops[top] = tops[top] || below
			}
		}
		more := slices.Clone(f.Owned)
		for _, r := range f.Residue {
			more = append(more, r.Paths...)
		}
		for _, name := range more {
			top, _, below := strings.Cut(name, "/")
			tops[top] = tops[top] || below || f.owned(name)
		}
		for _, top := range sortedKeys(tops) {
			if tops[top] {
				t.listBelow(f, place{m, top})
			}
		}
	}
}

func (t *tally) listBelow(f *former, at place) {
	if t.entries[at] != nil || t.edits[at] != nil || t.remembered(at) {
		return
	}
	info, err := at.m.root.Lstat(at.path)
	if err != nil {
		return
	}
	if info.IsDir() {
		entries, err := at.m.root.ReadDir(at.path)
		if err != nil {
			return
		}
		for _, d := range entries {
			t.listBelow(f, place{at.m, path.Join(at.path, d.Name())})
		}
		return
	}
	switch {
	case f.owned(at.path):
		f.note(at.String(), "it is yours, and stays")
	case f.marked(at.path):
		f.note(at.String(), "%s's own installer has not recorded it, or it was changed since; it stays", f.Name)
	}
}

// settleLegacies brings the records that were made for a predecessor's files up to what was
// found.
func (t *tally) settleLegacies() {
	for _, e := range t.sorted() {
		old := e.legacy
		if old == nil || e.have.sum() == "" {
			continue
		}
		if old.sum != "" && old.sum != e.have.sum() {
			continue // edited
		}
		rec := *e.rec
		if !old.made && rec.Sum == e.have.sum() {
			continue
		}
		rec.Sum, rec.Mode = e.have.sum(), 0o644
		if e.have.exec() {
			rec.Mode = 0o755
		}
		e.rec = &rec
	}
}

// countLegacies says of each decision on a predecessor's file what becomes of it.
func (t *tally) countLegacies() {
	for _, e := range t.sorted() {
		old := e.legacy
		if old == nil {
			continue
		}
		switch {
		case e.action == plan.Conflict || e.decision.aside == edited:
			old.taken.Kept++
		case e.move == discard:
			old.taken.Removed++
			e.why = "it is a file of " + old.Name + "'s own installer"
		case e.want != nil:
			old.taken.Replaced++
			if e.move == put {
				e.why = "it takes the place of a file of " + old.Name + "'s own installer"
			}
		}
	}
}
