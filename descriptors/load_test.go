package descriptors

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// catalog is a set of descriptors that agree with each other, sorted by id.
type catalog struct {
	hosts  []Host
	shared []Shared
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
	return catalog{hosts: hosts, shared: shared}, errors.Join(agreeHosts(hosts, shared), agreeScanned(hosts, shared))
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

// What is embedded passes all checks, those between descriptors too, and reading it
// without them gives the same.
func TestEmbedded(t *testing.T) {
	c, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c.hosts, All(), cmpopts.IgnoreUnexported(Host{})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(c.shared, everyOne(shared)); diff != "" {
		t.Error(diff)
	}
	if err := idleScanned(c.hosts, c.shared); err != nil {
		t.Error(err)
	}
	for i, h := range c.hosts {
		if want := (Head{h.ID, h.Title, h.SupportTier, h.Successor}); Heads()[i] != want {
			t.Errorf("head %+v, want %+v", Heads()[i], want)
		}
		if got, ok := Get(h.ID); !ok || got.ID != h.ID {
			t.Errorf("Get(%q) gives %q, %v", h.ID, got.ID, ok)
		}
	}
}
