package emit

import (
	"errors"
	"io/fs"
	"path"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// Writable says why names cannot be made in the directory of a mount, or in those of paths in
// it, or why a path cannot be replaced, as far as that can be known without trying; nil if all
// can. What is not there is in nobody's way.
func Writable(m plan.Mount, paths []string) error {
	root, err := confine.Open(m.Dir)
	if err != nil {
		return nil //nolint:nilerr // whoever needs it says so
	}
	defer root.Close()
	var errs []error
	seen := map[string]bool{}
	look := func(name string, check func(*confine.Root, string) error) {
		err := check(root, name)
		if seen[name] || err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, confine.ErrEscape) {
			return
		}
		seen[name] = true
		if errors.Is(err, syscall.ENOTDIR) {
			if at := fileAt(root, name); at != "" && !seen["file "+at] {
				seen["file "+at] = true
				errs = append(errs, fileInWay(path.Join(m.Shown, at)))
			}
			return
		}
		errs = append(errs, plan.FileErrorf(path.Join(m.Shown, name), "nothing can be written there: %w", err))
	}
	dir := func(root *confine.Root, name string) error {
		return errors.Join(writableDir(root, name), fastenedDir(root, name))
	}
	look(".", dir)
	for _, p := range paths {
		look(path.Dir(p), dir)
		look(p, fastened)
	}
	return errors.Join(errs...)
}

// fileAt is the first part of a directory's name at which there is no directory; empty if
// there is none.
func fileAt(root *confine.Root, name string) string {
	for _, d := range append(plan.Parents(name), name) {
		if info, err := root.Stat(d); err == nil && !info.IsDir() {
			return d
		}
	}
	return ""
}
