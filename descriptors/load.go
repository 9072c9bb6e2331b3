package descriptors

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

//go:embed *.toml shared/*.toml
var files embed.FS

// The embedded descriptors, each read when it is first asked for.
var (
	hosts  = entries[Host]("*.toml")
	shared = entries[Shared]("shared/*.toml")
)

// entry is an embedded descriptor.
type entry[T any] struct {
	id, file string
	// read gives it. It is not checked: the tests do that, strictly.
	read func() T
}

// entries are the embedded descriptors that match pattern, in order of their ids, which are their
// files' names.
func entries[T any](pattern string) []entry[T] {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		panic(err)
	}
	var all []entry[T]
	for _, name := range names {
		all = append(all, entry[T]{
			id: strings.TrimSuffix(path.Base(name), ".toml"), file: name,
			read: sync.OnceValue(func() T { return fill[T](name, whole) }),
		})
	}
	slices.SortFunc(all, func(a, b entry[T]) int { return strings.Compare(a.id, b.id) })
	return all
}

// fill decodes a part of an embedded descriptor. A fault is one of the program, which its
// tests find, so it panics.
func fill[T any](name string, part func([]byte) []byte) T {
	var v T
	data, err := files.ReadFile(name)
	if err == nil {
		_, err = toml.Decode(string(part(data)), &v)
	}
	if err != nil {
		panic(fmt.Errorf("descriptor %s: %w", name, err))
	}
	return v
}

func whole(data []byte) []byte { return data }

// beforeTables is what stands before the first table.
func beforeTables(data []byte) []byte {
	head, _, _ := bytes.Cut(data, []byte("\n["))
	return head
}

// everyOne reads all of them, at the same time.
func everyOne[T any](all []entry[T]) []T {
	values := make([]T, len(all))
	var wg sync.WaitGroup
	for i, e := range all {
		wg.Go(func() { values[i] = e.read() })
	}
	wg.Wait()
	return values
}

// byID reads one of them, and reports whether there is one.
func byID[T any](all []entry[T], id string) (T, bool) {
	for _, e := range all {
		if e.id == id {
			return e.read(), true
		}
	}
	var none T
	return none, false
}

// ids are those of the built-in hosts, sorted.
func ids() []string {
	var all []string
	for _, e := range hosts {
		all = append(all, e.id)
	}
	return all
}

// All returns the built-in hosts in order of their ids.
func All() []Host { return everyOne(hosts) }

// Get returns the built-in host with the id and whether there is one.
func Get(id string) (Host, bool) { return byID(hosts, id) }

// SharedByID returns the shared folder with the id and whether there is one.
func SharedByID(id string) (Shared, bool) { return byID(shared, id) }

// Head is how a host is named, and how well it is supported: what a list of hosts needs of
// a descriptor, which costs much less than all of it.
type Head struct {
	ID          string `toml:"id"`
	Title       string `toml:"title"`
	SupportTier int    `toml:"supportTier"`
	Successor   string `toml:"successor"`
}

// Heads returns those of the built-in hosts in order of their ids.
func Heads() []Head { return slices.Clone(heads()) }

var heads = sync.OnceValue(func() []Head {
	var all []Head
	for _, e := range hosts {
		all = append(all, fill[Head](e.file, beforeTables))
	}
	return all
})
