package emit

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/gsd-install/gsd-install/confine"
)

// syncEach reports whether each staged file has to be made durable by itself.
const syncEach = false

// barrier makes everything written so far on the file systems of roots durable;
// dirs, the folders that were changed, are not needed here.
func barrier(roots []*confine.Root, _ map[*confine.Root][]string) error {
	done := map[uint64]bool{}
	for _, root := range roots {
		err := call("sync", root.Dir(), func() error { return syncfs(root, done) })
		if err != nil {
			return fmt.Errorf("%s: it could not be made durable: %w", root.Dir(), err)
		}
	}
	return nil
}

func syncfs(root *confine.Root, done map[uint64]bool) error {
	f, err := root.OS().Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	dev, err := device(f)
	if err != nil || done[dev] {
		return err
	}
	done[dev] = true
	return unix.Syncfs(int(f.Fd()))
}

func device(f *os.File) (uint64, error) {
	var st unix.Stat_t
	err := unix.Fstat(int(f.Fd()), &st)
	return st.Dev, err
}
