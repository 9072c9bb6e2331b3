//go:build unix

package emit

import (
	"path"

	"golang.org/x/sys/unix"

	"github.com/gsd-install/gsd-install/confine"
)

// writableDir returns the error that making a name in the directory would
// meet, as far as that can be known: permissions and a read-only file system.
func writableDir(root *confine.Root, name string) error {
	return access(root, name, ".", unix.W_OK|unix.X_OK)
}

// writableFile is the same for writing the file name.
func writableFile(root *confine.Root, name string) error {
	return access(root, path.Dir(name), path.Base(name), unix.W_OK)
}

func access(root *confine.Root, dir, base string, mode uint32) error {
	d, err := root.OS().Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return unix.Faccessat(int(d.Fd()), base, mode, unix.AT_EACCESS)
}
