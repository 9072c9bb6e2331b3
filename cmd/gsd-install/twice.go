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

// noteTwice notes for each host which of its items it will find once more in other
// folders that it reads: copies for another host, or somebody else's. None of them
// is touched.
func noteTwice(all []outcome) {
	after := map[string]bool{}
	for _, o := range all {
		for _, c := range o.Changes {
			after[o.absolute(c)] = c.stays()
		}
	}
	for i := range all {
		all[i].noteScopes()
		for _, r := range all[i].host.AlsoReads {
			if r.Scope == all[i].Scope {
				all[i].noteFolder(r, after)
			}
		}
	}
}

// noteScopes notes that the host has the pack in the other scope as well.
func (o *outcome) noteScopes() {
	there := slices.ContainsFunc(o.elsewhere, func(p plan.PackRef) bool { return p.Prefix == o.ref.Prefix })
	if !there || !slices.ContainsFunc(o.Changes, change.stays) {
		return
	}
	where, scope := "your home", plan.Global
	if o.Scope == plan.Global {
		where, scope = "this project", plan.Local
	}
	o.Notes = append(o.Notes, plan.Note{Rule: "both-scopes", Message: fmt.Sprintf(
		"%s has the pack in %s too and may list everything twice; to take that one back: gsd-install uninstall --%s --%s --prefix %s",
		o.host.Title, where, o.Host, scope, o.ref.Prefix)})
}

// noteFolder notes the items that also lie in the folder of r. after says of paths
// that the run knows whether they are there when it has ended.
func (o *outcome) noteFolder(r descriptors.AlsoRead, after map[string]bool) {
	dir := o.alsoRead(r.Path)
	var twice []string
	for _, name := range namesIn(dir, r.Kind, after) {
		own, ok := o.item(r.Kind, name)
		if ok && own != itemPath(dir, r.Kind, name) {
			twice = append(twice, name)
		}
	}
	if len(twice) == 0 {
		return
	}
	shown := "~/" + r.Path
	if r.Scope == plan.Local {
		shown = r.Path
	}
	few := strings.Join(twice[:min(len(twice), 3)], ", ")
	if len(twice) > 3 {
		few += ", …"
	}
	o.Notes = append(o.Notes, plan.Note{Rule: "seen-twice", Path: shown, Message: fmt.Sprintf(
		"%s reads this folder too and finds %s of the same name there: %s; to list them once, leave the pack to one host or remove what is there", o.host.Title, counted(len(twice), "item"), few)})
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

// namesIn are the names of the items of a kind in a directory, sorted.
func namesIn(dir, kind string, after map[string]bool) []string {
	names := map[string]bool{}
	for p, there := range after {
		if name := itemName(dir, kind, p); there && name != "" {
			names[name] = true
		}
	}
	entries, _ := os.ReadDir(dir) // one that cannot be read cannot be compared
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".md")
		p := itemPath(dir, kind, name)
		if _, known := after[p]; known {
			continue
		}
		if _, err := os.Stat(p); !errors.Is(err, fs.ErrNotExist) {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// itemPath is where a directory has an item of a kind.
func itemPath(dir, kind, name string) string {
	if kind == "skills" {
		return filepath.Join(dir, name, "SKILL.md")
	}
	return filepath.Join(dir, name+".md")
}

// itemName is the name of the item at p; empty if p is none of the directory.
func itemName(dir, kind, p string) string {
	name := strings.TrimSuffix(filepath.Base(p), ".md")
	if kind == "skills" {
		name = filepath.Base(filepath.Dir(p))
	}
	if itemPath(dir, kind, name) != p {
		return ""
	}
	return name
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
			if ok && c.Path == at && c.stays() {
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

// stays reports whether the file is there after the change.
func (c change) stays() bool { return c.Action != plan.Remove && c.Action != plan.Forget }
