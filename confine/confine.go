// Package confine opens a directory out of which nothing can be read or
// written. It is a thin layer on os.Root: paths are those of io/fs, a file mount
// has a single name that may be opened, files are opened without following a
// link at their end and without waiting for the other side of a pipe.
package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// ErrEscape is what every error wraps that is about a path that leaves its
// root: by "..", by being absolute, or through a link.
var ErrEscape = errors.New("path leaves its directory")

// Root is an open directory. Its methods take slash-separated paths that satisfy
// fs.ValidPath. They are safe for concurrent use.
type Root struct {
	root *os.Root
	dir  string
	// only are the names that may be opened, "x/" with all below it; none is everything.
	only []string
}

// Open opens dir, an OS path, which must exist; a file there is ENOTDIR. A link that
// dir itself is, is followed.
func Open(dir string) (*Root, error) { return OpenFile(dir, "") }

// OpenFile opens dir for the single name only, and the temporary files that it is
// written through; an empty name is the same as Open. Other paths are refused with
// ErrEscape.
func OpenFile(dir, only string) (*Root, error) {
	if only == "" {
		return OpenOnly(dir)
	}
	return OpenOnly(dir, only)
}

// OpenOnly opens dir for some names only, and the temporary files that they are written
// through; "x/" is the folder x with everything below it, and lets dir itself be opened. Without a name it is the same as
// Open. Other paths are refused with ErrEscape.
func OpenOnly(dir string, only ...string) (*Root, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		if info, serr := os.Stat(dir); serr == nil && !info.IsDir() {
			// os.OpenRoot has an error of its own for it.
			err = &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
		}
		return nil, err
	}
	return &Root{root: root, dir: dir, only: only}, nil
}

// Close releases the directory.
func (r *Root) Close() error { return r.root.Close() }

// Dir is the OS path the root was opened by.
func (r *Root) Dir() string { return r.dir }

// OS is the root for packages that write through an *os.Root; they get past the
// checks of Root, so it is only for base names that come from this program.
func (r *Root) OS() *os.Root { return r.root }

// Name is the OS path of name, for messages.
func (r *Root) Name(name string) string {
	return filepath.Join(r.dir, filepath.FromSlash(name))
}

// Sub opens the directory at name as a root of its own.
func (r *Root) Sub(name string) (*Root, error) {
	if err := r.check("open", name); err != nil {
		return nil, err
	}
	sub, err := r.root.OpenRoot(filepath.FromSlash(name))
	if err != nil {
		return nil, r.fault(err)
	}
	only := r.only
	if name != "." {
		only = nil // all below a name that may be opened may be
	}
	return &Root{root: sub, dir: r.Name(name), only: only}, nil
}

// check refuses every name that is not a path below the root.
func (r *Root) check(op, name string) error {
	switch {
	case !fs.ValidPath(name), !filepath.IsLocal(filepath.FromSlash(name)):
	case len(r.only) > 0 && !slices.ContainsFunc(r.only, func(of string) bool { return covers(of, name) }):
	default:
		return nil
	}
	return &fs.PathError{Op: op, Path: fmt.Sprintf("%s in %s", name, r.dir), Err: ErrEscape}
}

// covers reports whether a name of OpenOnly lets name be opened.
func covers(of, name string) bool {
	if strings.HasSuffix(of, "/") {
		return name == "." || strings.HasPrefix(name+"/", of)
	}
	return name == of || isTemp(name, of)
}

// fault maps the error of os.Root for a path that leaves it to ErrEscape, and gives
// every other one the whole path.
func (r *Root) fault(err error) error {
	if err == nil {
		return nil
	}
	escape := r.escapes()
	var link *os.LinkError
	var at *fs.PathError
	leaves := escape != nil && errors.Is(err, escape)
	switch {
	case !leaves && errors.As(err, &link) && !filepath.IsAbs(link.New):
		return &os.LinkError{Op: link.Op, Old: r.Name(link.Old), New: r.Name(link.New), Err: link.Err}
	case !leaves && errors.As(err, &at) && !filepath.IsAbs(at.Path):
		return &fs.PathError{Op: at.Op, Path: r.Name(at.Path), Err: at.Err}
	case !leaves:
		return err
	case errors.As(err, &link):
		return &os.LinkError{Op: link.Op, Old: link.Old, New: link.New, Err: ErrEscape}
	case errors.As(err, &at):
		return &fs.PathError{Op: at.Op, Path: at.Path, Err: ErrEscape}
	}
	return ErrEscape
}

// tempDigits is how many digits at least a temporary file's random number has; of ten
// thousand numbers below 2^63, one has fewer, and its file is not found.
const tempDigits = 16

// isTemp reports whether name is one of the temporary files that of is written
// through: in the same directory, a dot, the base name, and a random number.
func isTemp(name, of string) bool {
	digits, ok := strings.CutPrefix(path.Base(name), "."+path.Base(of))
	return ok && len(digits) >= tempDigits && strings.Trim(digits, "0123456789") == "" && path.Dir(name) == path.Dir(of)
}

// Temps lists the temporary files of name that are there.
func (r *Root) Temps(name string) ([]string, error) {
	if err := r.check("open", name); err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(r.root.FS(), path.Dir(name))
	if err != nil {
		return nil, r.fault(err)
	}
	var temps []string
	for _, e := range entries {
		if temp := path.Join(path.Dir(name), e.Name()); isTemp(temp, name) {
			temps = append(temps, temp)
		}
	}
	return temps, nil
}

var escapeOnce struct {
	sync.Once
	err error
}

// escapes is the error value that os.Root keeps to itself. It is had by asking
// for a path that leaves.
func (r *Root) escapes() error {
	escapeOnce.Do(func() {
		_, err := r.root.Lstat("..")
		var at *fs.PathError
		if errors.As(err, &at) {
			escapeOnce.err = at.Err
		}
	})
	return escapeOnce.err
}
