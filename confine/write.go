package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Mkdir makes the directory name; its parent must exist. The umask applies.
func (r *Root) Mkdir(name string, mode fs.FileMode) error {
	if err := r.check("mkdir", name); err != nil {
		return err
	}
	return r.fault(r.root.Mkdir(filepath.FromSlash(name), mode))
}

// Create makes the file name, which must not exist, open for writing. The umask
// applies.
func (r *Root) Create(name string, mode fs.FileMode) (*os.File, error) {
	if err := r.check("create", name); err != nil {
		return nil, err
	}
	f, err := r.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	return f, r.fault(err)
}

// Rename moves from to to, in place of what is there. A link at the end of
// either is moved or replaced itself.
func (r *Root) Rename(from, to string) error {
	if err := r.check("rename", from); err != nil {
		return err
	}
	if err := r.check("rename", to); err != nil {
		return err
	}
	return r.fault(r.root.Rename(filepath.FromSlash(from), filepath.FromSlash(to)))
}

// Remove removes the file, link or empty directory name.
func (r *Root) Remove(name string) error {
	if err := r.check("remove", name); err != nil {
		return err
	}
	return r.fault(r.root.Remove(filepath.FromSlash(name)))
}

// Prune removes the directory name if it is empty and reports whether it is
// gone; a directory that is not there is gone, a link or a file is not pruned.
func (r *Root) Prune(name string) (bool, error) {
	info, err := r.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if !info.IsDir() {
		return false, nil
	}
	err = r.Remove(name)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return true, nil
	case errors.Is(err, fs.ErrExist):
		return false, nil
	}
	if entries, rerr := r.ReadDir(name); rerr == nil && len(entries) > 0 {
		return false, nil // where names may not be changed, that is said of full directories too
	}
	return false, err
}

// Sync makes the directory name durable: which names it holds. In a file mount it is
// "." alone, which opens none of the names. Where that cannot be done, as on Windows, it is
// left to the system.
func (r *Root) Sync(name string) error {
	if name != "." || len(r.only) == 0 {
		if err := r.check("sync", name); err != nil {
			return err
		}
	}
	if !syncsDirs {
		return nil
	}
	d, err := r.root.Open(filepath.FromSlash(name))
	if err != nil {
		return r.fault(err)
	}
	defer d.Close()
	return d.Sync()
}
