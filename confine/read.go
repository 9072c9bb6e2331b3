package confine

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrIrregular is what ReadFile's error wraps if name is a link, a directory, a
// pipe or another thing that is not a plain file.
var ErrIrregular = errors.New("not a regular file")

// Lstat describes name without following a link at its end.
func (r *Root) Lstat(name string) (fs.FileInfo, error) {
	if err := r.check("lstat", name); err != nil {
		return nil, err
	}
	info, err := r.root.Lstat(filepath.FromSlash(name))
	return info, r.fault(err)
}

// Stat describes what name leads to. A link that leaves the root is ErrEscape.
func (r *Root) Stat(name string) (fs.FileInfo, error) {
	if err := r.check("stat", name); err != nil {
		return nil, err
	}
	info, err := r.root.Stat(filepath.FromSlash(name))
	return info, r.fault(err)
}

// Readlink returns where the link at name leads, as it is written.
func (r *Root) Readlink(name string) (string, error) {
	if err := r.check("readlink", name); err != nil {
		return "", err
	}
	target, err := r.root.Readlink(filepath.FromSlash(name))
	return target, r.fault(err)
}

// ReadDir lists the directory name, sorted.
func (r *Root) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := r.check("open", name); err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(r.root.FS(), name)
	return entries, r.fault(err)
}

// OpenRead opens the plain file at name and describes it. It never follows a
// link at the end of name, also one that takes its place meanwhile, and never
// blocks.
func (r *Root) OpenRead(name string) (*os.File, fs.FileInfo, error) {
	seen, err := r.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	irregular := &fs.PathError{Op: "open", Path: r.Name(name), Err: ErrIrregular}
	if !seen.Mode().IsRegular() {
		return nil, nil, irregular
	}
	f, err := r.root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, nil, r.fault(err)
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || !os.SameFile(seen, info)) {
		err = irregular
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ReadFile reads the plain file at name and describes it.
func (r *Root) ReadFile(name string) ([]byte, fs.FileInfo, error) {
	f, info, err := r.OpenRead(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b := make([]byte, 0, info.Size()+1)
	for {
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, info, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
	}
}
