// Package golden holds the trees that the fixture pack is expected to become on
// each host and in each scope, and the code that makes and compares such trees.
// The trees lie beside it, whole and readable: HOST-SCOPE/home/… and
// HOST-SCOPE/project/…, with HOST-SCOPE/plan.txt for what a file does not show.
package golden

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/gsd-install/gsd-install/edit"
	"github.com/gsd-install/gsd-install/plan"
)

// File is one file of a tree.
type File struct {
	Data []byte
	Exec bool
}

// Tree is a set of files by slash-separated path.
type Tree map[string]File

// PlanFile is the file of a tree that tells each path's rule and sources,
// what is degraded on the host, and the plan's notes.
const PlanFile = plan.TreeFile

// Tops are the folders of a tree: for the home, the project, and what is outside of both.
var Tops = plan.TreeTops

// Of lays a plan out as a tree: its artifacts, the config files as they
// would be if the user had none, and its PlanFile.
func Of(p plan.Plan) (Tree, error) {
	dirs := map[string]string{}
	for _, m := range p.Mounts {
		dirs[m.ID] = folder(p.Scope, m.Shown)
	}
	tree := Tree{PlanFile: {Data: []byte(explain(p, dirs))}}
	for _, a := range p.Artifacts {
		data, err := a.Bytes()
		if err != nil {
			return nil, err
		}
		tree[path.Join(dirs[a.Mount], a.Path)] = File{data, a.Mode&0o100 != 0}
	}
	for _, e := range p.Edits {
		made, err := edit.Apply(e.Format, nil, e.Ops)
		if err != nil {
			return nil, plan.FileErrorf(e.Path, "%w", err)
		}
		tree[path.Join(dirs[e.Mount], e.Path)] = File{Data: made.Data}
	}
	return tree, nil
}

// folder is where a mount lies in a tree: below home or project, and one outside
// both below elsewhere.
func folder(s plan.Scope, shown string) string {
	switch {
	case shown == "~" || strings.HasPrefix(shown, "~/"):
		return path.Join("home", strings.TrimPrefix(shown, "~"))
	case s == plan.Local && !path.IsAbs(shown):
		return path.Join("project", shown)
	default:
		return path.Join("elsewhere", shown)
	}
}

// explain lists what a plan's files are made by and of, then its notes.
func explain(p plan.Plan, dirs map[string]string) string {
	var b strings.Builder
	line := func(mount, name, rule string, sources []plan.Source) {
		fmt.Fprintf(&b, "%s: %s%s", path.Join(dirs[mount], name), rule, list(sources))
	}
	for _, a := range p.Artifacts {
		line(a.Mount, a.Path, a.Rule, a.Sources)
		if a.Always > 0 {
			fmt.Fprintf(&b, " always %d bytes", a.Always)
		}
		b.WriteByte('\n')
	}
	for _, e := range p.Edits {
		line(e.Mount, e.Path, e.Rule, e.Sources)
		b.WriteByte('\n')
	}
	for _, d := range p.Degradations {
		fmt.Fprintf(&b, "degraded %s: %s: %s <- %s = %s %s\n", d.Rule, d.Level, d.Effect, d.Axis, d.Declared, d.Source)
	}
	for _, n := range p.Notes {
		fmt.Fprintf(&b, "note %s: ", n.Rule)
		if n.Path != "" {
			fmt.Fprintf(&b, "%s: ", n.Path)
		}
		b.WriteString(n.Message)
		if len(n.About) > 0 {
			fmt.Fprintf(&b, " <-%s", list(n.About))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// list lists sources, each with a space before it.
func list(sources []plan.Source) string {
	var b strings.Builder
	for _, s := range sources {
		fmt.Fprintf(&b, " %s", s.Path)
		if s.Start > 0 {
			fmt.Fprintf(&b, ":%d-%d", s.Start, s.End)
		}
		if s.At > 0 {
			fmt.Fprintf(&b, "@%d", s.At)
		}
	}
	return b.String()
}

// Read reads the tree below dir; it is empty if there is no such folder. No plan yields a link, or
// what is no file: these are not followed or opened, and show what they are.
func Read(fsys fs.FS, dir string) (Tree, error) {
	tree := Tree{}
	if _, err := fs.Stat(fsys, dir); errors.Is(err, fs.ErrNotExist) {
		return tree, nil
	}
	err := fs.WalkDir(fsys, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			tree[strings.TrimPrefix(name, dir+"/")] = File{Data: odd(fsys, name)}
			return nil
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		tree[strings.TrimPrefix(name, dir+"/")] = File{data, info.Mode()&0o100 != 0}
		return nil
	})
	return tree, err
}

// odd says what stands where files only should.
func odd(fsys fs.FS, name string) []byte {
	if target, err := fs.ReadLink(fsys, name); err == nil {
		return []byte("a link to " + target + "\n")
	}
	return []byte("neither a file nor a link\n")
}
