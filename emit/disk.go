package emit

import (
	"errors"
	"io/fs"
	"os"
	"path"

	"github.com/gsd-install/gsd-install/confine"
)

// The calls that change a mount. A name that is already as it should be is no error.

func mkdir(root *confine.Root, name string, mode fs.FileMode) error {
	return call("mkdir", root.Name(name), func() error {
		err := root.Mkdir(name, mode)
		if errors.Is(err, fs.ErrExist) {
			if info, serr := root.Lstat(name); serr == nil && info.IsDir() {
				return nil
			}
		}
		return err
	})
}

func rename(root *confine.Root, from, to string) error {
	return call("rename", root.Name(to), func() error { return root.Rename(from, to) })
}

func remove(root *confine.Root, name string) error {
	return call("remove", root.Name(name), func() error {
		err := root.Remove(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}

func prune(root *confine.Root, name string) error {
	return call("prune", root.Name(name), func() error {
		_, err := root.Prune(name)
		return err
	})
}

// syncDir makes the names in a directory durable.
func syncDir(root *confine.Root, name string) error {
	return call("sync", root.Name(name), func() error { return root.Sync(name) })
}

// create writes a new file; the umask applies.
func create(root *confine.Root, name string, data []byte, mode fs.FileMode) error {
	return call("create", root.Name(name), func() error {
		f, err := root.Create(name, mode)
		if err != nil {
			return err
		}
		return fill(f, data)
	})
}

// fill writes data, makes it durable where no barrier does, and closes f.
func fill(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil && syncEach {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// replace writes a whole file in the place of name, durably.
func replace(root *confine.Root, name string, data []byte, mode fs.FileMode, o owner) error {
	return call("replace", root.Name(name), func() error {
		dir := path.Dir(name)
		if dir == "." {
			return replaceFile(root, name, data, mode, o)
		}
		parent, err := root.Sub(dir)
		if err != nil {
			return err
		}
		defer parent.Close()
		return replaceFile(parent, path.Base(name), data, mode, o)
	})
}
