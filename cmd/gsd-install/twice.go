package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// after says of the files that a run knows whether they are there when it has ended.
type after map[string]bool

// noteTwice notes for each host which of its items and hooks it will find once more in
// other places that it reads: copies for another host, or somebody else's. None of them
// is touched.
func noteTwice(all []outcome) {
	known := after{}
	for _, o := range all {
		for _, c := range o.Changes {
			known[o.absolute(c)] = c.there
		}
	}
	for i := range all {
		o := &all[i]
		o.noteScopes()
		for _, r := range o.host.AlsoReads {
			switch {
			case r.Scope != o.Scope:
			case r.Kind == "hooks":
				o.noteHooks(r, all)
			default:
				o.noteFolder(r, known)
			}
		}
	}
}

// noteScopes notes that the host has the pack in the other scope as well.
func (o *outcome) noteScopes() {
	there := slices.ContainsFunc(o.elsewhere, func(p plan.PackRef) bool { return p.Prefix == o.ref.Prefix })
	if !there || !slices.ContainsFunc(o.Changes, func(c change) bool { return c.there }) {
		return
	}
	where, scope := "your home", plan.Global
	if o.Scope == plan.Global {
		where, scope = "this project", plan.Local
	}
	o.Notes = append(o.Notes, plan.Note{Rule: "both-scopes", Message: fmt.Sprintf(
		"%s has the pack in %s too and may list everything twice; to take that one back: gsd-install uninstall --%s --%s --prefix %s%s",
		o.host.Title, where, o.Host, scope, o.ref.Prefix, o.dirs(scope))})
}

// noteFolder notes the items that also lie in the folder of r.
func (o *outcome) noteFolder(r descriptors.AlsoRead, known after) {
	var twice []string
	found := o.items(known, o.alsoRead(r.Path), r.Kind)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		own, ok := o.item(r.Kind, name)
		if ok && own != found[name] {
			twice = append(twice, name)
		}
	}
	if len(twice) == 0 {
		return
	}
	few := strings.Join(twice[:min(len(twice), 3)], ", ")
	if len(twice) > 3 {
		few += ", …"
	}
	way := "leave the pack to one host or remove what is there"
	if r.Own {
		way = "remove what is there, or have it put aside with --on-conflict=replace"
	}
	o.Notes = append(o.Notes, plan.Note{Rule: "seen-twice", Path: o.alsoShown(r), Message: fmt.Sprintf(
		"%s reads this folder too and finds %s of the same name there: %s; to list them once, %s", o.host.Title, counted(len(twice), "item"), few, way)})
}

// alsoShown is the place of r as people spell it.
func (o *outcome) alsoShown(r descriptors.AlsoRead) string {
	if o.Scope == plan.Local {
		return r.Path
	}
	return "~/" + r.Path
}

// alsoRead is the real directory of a folder that the host reads. A shared folder of
// its own lies where its mount does, also if that was moved.
func (o *outcome) alsoRead(rel string) string {
	top, below, _ := strings.Cut(rel, "/")
	dir := filepath.Join(o.base, filepath.FromSlash(rel))
	for _, m := range o.mounts {
		if s, ok := descriptors.SharedByID(m.ID); ok && (o.Scope == plan.Global && s.Global == top || o.Scope == plan.Local && s.Local == top) {
			dir = filepath.Join(m.Dir, filepath.FromSlash(below))
		}
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return dir
}

// items are the paths of the items of a kind in a directory that the host reads, by name.
func (o *outcome) items(known after, dir, kind string) map[string]string {
	paths := map[string]string{}
	for p, there := range known {
		if name := o.called(dir, kind, p); there && name != "" {
			paths[name] = p
		}
	}
	entries, _ := os.ReadDir(dir) // one that cannot be read cannot be compared
	for _, e := range entries {
		p := filepath.Join(dir, e.Name())
		if kind == "skills" {
			p = filepath.Join(p, "SKILL.md")
		}
		name := o.called(dir, kind, p)
		if _, ok := known[p]; ok || name == "" {
			continue
		}
		if _, err := os.Stat(p); !errors.Is(err, fs.ErrNotExist) {
			paths[name] = p
		}
	}
	return paths
}

// called is the name of the item of a kind at p; empty if p is none of the directory.
func (o *outcome) called(dir, kind, p string) string {
	rel, ok := strings.CutPrefix(p, dir+string(filepath.Separator))
	if !ok {
		return ""
	}
	return layout.Called(o.host, o.Scope, kind, filepath.ToSlash(rel))
}

// item finds the absolute path of the host's own item of a name; false if it has
// none. A command is found as a skill.
func (o *outcome) item(kind, name string) (string, bool) {
	kinds := []pack.Kind{pack.Command, pack.Skill}
	if kind == "agents" {
		kinds = []pack.Kind{pack.Agent}
	}
	short := strings.TrimPrefix(name, o.ref.Prefix+"-")
	names := descriptors.Names{Name: name, Short: short, Stem: short, Prefix: o.ref.Prefix}
	for _, k := range kinds {
		row, ok := layout.Row(o.host, o.Scope, k)
		at := path.Join(row.DestSubpath, names.Fill(row.File))
		for _, c := range o.Changes {
			if ok && c.Path == at && c.there {
				return o.absolute(c), true
			}
		}
	}
	return "", false
}

// absolute is the OS path of a change.
func (o *outcome) absolute(c change) string {
	return filepath.Join(o.Roots[c.Root], filepath.FromSlash(c.Path))
}
