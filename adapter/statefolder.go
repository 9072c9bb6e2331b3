package adapter

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// folder is a directory as a store. Nothing outside of it can be read or written.
type folder struct {
	dir  string
	root *confine.Root
}

func (f *folder) open() (err error) {
	f.root, err = confine.Open(f.dir)
	return err
}

func (f *folder) close() error { return f.root.Close() }

func (f *folder) read(_ context.Context, key string) ([]byte, error) {
	data, _, err := f.root.ReadFile(key)
	return data, err
}

// freshSuffix ends the name that a file is written under before it is whole. No key ends so.
const freshSuffix = ".gsd-fresh"

func (f *folder) write(ctx context.Context, key string, data []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if strings.HasSuffix(key, freshSuffix) {
		return &fs.PathError{Op: "write", Path: key, Err: fs.ErrInvalid}
	}
	for _, dir := range plan.Parents(key) {
		if err := f.root.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if err := f.root.Replace(key, key+freshSuffix, data, 0o644); err != nil {
		return err
	}
	return f.root.Sync(path.Dir(key))
}

func (f *folder) remove(_ context.Context, key string) error {
	if info, err := f.root.Lstat(key); err != nil {
		return err
	} else if info.IsDir() {
		return notThere("remove", key)
	}
	return f.root.Remove(key)
}

func (f *folder) list(context.Context) ([]string, error) { return f.below(".") }

func (f *folder) below(dir string) ([]string, error) {
	entries, err := f.root.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir():
			more, err := f.below(name)
			if err != nil {
				return nil, err
			}
			keys = append(keys, more...)
		case e.Type().IsRegular() && !strings.HasSuffix(name, freshSuffix):
			keys = append(keys, name)
		}
	}
	return keys, nil
}
