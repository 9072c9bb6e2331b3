package emit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// mount is an open plan.Mount.
type mount struct {
	plan.Mount
	// root is nil while the directory does not exist.
	root *confine.Root
	// store is the mount whose ledger keeps this one's records; itself unless
	// this is a file mount.
	store *mount
	info  fs.FileInfo
	// order is the mount's place in the order of paths.
	order int
	// dirs remembers what was found at directories of the mount.
	dirs map[string]dirState

	// What follows is for a store.

	// old is the ledger on disk, empty if there is none; had says which.
	old *Ledger
	had bool
	// lost reports that a repair found no ledger it could read.
	lost bool
	// gave reports that old is not what is on disk: a mount that is left gave part of it.
	gave bool
	// next is the ledger that the run leaves behind.
	next *Ledger
	// made is how many directories the run makes for the mount.
	made int
}

// key names the mount in its store's ledger.
func (m *mount) key() string {
	if m.store == m {
		return ""
	}
	return m.ID
}

// shown is a path the way people spell it.
func (m *mount) shown(name string) string {
	return path.Join(m.Shown, name)
}

// mounts are the open mounts of a run, each real directory once.
type mounts struct {
	all []*mount
	// lists are the plan.Mounts as they were given.
	lists [][]plan.Mount
	// by finds the mount that a list of plan.Mount means by an id.
	by []map[string]*mount
}

// openMounts opens the mounts of every list. Ids that name one real directory
// become one mount.
func openMounts(lists [][]plan.Mount) (*mounts, error) {
	ms := &mounts{lists: lists}
	var errs []error
	for _, list := range lists {
		ids := map[string]*mount{}
		for _, pm := range list {
			m, err := ms.open(pm)
			if err != nil {
				errs = append(errs, refuseAll(pm.Dir, err))
				continue
			}
			for _, id := range append([]string{pm.ID}, pm.Aliases...) {
				if ids[id] == nil {
					ids[id] = m
				}
			}
		}
		for _, pm := range list {
			m, store := ids[pm.ID], ids[pm.Store]
			switch {
			case m == nil:
			case pm.Only == "":
				m.store = m
			case store == nil || store.Only != "":
				errs = append(errs, fmt.Errorf("mount %s: its store %q is not a directory of the run", pm.ID, pm.Store))
			default:
				m.store = store
			}
		}
		ms.by = append(ms.by, ids)
	}
	if err := errors.Join(errs...); err != nil {
		ms.close()
		return nil, err
	}
	slices.SortStableFunc(ms.all, func(a, b *mount) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Only, b.Only))
	})
	for i, m := range ms.all {
		m.order = i
	}
	return ms, nil
}

func (ms *mounts) open(pm plan.Mount) (*mount, error) {
	if !filepath.IsAbs(pm.Dir) {
		return nil, fmt.Errorf("mount %s: %q: not an absolute path", pm.ID, pm.Dir)
	}
	info, err := os.Stat(pm.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fileInWay(pm.Dir)
	}
	for _, m := range ms.all {
		same := filepath.Clean(m.Dir) == filepath.Clean(pm.Dir) || info != nil && m.info != nil && os.SameFile(m.info, info)
		if same && m.Only == pm.Only && (m.Only == "" || m.Mount.Store == pm.Store) {
			return m, nil
		}
	}
	m := &mount{Mount: pm, info: info, dirs: map[string]dirState{}}
	if info != nil {
		if m.root, err = openMount(pm); err != nil {
			return nil, err
		}
	}
	ms.all = append(ms.all, m)
	return m, nil
}

// openMount opens the directory of a mount for what may be opened there: of names, also
// the files beside them that they are links to.
func openMount(m plan.Mount) (*confine.Root, error) {
	if len(m.Names) == 0 {
		return confine.OpenFile(m.Dir, m.Only)
	}
	open := append(slices.Clone(m.Names), stateDir+"/")
	for _, name := range m.Names {
		if target, err := os.Readlink(filepath.Join(m.Dir, name)); err == nil && beside(name, target) {
			open = append(open, target)
		}
	}
	return confine.OpenOnly(m.Dir, open...)
}

// beside reports whether a link of that name to target leads to a file of the same kind in
// the same directory, as AGENTS.md to one that another host reads.
func beside(name, target string) bool {
	return path.Base(target) == target && !strings.HasPrefix(target, ".") && path.Ext(target) == path.Ext(name)
}

func (ms *mounts) close() {
	for _, m := range ms.all {
		if m.root != nil {
			m.root.Close()
		}
	}
}

// stores are the mounts that have a ledger of their own, in path order.
func (ms *mounts) stores() []*mount {
	var stores []*mount
	for _, m := range ms.all {
		if m.store == m {
			stores = append(stores, m)
		}
	}
	return stores
}

// at finds the mount whose records a store keeps under key.
func (ms *mounts) at(store *mount, key string) *mount {
	if key == "" {
		return store
	}
	for _, m := range ms.all {
		if m.store == store && m != store && (m.ID == key || slices.Contains(m.Aliases, key)) {
			return m
		}
	}
	return nil
}

// load reads the ledgers. All that cannot be read are reported; with repair they
// count as lost.
func (ms *mounts) load(repair bool) error {
	var errs []error
	for _, m := range ms.stores() {
		m.old = &Ledger{Schema: ledgerSchema}
		if m.root == nil {
			m.lost = repair
			continue
		}
		if err := m.checkState(); err != nil {
			errs = append(errs, refuseAll(m.Dir, err))
			continue
		}
		l, b, err := readLedger(m.root, m.Names)
		switch {
		case err == nil && l != nil:
			m.old, m.had = l, true
		case err == nil:
			m.lost = repair
		case repair && errors.Is(err, ErrLedger):
			m.lost, m.had = true, b != nil
		default:
			errs = append(errs, refuseAll(m.Dir, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if err := ms.relink(); err != nil {
		return err
	}
	return ms.inherit()
}

// checkState refuses a state folder that is none of ours, and a run that was
// interrupted.
func (m *mount) checkState() error {
	for _, name := range []string{stateDir, stagePath, backupPath} {
		if err := m.checkOwn(name); err != nil {
			return err
		}
	}
	left, err := leftOver(m.root)
	if err != nil {
		return err
	}
	if left != "" {
		return &hintError{plan.FileErrorf(m.shown(left), "%w", ErrInterrupted), "finish it with gsd-install repair"}
	}
	return nil
}

// checkOwn refuses what is no directory, such as a link, in the place of one of our own
// records.
func (m *mount) checkOwn(name string) error {
	if m.root == nil {
		return nil
	}
	info, err := m.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return nil
	}
	if err != nil {
		return err
	}
	return notOurs(m.shown(name))
}

// notOurs is the refusal of what is no directory in the place of one of our own records.
func notOurs(shown string) error {
	return &hintError{plan.FileErrorf(shown, "it is the place of our own records, and no directory"), "move it away"}
}
