package descriptors

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// Set is descriptors that belong together: hosts, and the folders that these share.
type Set struct {
	// builtin reports that those in the program are of it too, which are read when they are
	// asked for.
	builtin bool
	hosts   []Host
	shared  []Shared
}

var builtin = &Set{builtin: true}

// Builtin returns the set in the program.
func Builtin() *Set { return builtin }

// With returns the set with more hosts, which are not of the program: what a user has added.
// No id may be in it already.
func (s *Set) With(hosts ...Host) *Set {
	more := &Set{builtin: s.builtin, shared: s.shared}
	for _, h := range slices.Concat(s.hosts, hosts) {
		h.set = more
		more.hosts = append(more.hosts, h)
	}
	for i := range hosts {
		more.hosts[len(s.hosts)+i].added = true
	}
	slices.SortFunc(more.hosts, func(a, b Host) int { return strings.Compare(a.ID, b.ID) })
	return more
}

// ReadSet reads the descriptors of another version of the program: ID.toml for each host, and
// shared/ID.toml. It is not strict, since a key may have been known then that is not now; that
// they are descriptors has to be seen.
func ReadSet(fsys fs.FS) (*Set, error) {
	s := &Set{}
	var err error
	if s.hosts, err = readAll(fsys, "*.toml", func(h Host) bool { return len(h.ArtifactLayout) > 0 }, func(h Host) string { return h.ID }); err != nil {
		return nil, err
	}
	if s.shared, err = readAll(fsys, "shared/*.toml", func(Shared) bool { return true }, func(s Shared) string { return s.ID }); err != nil {
		return nil, err
	}
	if len(s.hosts) == 0 {
		return nil, fmt.Errorf("there is no descriptor in it: want a file ID.toml for each host")
	}
	for i := range s.hosts {
		s.hosts[i].set = s
	}
	slices.SortFunc(s.hosts, func(a, b Host) int { return strings.Compare(a.ID, b.ID) })
	return s, nil
}

func readAll[T any](fsys fs.FS, pattern string, is func(T) bool, id func(T) string) ([]T, error) {
	names, err := fs.Glob(fsys, pattern)
	if err != nil {
		return nil, err
	}
	all := make([]T, len(names))
	for i, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		if _, err := toml.Decode(string(data), &all[i]); err != nil {
			return nil, &Error{File: path.Base(name), Problems: []Problem{decodeProblem(err)}}
		}
		if id(all[i])+".toml" != path.Base(name) || !is(all[i]) {
			return nil, &Error{File: path.Base(name), Problems: []Problem{{Message: "it is no descriptor: want an id like its name, and rows of artifactLayout"}}}
		}
	}
	return all, nil
}

// Without returns the set without an added host.
func (s *Set) Without(id string) *Set {
	rest := slices.DeleteFunc(slices.Clone(s.hosts), func(h Host) bool { return h.ID == id })
	if len(rest) == len(s.hosts) {
		return s
	}
	return (&Set{builtin: s.builtin, shared: s.shared}).With(rest...)
}

// Hosts returns the hosts of the set in order of their ids.
func (s *Set) Hosts() []Host {
	all := slices.Clone(s.hosts)
	if s.builtin {
		for _, h := range All() {
			all = append(all, s.own(h))
		}
		slices.SortFunc(all, func(a, b Host) int { return strings.Compare(a.ID, b.ID) })
	}
	return all
}

// Get returns the host with the id and whether there is one.
func (s *Set) Get(id string) (Host, bool) {
	if i := slices.IndexFunc(s.hosts, func(h Host) bool { return h.ID == id }); i >= 0 {
		return s.hosts[i], true
	}
	if !s.builtin {
		return Host{}, false
	}
	h, ok := Get(id)
	return s.own(h), ok
}

// own is a built-in host as one of the set.
func (s *Set) own(h Host) Host {
	if s != builtin {
		h.set = s
	}
	return h
}

