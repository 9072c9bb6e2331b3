package emit

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// begin opens the mount at dir for a run: the directory, if it is missing, its state
// folder and the pointer in it are made.
func begin(dir string, p pointer) (*confine.Root, error) {
	root, err := confine.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err := bear(dir, p); err != nil {
			return nil, err
		}
		return confine.Open(dir)
	}
	if err != nil {
		return nil, err
	}
	if err := point(root, ".", p); err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// point makes the state folder of the directory at and the pointer in it, which the
// barrier before the journal makes durable.
func point(root *confine.Root, at string, p pointer) error {
	state := path.Join(at, stateDir)
	if err := mkdir(root, state, 0o755); err != nil {
		return err
	}
	return create(root, path.Join(at, pointerPath), encodeJSON(p), 0o600)
}

// bear makes the missing directory dir, with those above it that are missing.
func bear(dir string, p pointer) error {
	parent, missing, err := openParent(dir)
	if err != nil {
		return err
	}
	defer parent.Close()
	top := plan.Parents(missing + "/x")[0]
	temp := top + unborn
	if _, err := sweep(parent, temp); err != nil {
		return err
	}
	at := temp + missing[len(top):]
	for _, d := range plan.Parents(at + "/x") {
		if err := mkdir(parent, d, 0o755); err != nil {
			return withoutMark(err, top)
		}
	}
	if err := point(parent, at, p); err != nil {
		return err
	}
	return rename(parent, temp, top)
}

// withoutMark names in an error the directory that was to be made, not the one on the way to it.
func withoutMark(err error, top string) error {
	var at *fs.PathError
	if !errors.As(err, &at) {
		return err
	}
	return &fs.PathError{Op: at.Op, Path: strings.Replace(at.Path, filepath.FromSlash(top)+unborn, filepath.FromSlash(top), 1), Err: at.Err}
}

// openParent opens the nearest existing directory above dir and returns the path
// from there to dir.
func openParent(dir string) (*confine.Root, string, error) {
	missing := filepath.Base(dir)
	for up := filepath.Dir(dir); ; up = filepath.Dir(up) {
		root, err := confine.Open(up)
		if err == nil {
			return root, missing, nil
		}
		if !errors.Is(err, fs.ErrNotExist) || up == filepath.Dir(up) {
			return nil, "", err
		}
		missing = path.Join(filepath.Base(up), missing)
	}
}
