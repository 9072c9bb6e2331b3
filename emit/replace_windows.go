package emit

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
)

// owner is the user and group of a file; there are none to keep on Windows.
type owner struct{ UID, GID int }

func ownerOf(fs.FileInfo) owner { return owner{} }

func give(*os.File, owner) error { return nil }

// replaceFile writes a whole file in the place of base. renameio does not build
// on Windows, so the temporary file is only named as renameio's are.
func replaceFile(parent *confine.Root, base string, data []byte, mode fs.FileMode, _ owner) error {
	return parent.Replace(base, fmt.Sprintf(".%s%019d", base, rand.Int64()), data, mode)
}

// errNotSameDevice is ERROR_NOT_SAME_DEVICE.
const errNotSameDevice = syscall.Errno(17)

// crossesDevice reports whether a rename failed because its ends are on different
// volumes.
func crossesDevice(err error) bool { return errors.Is(err, errNotSameDevice) }
