package emit

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// unborn is put behind the name of a directory of ours while it is made or
// removed. Both are one rename, so that whoever is killed leaves either a directory that
// says it is ours, or one of this name.
const unborn = plan.StateDir

// tempName matches what a killed write of a ledger leaves; other records are renamed.
var tempName = regexp.MustCompile(`^\.ledger\.json[0-9]+$`)

// begin opens the mount at dir for a run: the directory, if it is missing, its state
// folder and the pointer in it are made.
func begin(dir string, p pointer) (*confine.Root, error) {
	root, err := confine.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err := bear(dir, p); err != nil {
			return nil, err
		}
		return confine.Open(dir)
	}
	if err != nil {
		return nil, err
	}
	if err := point(root, ".", p); err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// point makes the state folder of the directory at and the pointer in it, which the
// barrier before the journal makes durable.
func point(root *confine.Root, at string, p pointer) error {
	state := path.Join(at, stateDir)
	if err := mkdir(root, state, 0o755); err != nil {
		return err
	}
	return create(root, path.Join(at, pointerPath), encodeJSON(p), 0o600)
}

// bear makes the missing directory dir, with those above it that are missing.
func bear(dir string, p pointer) error {
	parent, missing, err := openParent(dir)
	if err != nil {
		return err
	}
	defer parent.Close()
	top := parents(missing + "/x")[0]
	temp := top + unborn
	if _, err := sweep(parent, temp); err != nil {
		return err
	}
	at := temp + missing[len(top):]
	for _, d := range parents(at + "/x") {
		if err := mkdir(parent, d, 0o755); err != nil {
			return err
		}
	}
	if err := point(parent, at, p); err != nil {
		return err
	}
	return rename(parent, temp, top)
}

// openParent opens the nearest existing directory above dir and returns the path
// from there to dir.
func openParent(dir string) (*confine.Root, string, error) {
	missing := filepath.Base(dir)
	for up := filepath.Dir(dir); ; up = filepath.Dir(up) {
		root, err := confine.Open(up)
		if err == nil {
			return root, missing, nil
		}
		if !errors.Is(err, fs.ErrNotExist) || up == filepath.Dir(up) {
			return nil, "", err
		}
		missing = path.Join(filepath.Base(up), missing)
	}
}

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

// sweepUnborn sweeps beside dir and beside the directories above it, up to lock, and
// reports whether there was something.
func sweepUnborn(dir, lock string) (found bool, err error) {
	return eachUnborn(dir, lock, func(parent *confine.Root, name string) error {
		_, err := sweep(parent, name)
		return err
	})
}

// eachUnborn calls do for what a run left that was killed while it made or removed
// dir or a directory above it, up to lock, and reports whether there was something.
func eachUnborn(dir, lock string, do func(parent *confine.Root, name string) error) (found bool, err error) {
	for ; below(lock, dir); dir = filepath.Dir(dir) {
		parent, err := confine.Open(filepath.Dir(dir))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return found, err
		}
		name := filepath.Base(dir) + unborn
		if _, err = parent.Lstat(name); err == nil {
			found = true
			err = do(parent, name)
		} else if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		parent.Close()
		if err != nil {
			return found, err
		}
	}
	return found, nil
}

// sweep removes the directory name, left by a run that was killed while it made or
// removed it, as far as it holds our own things only, and reports whether it is gone.
func sweep(parent *confine.Root, name string) (bool, error) {
	info, err := parent.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil || !info.IsDir() {
		return false, err
	}
	err = clear(parent, name, func(base string) bool {
		return base == path.Base(pointerPath) || tempName.MatchString(base)
	})
	if err != nil {
		return false, err
	}
	_, err = parent.Lstat(name)
	return err != nil, nil
}
