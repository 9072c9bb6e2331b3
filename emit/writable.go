package emit

import (
	"errors"
	"io/fs"
	"path"

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
