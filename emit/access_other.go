//go:build !unix

package emit

import (
	"io/fs"

	"github.com/gsd-install/gsd-install/confine"
)

// writableDir cannot be told in advance here: a folder's read-only mark means
// nothing on Windows.
func writableDir(*confine.Root, string) error { return nil }

// writableFile goes by the read-only mark of the file name.
func writableFile(root *confine.Root, name string) error {
	info, err := root.Lstat(name)
	if err == nil && info.Mode()&0o200 == 0 {
		return fs.ErrPermission
	}
	return err
}
