package pack

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// Text returns the bytes of a file of the pack, or of the recipe that it was read by, and
// whether it is executable; ok is false if there is none, or if the pack was loaded without
// LoadOptions.Keep.
func (p *Pack) Text(path string) (data []byte, exec, ok bool) {
	if p.files == nil {
		return nil, false, false
	}
	if f, ok := p.files.stat(path); ok {
		data, err := p.files.read(f)
		return data, f.exec, err == nil
	}
	if path == p.manifest.file {
		data, err := recipes.ReadFile(path)
		return data, false, err == nil
	}
	return nil, false, false
}

// Manifest is what says what of a tree makes a pack.
type Manifest struct {
	// Path is the file that says it; empty if none does.
	Path string
	// Says is all of it but the version, in one form whatever the file's.
	Says string
	// Names is the part by which texts call the pack and its folders.
	Names string
}

// Manifest returns what says what of the tree makes the pack.
func (p *Pack) Manifest() Manifest {
	m := p.manifest
	m.Version = ""
	names := struct {
		Name, Prefix string
		Home         *string
		Aliases      map[string]string
		Tops         []string
	}{m.Name, m.Prefix, m.Home, m.Aliases, nil}
	for _, t := range m.Payload {
		to := t.From
		if t.To != nil {
			to = *t.To
		}
		top, _, _ := strings.Cut(to, "/")
		names.Tops = append(names.Tops, top)
	}
	slices.Sort(names.Tops)
	names.Tops = slices.Compact(names.Tops)
	return Manifest{m.file, asJSON(m), asJSON(names)}
}

// asJSON writes a manifest, which has texts, lists and tables only.
func asJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// Below lists the files of the tree below a folder, those too that the pack leaves out;
// nothing if the pack was loaded without LoadOptions.Keep.
func (p *Pack) Below(dir string) []string {
	if p.files == nil {
		return nil
	}
	var paths []string
	for _, f := range p.files.list(dir, &report{}) {
		paths = append(paths, f.path)
	}
	return paths
}

// Tokens are what stands in template files for a value, sorted.
func (p *Pack) Tokens() []string { return slices.Sorted(maps.Keys(p.manifest.Tokens)) }

// lines is a source that is a run of lines of a file; lines that are not known are the
// whole of it.
func lines(file string, start, end int) plan.Source {
	if start == 0 {
		return plan.Source{Path: file}
	}
	return plan.Source{Path: file, Start: start, End: max(start, end)}
}

// table is the source that is the i-th table of a name in the manifest.
func (m *manifest) table(name string, i int) plan.Source {
	return lines(m.file, m.lines.nth(name, i), m.lines.end(name, i))
}

// jsonKey is the source that is the line of a top-level key in a JSON file.
func jsonKey(file, text, key string) plan.Source {
	all, _ := members(text, 0)
	m, ok := lookup(all, key)
	if !ok {
		return plan.Source{Path: file}
	}
	return lines(file, lineAt(text, m.at), lineAt(text, m.at))
}
