package pack

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// reader is a pack that is being read.
type reader struct {
	report
	*tree
	man  *manifest
	pack *Pack
	// taken are the source paths of items and manifests, which are not payload
	// unless the manifest says so.
	taken map[string]bool
	// used are the files that the pack is made of, by source path.
	used map[string]file
	// trees are where the manifest says that a payload file is one, by its destination.
	trees map[string]plan.Source
	// mentions are the paths that texts name below the plugin root; nil until asked for.
	mentions map[string]bool
}

// Read reads the pack in fsys. Source is where it came from, as it is to be
// recorded; its last element names a pack that has no other name. All that is
// wrong with the pack is in one *Error.
func Read(fsys fs.FS, source string) (*Pack, error) {
	base := path.Base(filepath.ToSlash(source))
	return read(fsys, source, strings.TrimSuffix(strings.TrimSuffix(base, ".tgz"), ".tar.gz"))
}

// read is Read with the name for a pack that has none.
func read(fsys fs.FS, source, fallback string) (*Pack, error) {
	return readTree(newTree(fsys), source, fallback)
}

func readTree(t *tree, source, fallback string) (*Pack, error) {
	rd := &reader{tree: t, taken: map[string]bool{}, used: map[string]file{}, trees: map[string]plan.Source{}}
	if _, err := fs.ReadDir(t.fsys, "."); err != nil {
		return nil, &SourceError{Source: source, Err: reason(err)}
	}
	rd.pack = &Pack{Name: fallback, Source: source, Profile: fullProfile}
	if rd.man = recognize(rd.tree, fallback, &rd.report); rd.man != nil {
		rd.pack.manifest, rd.pack.files = *rd.man, rd.tree
		rd.all()
	}
	rd.pack.Notes = sorted(rd.notes)
	if len(rd.problems) > 0 {
		return nil, &Error{Pack: rd.pack.Name, Problems: sorted(rd.problems), Rest: rd.rest()}
	}
	return rd.pack, nil
}

// rest is the pack without the items and files that have problems; nil if its names are not known.
func (rd *reader) rest() *Pack {
	if rd.man == nil || rd.pack.Prefix == "" || len(rd.pack.Prefix) > maxName {
		return nil
	}
	wrong := func(file string) bool {
		return slices.ContainsFunc(rd.problems, func(p Problem) bool { return p.File == file })
	}
	wrongFile := func(f File) bool { return wrong(f.Source) }
	rd.pack.Items = slices.DeleteFunc(rd.pack.Items, func(it Item) bool { return wrong(it.Source) })
	rd.pack.Payload = slices.DeleteFunc(rd.pack.Payload, wrongFile)
	for i := range rd.pack.Items {
		it := &rd.pack.Items[i]
		it.Files = slices.DeleteFunc(it.Files, wrongFile)
	}
	// What one requires may be among those that are left out.
	rd.pack.Notes = slices.DeleteFunc(rd.pack.Notes, func(p Problem) bool { return p.Rule == "requires-unknown" })
	return rd.pack
}

// all reads every part of the pack, in the order in which they need each other.
func (rd *reader) all() {
	p := rd.pack
	p.Name, p.Version = rd.man.Name, rd.man.Version
	p.Prefix = rd.name(rd.man.file, rd.man.lines.of([]string{"prefix"}), "prefix", rd.man.Prefix)
	for _, f := range []string{packFile, pluginFile, packageFile} {
		if f, ok := rd.stat(f); ok && f.path != packageFile || ok && rd.man.Version != "" {
			rd.use(f)
		}
	}
	rd.items(Command, rd.man.Commands, "commands")
	rd.items(Agent, rd.man.Agents, "agents")
	rd.items(Skill, rd.man.Skills, "skills")
	rd.items(Rule, rd.man.Rules, "rules")
	rd.payload()
	rd.home()
	rd.hooks()
	rd.servers()
	rd.profiles()
	rd.collisions()
	if len(p.Items)+len(p.Hooks)+len(p.Servers) == 0 && len(rd.problems) == 0 {
		rd.problem("", 0, "nothing to install: no pack.toml, no .claude-plugin/plugin.json, and no items in commands/, agents/, skills/, rules/ or hooks/")
	}
	p.Integrity = rd.integrity()
}

// mismatch reports what the manifest names and the pack does not have. A
// recipe is for many versions of a package: there it is a note.
func (rd *reader) mismatch(line int, format string, args ...any) {
	if rd.man.Package != "" {
		rd.note("recipe-mismatch", rd.man.file, line, format, args...)
		return
	}
	rd.refuse("manifest-mismatch", rd.man.file, line, format, args...)
}

// use records that the pack is made of f, and reads it.
func (rd *reader) use(f file) ([]byte, bool) {
	c, ok := rd.useOnly(f, false)
	return c.data, ok
}

// useOnly is use, or for a file whose sum is enough only that.
func (rd *reader) useOnly(f file, sumOnly bool) (contents, bool) {
	c, err := rd.look(f, sumOnly)
	if err != nil {
		rd.problem(f.path, 0, "%v", reason(err))
		return contents{}, false
	}
	rd.used[f.path] = f
	return c, true
}

// collisions reports items of one kind with one name, and commands and skills
// with one name, which hosts call the same way.
func (rd *reader) collisions() {
	items := rd.pack.Items
	sort.SliceStable(items, func(i, j int) bool {
		if items[i].Kind != items[j].Kind {
			return kindOrder[items[i].Kind] < kindOrder[items[j].Kind]
		}
		return items[i].Name < items[j].Name
	})
	type key struct {
		kind Kind
		name string
	}
	first := map[key]Item{}
	for _, it := range items {
		k := key{it.Kind, it.Name}
		if k.kind == Skill {
			k.kind = Command
		}
		other, ok := first[k]
		switch {
		case !ok:
			first[k] = it
		case other.Kind != it.Kind:
			rd.refuse("trigger-twice", it.Source, it.NameLine(), "%s %q is also the name of %s", it.Kind, it.Name, other.Source)
		default:
			rd.refuse("name-twice", it.Source, it.NameLine(), "%s %q is also the name of %s", it.Kind, it.Name, other.Source)
		}
	}
}

// NameLine is the line that gives the item its name; the first one of its file
// if the file's own name does.
func (it *Item) NameLine() int {
	if name, ok := it.field("name"); ok && it.Kind != Command && it.Kind != Rule && name.Value.Text != "" {
		return name.Line
	}
	return 1
}

var kindOrder = map[Kind]int{Command: 0, Agent: 1, Skill: 2, Rule: 3}
