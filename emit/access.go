package emit

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// checkAccess refuses folders and files that cannot be written to.
func (b *builder) checkAccess(prunes map[*mount][]string) {
	for m := range b.index {
		if m.store == m {
			claims := b.touching(m)
			b.touched[place{m, "."}] = claims
			if m.root != nil {
				if _, err := m.root.Lstat(stateDir); err == nil {
					b.touched[place{m, stateDir}] = claims
				}
			}
		}
	}
	for m, gone := range prunes {
		claims := b.touching(m)
		for _, d := range gone {
			b.touched[place{m, path.Dir(d)}] = claims
		}
	}
	var dirs []place
	for at := range b.touched {
		dirs = append(dirs, at)
	}
	slices.SortFunc(dirs, comparePlaces)
	for _, at := range dirs {
		if err := at.writable(); err != nil {
			b.fail(plan.FileErrorf(at.m.shown(at.path), "nothing can be written there: %w", err), b.touched[at]...)
		}
	}
	for _, m := range b.stores() {
		b.checkUnmade(m)
	}
	for _, e := range b.sorted() {
		if e.move == still || e.info == nil || e.m.root == nil {
			continue
		}
		if err := fastened(e.m.root, e.path); err != nil {
			b.fail(plan.FileErrorf(e.String(), "%w", err), e.concerned()...)
		}
	}
	for _, e := range b.sortedEdits() {
		if e.move == still || e.info == nil {
			continue
		}
		if err := writableFile(e.m.root, e.real); err != nil {
			b.fail(plan.FileErrorf(e.String(), "it cannot be written to: %w", err), b.concerned(e)...)
		} else if err := fastened(e.m.root, e.real); err != nil {
			b.fail(plan.FileErrorf(e.String(), "%w", err), b.concerned(e)...)
		}
	}
}

// checkUnmade refuses a store that goes from a folder in which names cannot be changed.
func (b *builder) checkUnmade(m *mount) {
	if m.root == nil || m.old.Made == 0 || !m.next.empty() || !below(m.Lock, m.Dir) || !b.empties(m) {
		return
	}
	above := path.Dir(m.Shown)
	for dir, top := m.Dir, topMade(m.Dir, m.Lock, m.old.Made); ; dir = filepath.Dir(dir) {
		if err := writableAt(filepath.Dir(dir)); err != nil {
			b.fail(plan.FileErrorf(above, "nothing can be removed from there: %w", err), b.touching(m)...)
		}
		if dir == top {
			return
		}
		above = path.Dir(above)
	}
}

// empties reports whether nothing is left in the store after the run.
func (b *builder) empties(m *mount) bool {
	if _, err := m.root.Lstat(backupPath); err == nil {
		return false
	}
	entries, err := m.root.ReadDir(".")
	return err == nil && !slices.ContainsFunc(entries, func(d fs.DirEntry) bool {
		at := place{m, d.Name()}
		return d.Name() != stateDir && !b.goes(at) && (!d.IsDir() || !b.clears(at))
	}) && !slices.ContainsFunc(b.sorted(), func(e *entry) bool { return e.m.store == m && e.decision.aside != notAside })
}

// touching are the claims for which something changes in a store; those of the run that
// it records if that is nothing but its ledger.
func (b *builder) touching(store *mount) []Claim {
	var claims []Claim
	for at, of := range b.touched {
		if at.m.store == store {
			claims = append(claims, of...)
		}
	}
	if len(claims) > 0 {
		slices.SortFunc(claims, compareClaims)
		return slices.Compact(claims)
	}
	for _, p := range store.old.Packs {
		for _, host := range p.Hosts {
			if c := (Claim{host, p.Prefix}); b.ofRun(c) {
				claims = append(claims, c)
			}
		}
	}
	return claims
}

func (at place) writable() error {
	if at.m.root != nil {
		return errors.Join(writableDir(at.m.root, at.path), fastenedDir(at.m.root, at.path))
	}
	dir := at.m.Dir
	for range at.m.made {
		dir = filepath.Dir(dir)
	}
	return writableAt(dir)
}

// writableAt is writableDir for an absolute path.
func writableAt(dir string) error {
	root, err := confine.Open(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return writableDir(root, ".")
}
