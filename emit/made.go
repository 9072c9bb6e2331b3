package emit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// madeFor counts the directories that go with the last thing of ours in a store:
// those that this run makes for it (now), and above them those that ledgers of other
// mounts say we made.
func (t *tally) madeFor(store *mount) (all, now int) {
	dir := store.Dir
	for ; ; dir = filepath.Dir(dir) {
		_, err := os.Lstat(dir)
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		now++
	}
	all = now
	for ; below(store.Lock, dir) && madeByUs(dir); dir = filepath.Dir(dir) {
		all++
	}
	return all, now
}

// alone lists dir and the directories above it, below lock, in which nothing else is, from dir
// outward: who made dir has made these, as far as can be known.
func alone(dir, lock string) []string {
	dirs := []string{dir}
	for {
		up := filepath.Dir(dir)
		if !below(lock, up) || !holdsOnly(up, filepath.Base(dir)) {
			return dirs
		}
		dir = up
		dirs = append(dirs, dir)
	}
}

// holdsOnly reports whether the directory can be read and has nothing in it but name.
func holdsOnly(dir, name string) bool {
	root, err := confine.Open(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	entries, err := root.ReadDir(".")
	return err == nil && len(entries) == 1 && entries[0].Name() == name
}

// below reports whether dir lies in top and is not top itself.
func below(top, dir string) bool {
	rel, err := filepath.Rel(top, dir)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// madeByUs reports whether a ledger in dir, or in a folder of dir, says that we
// made dir.
func madeByUs(dir string) bool {
	root, err := confine.Open(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	if l, _, err := readLedger(root, nil); err == nil && l != nil && l.Made > 0 {
		return true
	}
	entries, err := root.ReadDir(".")
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !e.IsDir() || plan.InState(e.Name()) {
			continue
		}
		sub, err := root.Sub(e.Name())
		if err != nil {
			continue
		}
		l, _, err := readLedger(sub, nil)
		sub.Close()
		if err == nil && l != nil && l.Made > 1 {
			return true
		}
	}
	return false
}
