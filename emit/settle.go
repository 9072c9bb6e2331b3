package emit

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/confine"
)

// settle ends a run at dir: what only a run has in the state folder goes, the
// folder itself if nothing is left in it, and the directories that we made or were to make
// if nothing is in them.
func settle(dir, lock string) error {
	if _, err := sweepUnborn(dir, lock); err != nil {
		return err
	}
	root, err := confine.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	kept, err := tidy(root)
	if err != nil {
		return err
	}
	p := pointer{}
	if b, _, err := root.ReadFile(pointerPath); err == nil {
		p, _ = decodePointer(b) // one that cannot be read made nothing
	}
	for _, d := range slices.Backward(p.Dirs) {
		if err := prune(root, d); err != nil {
			return err
		}
	}
	if !kept && p.Made > 0 {
		if gone, err := unmake(dir, lock, p.Made); gone || err != nil {
			return err
		}
	}
	if err := remove(root, pointerPath); err != nil {
		return err
	}
	if kept {
		return nil
	}
	return prune(root, stateDir)
}

// tidy empties the state folder of what only a run has there, but for the pointer,
// and reports whether anything is to stay in it.
func tidy(root *confine.Root) (kept bool, err error) {
	info, err := root.Lstat(stateDir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || !info.IsDir() {
		return true, err
	}
	entries, err := root.ReadDir(stateDir)
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		name := path.Join(stateDir, e.Name())
		switch {
		case name == pointerPath:
		case !e.IsDir() && (name == stagePath || name == backupPath):
			kept = true // a link, or a file of somebody else's
		case name == stagePath:
			if err := clear(root, name, func(string) bool { return true }); err != nil {
				return false, err
			}
		case name == backupPath:
			if err := clear(root, name, func(string) bool { return false }); err != nil {
				return false, err
			}
			_, err := root.Lstat(name)
			kept = kept || err == nil
		case tempName.MatchString(e.Name()):
			if err := remove(root, name); err != nil {
				return false, err
			}
		default:
			kept = true
		}
	}
	return kept, nil
}

// clear removes, in the directory name, the files that ours tells by their base
// name, and every directory that is empty then, name included. It never goes through
// a link: neither name nor a directory below it may be one.
func clear(root *confine.Root, name string, ours func(base string) bool) error {
	entries, err := root.ReadDir(name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		below := path.Join(name, e.Name())
		switch {
		case e.IsDir():
			err = clear(root, below, ours)
		case ours(e.Name()):
			err = remove(root, below)
		}
		if err != nil {
			return err
		}
	}
	return prune(root, name)
}

// unmake removes the directory dir, in which only our state folder is, and up to
// made-1 above it as far as nothing else is in them. It reports whether dir is gone.
func unmake(dir, lock string, made int) (bool, error) {
	if !below(lock, dir) || !holdsOnly(dir, stateDir) {
		return false, nil
	}
	top := topMade(dir, lock, made)
	parent, err := confine.Open(filepath.Dir(top))
	if err != nil {
		return false, err
	}
	defer parent.Close()
	base := filepath.Base(top)
	if err := rename(parent, base, base+unborn); err != nil {
		return false, err
	}
	if empty, err := sweep(parent, base+unborn); err != nil || empty {
		return true, err
	}
	// Somebody put a file there at the last moment.
	return true, rename(parent, base+unborn, base)
}

// topMade is the outermost directory that goes with dir, of made that we made: dir, or one
// above it in which nothing else is.
func topMade(dir, lock string, made int) string {
	dirs := alone(dir, lock)
	return dirs[min(made, len(dirs))-1]
}
