//go:build !linux

package emit

import (
	"errors"
	"io/fs"

	"github.com/gsd-install/gsd-install/confine"
)

// syncEach reports whether each staged file has to be made durable by itself.
const syncEach = true

// barrier makes the names in dirs, the folders that were changed, durable; files
// are so already.
func barrier(_ []*confine.Root, dirs map[*confine.Root][]string) error {
	for root, names := range dirs {
		for _, name := range names {
			if err := syncDir(root, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
