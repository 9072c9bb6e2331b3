package emit

import (
	"errors"

	"github.com/gsd-install/gsd-install/confine"
)

// What fastened says.
var (
	errMounted   = &hintError{errors.New("it is mounted there by itself, so that no other file can take its place"), "mount the folder that it lies in, or leave the host out"}
	errImmutable = &hintError{errors.New("it is marked so that nothing changes it (lsattr shows it)"), "take the mark off with chattr -i -a, or leave the host out"}
)

// fastenedDir is fastened for a directory that names are to be made in, where a mount of its own
// is in nobody's way.
func fastenedDir(root *confine.Root, name string) error {
	if err := fastened(root, name); err != nil && !errors.Is(err, errMounted) {
		return err
	}
	return nil
}
