package descriptors

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed *.toml shared/*.toml
var files embed.FS

// builtin holds the embedded descriptors. A fault in one is a fault of the
// program, which its tests find, so it panics.
var builtin = sync.OnceValue(func() catalog {
	c, err := load(files)
	if err != nil {
		panic(err)
	}
	return c
})

// catalog is a set of descriptors that agree with each other, sorted by id.
type catalog struct {
	hosts  []Host
	shared []Shared
}

// All returns the built-in hosts in order of their ids.
func All() []Host { return slices.Clone(builtin().hosts) }

// Get returns the built-in host with the id and whether there is one.
func Get(id string) (Host, bool) {
	for _, h := range builtin().hosts {
		if h.ID == id {
			return h, true
		}
	}
	return Host{}, false
}

// SharedByID returns the shared folder with the id and whether there is one.
func SharedByID(id string) (Shared, bool) {
	for _, s := range builtin().shared {
		if s.ID == id {
			return s, true
		}
	}
	return Shared{}, false
}

// load reads all descriptors of a tree and checks them, each alone and all
// against each other. Its error joins everything that is wrong.
func load(fsys fs.FS) (catalog, error) {
	var c catalog
	shared, err := each(fsys, "shared/*.toml", parseShared, func(s Shared) string { return s.ID })
	if err != nil {
		return c, err
	}
	if err := agreeShared(shared); err != nil {
		return c, err
	}
	parse := func(name string, data []byte) (Host, error) { return parseHost(name, data, shared) }
	hosts, err := each(fsys, "*.toml", parse, func(h Host) string { return h.ID })
	if err != nil {
		return c, err
	}
	return catalog{hosts: hosts, shared: shared}, agreeHosts(hosts, shared)
}

// each parses the files that match pattern; a file is named after the id in it.
func each[T any](fsys fs.FS, pattern string, parse func(string, []byte) (T, error), id func(T) string) ([]T, error) {
	names, err := fs.Glob(fsys, pattern)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(names, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".toml"), strings.TrimSuffix(b, ".toml"))
	})
	var all []T
	var errs []error
	seen := map[string]string{}
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		one, err := parse(name, data)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if first, ok := seen[id(one)]; ok {
			errs = append(errs, fmt.Errorf("descriptor %s: id: %q is the id of %s already", name, id(one), first))
			continue
		}
		seen[id(one)] = name
		if want := strings.TrimSuffix(path.Base(name), ".toml"); id(one) != want {
			errs = append(errs, fmt.Errorf("descriptor %s: id: %q, but the file's name says %q", name, id(one), want))
		}
		all = append(all, one)
	}
	return all, errors.Join(errs...)
}
