package emit

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// unborn is put behind the name of a directory of ours while it is made or
// removed. Both are one rename, so that whoever is killed leaves either a directory that
// says it is ours, or one of this name.
const unborn = plan.StateDir

// tempName matches what a killed write of a ledger leaves; other records are renamed.
var tempName = regexp.MustCompile(`^\.ledger\.json[0-9]+$`)

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
