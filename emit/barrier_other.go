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
// are so already. Where a folder cannot be synced, as on Windows, this is
// left to the system.
func barrier(_ []*confine.Root, dirs map[*confine.Root][]string) error {
	for root, names := range dirs {
		for _, name := range names {
			err := call("sync", root.Name(name), func() error { return root.Sync(name) })
			if err != nil && canSyncDirs && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
