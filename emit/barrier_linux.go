package emit

import (
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
		if root == nil {
			continue // it is gone
		}
		if err := call("sync", root.Dir(), func() error { return syncfs(root, done) }); err != nil {
			return err
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