// Heads returns those of the hosts in order of their ids.
func (s *Set) Heads() []Head {
	var all []Head
	if s.builtin {
		all = Heads()
	}
	for _, h := range s.hosts {
		all = append(all, Head{h.ID, h.Title, h.SupportTier, h.Successor})
	}
	slices.SortFunc(all, func(a, b Head) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Set returns the descriptors that h is one of.
func (h Host) Set() *Set {
	if h.set == nil {
		return builtin
	}
	return h.set
}

// Added reports whether the host is none of the program's, but was added by the user.
func (h Host) Added() bool { return h.added }

// Shared returns the shared folder with the id, as it is among the descriptors that h was
// read with, and whether there is one.
func (h Host) Shared(id string) (Shared, bool) { return h.Set().folder(id) }

// DialectOf returns the dialect that a row is written in: the host's own, or that of the folder
// which it shares and leaves it to; then shared is true, and in that folder.
func (h Host) DialectOf(row Row) (d Dialect, in Shared, shared bool) {
	if in, shared = h.Shared(row.Mount); shared && row.Dialect == "" {
		return in.Dialects[row.Kind], in, true
	}
	return h.Dialects[row.Dialect], Shared{}, false
}

func (s *Set) folder(id string) (Shared, bool) {
	if s.builtin {
		return SharedByID(id)
	}
	i := slices.IndexFunc(s.shared, func(one Shared) bool { return one.ID == id })
	if i < 0 {
		return Shared{}, false
	}
	return s.shared[i], true
}

// Native returns the host in whose format packs are written, among the descriptors that h
// was read with.
func (h Host) Native() Host { return h.Set().native() }

var native = sync.OnceValue(func() Host {
	for _, head := range Heads() {
		if h, _ := Get(head.ID); h.Text.Native {
			return h
		}
	}
	return Host{}
})

func (s *Set) native() Host {
	if s.builtin {
		return native()
	}
	i := slices.IndexFunc(s.hosts, func(h Host) bool { return h.Text.Native })
	if i < 0 {
		return Host{}
	}
	return s.hosts[i]
}

// Field returns what a field of a descriptor says, as JSON, without what it rests on; false
// if there is no such descriptor or field. It is named as in plans,
// "descriptor:ID#dialects.agents"; of a list of rows a kind names those of that kind,
// "descriptor:ID#artifactLayout.agents".
func (s *Set) Field(field string) (string, bool) {
	id, path, _ := strings.Cut(strings.TrimPrefix(field, "descriptor:"), "#")
	var v reflect.Value
	if one, ok := s.folder(id); ok {
		v = reflect.ValueOf(one)
	} else if h, ok := s.Get(id); ok {
		v = reflect.ValueOf(h)
	}
	if path != "" {
		for name := range strings.SplitSeq(path, ".") {
			v = inside(v, name)
		}
	}
	if !v.IsValid() {
		return "", false
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		return "", false
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return "", false
	}
	dropCitations(plain)
	text, err = json.Marshal(plain)
	return string(text), err == nil
}

// inside is what is called name in a value: the field of a table, the element of a map, the
// rows of a kind.
func inside(v reflect.Value, name string) reflect.Value {
	switch v.Kind() {
	case reflect.Struct:
		return tagged(v, name)
	case reflect.Map:
		return v.MapIndex(reflect.ValueOf(name))
	case reflect.Slice:
		rows, ok := v.Interface().([]Row)
		if !ok {
			return reflect.Value{}
		}
		return reflect.ValueOf(slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Kind != name }))
	}
	return reflect.Value{}
}

// dropCitations takes out of a decoded value what says how well something is known, but for
// whether it has a source: without one some things count as not known.
func dropCitations(v any) {
	switch v := v.(type) {
	case map[string]any:
		if source, ok := v["Source"]; ok {
			v["Source"] = source != ""
		}
		delete(v, "Status")
		for _, inner := range v {
			dropCitations(inner)
		}
	case []any:
		for _, inner := range v {
			dropCitations(inner)
		}
	}
}
