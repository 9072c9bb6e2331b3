package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// outcome is what a command has to say about one host, scope and pack. It is
// one element of the array that --json prints, and what people read is made from it.
type outcome struct {
	Host  string     `json:"host"`
	Scope plan.Scope `json:"scope"`
	Pack  packName   `json:"pack"`
	// Roots are the real directories of the mounts by id.
	Roots map[string]string `json:"roots"`
	// Changes are in order of root and path; never nil.
	Changes []change `json:"changes"`
	// Notes is never nil.
	Notes []plan.Note `json:"notes"`
	// Degradations are what of the pack works otherwise on the host; none where nothing is planned.
	Degradations []plan.Degradation `json:"degradations,omitempty"`
	// Takeovers are what is taken over from other installers.
	Takeovers []takeover `json:"takeovers,omitempty"`
	// Result says in a word how it ended: "done", "unchanged", "conflict",
	// "stopped", "drift", "in-sync", "refused"; empty for a plan.
	Result string `json:"result,omitempty"`
	// Error says why the host was refused; nil if it was not.
	Error *errorBody `json:"error,omitempty"`

	host descriptors.Host
	// refused is Error as it came.
	refused error
	// elsewhere are the packs that the host has in the other scope.
	elsewhere []plan.PackRef
	// dirs are the flags that lead a command to the places of a scope.
	dirs func(plan.Scope) string
	// base is the home or the project.
	base   string
	ref    plan.PackRef
	mounts []plan.Mount
	// plan and pack are nil where a command has none, as verify.
	plan *plan.Plan
	pack *pack.Pack
}

type packName struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// change is one plan.Change as it is printed.
type change struct {
	Action  plan.Action   `json:"action"`
	Root    string        `json:"root"`
	Path    string        `json:"path"`
	Why     string        `json:"why"`
	Rule    string        `json:"rule"`
	Sources []plan.Source `json:"sources"`
	// Backup is where the bytes on disk are put aside, absolute; empty if they
	// are not.
	Backup string `json:"backup,omitempty"`
	// Pristine is where what we had installed is put that the backup is an edit of,
	// absolute; empty if it is not.
	Pristine string `json:"pristine,omitempty"`
	// Original is where the user's own file stays that an earlier run has put aside,
	// absolute; empty if it does not.
	Original string `json:"original,omitempty"`
	// wanted reports that there are bytes of ours for the path, there that a file is
	// there when the run has ended.
	// edit reports that the path is a file of the user's, of which pieces are ours.
	wanted, there, edit bool
}

// newOutcome starts the outcome of a host without changes.
func newOutcome(t target, ref plan.PackRef) outcome {
	o := outcome{
		Host:      t.Host.ID,
		Scope:     t.Scope,
		Pack:      packName{ref.Name, ref.Version},
		Roots:     map[string]string{},
		Changes:   []change{},
		Notes:     []plan.Note{},
		host:      t.Host,
		elsewhere: t.elsewhere,
		dirs:      t.dirs,
		base:      t.base,
		ref:       ref,
		mounts:    t.Mounts,
	}
	for _, m := range t.Mounts {
		o.Roots[m.ID] = m.Dir
	}
	return o
}

// take appends the changes of a run that are this outcome's: to a path that its plan
// names or its claim holds, in one of the target's folders.
func (o *outcome) take(run *emit.Run, mounts []plan.Mount, t target, planned map[file]bool) {
	dirs := map[string]string{}
	for _, m := range mounts {
		dirs[m.ID] = m.Dir
	}
	roots := map[string]string{}
	for _, m := range t.Mounts {
		roots[m.Dir] = m.ID
	}
	claim := emit.Claim{Host: t.Host.ID, Prefix: o.ref.Prefix}
	for _, c := range run.Changes {
		f := file{Dir: dirs[c.Mount], Path: c.Path}
		root, ours := roots[f.Dir]
		if ours && (planned[f] || slices.Contains(t.Claims[f], claim)) {
			o.add(root, c)
		}
	}
	for _, n := range run.Notes {
		if slices.ContainsFunc(o.Changes, func(c change) bool { return o.shown(c.Root, c.Path) == n.Path }) {
			o.Notes = append(o.Notes, n)
		}
	}
}

// add appends a change under the id that this host has for its folder.
func (o *outcome) add(root string, c plan.Change) {
	made := change{Action: c.Action, Root: root, Path: c.Path, Why: c.Why, Rule: c.Rule, Sources: []plan.Source{}, wanted: c.Want != "", edit: c.Edit}
	switch c.Action {
	case plan.Create, plan.Update:
		made.there = true
	case plan.Keep, plan.Conflict:
		made.there = c.Have != ""
	}
	made.Sources = append(made.Sources, c.Sources...)
	made.Backup, made.Pristine, made.Original = o.stored(root, c.Backup), o.stored(root, c.Pristine), o.stored(root, c.Original)
	o.Changes = append(o.Changes, made)
}

// stored is the OS path of what lies in the folder that keeps the records of a mount;
// empty for nothing.
func (o *outcome) stored(root, path string) string {
	if path == "" {
		return ""
	}
	return filepath.Join(o.Roots[o.mount(root).Store], filepath.FromSlash(path))
}

// count is how many changes have the action.
func (o *outcome) count(action plan.Action) int { return countOf(o.Changes, action) }

// conflicts reports whether a path is in conflict.
func (o *outcome) conflicts(root, path string) bool {
	return slices.ContainsFunc(o.Changes, func(c change) bool {
		return c.Action == plan.Conflict && c.Root == root && c.Path == path
	})
}

// differing is how many files are not as they were installed.
func (o *outcome) differing() int { return len(o.Changes) - o.count(plan.Keep) }

// writes reports whether the changes touch the disk.
func (o *outcome) writes() bool {
	return o.count(plan.Create)+o.count(plan.Update)+o.count(plan.Remove) > 0
}

// shown is a path as people read it.
func (o *outcome) shown(root, path string) string {
	return spelled(o.mount(root), path)
}

// spelled is an OS path in one of the folders as people read it.
func (o *outcome) spelled(p string) string {
	for _, m := range o.mounts {
		if rest, ok := strings.CutPrefix(p, m.Dir+string(filepath.Separator)); ok && m.Only == "" {
			return spelled(m, filepath.ToSlash(rest))
		}
	}
	return p
}

// spelled is a path below a mount as people read it.
func spelled(m plan.Mount, path string) string {
	if m.Only != "" && m.Link != "" {
		return m.Shown // of the link
	}
	if m.ID != "" && m.Shown != "." {
		return strings.TrimSuffix(m.Shown, "/") + "/" + path
	}
	return path
}

// mount is the mount with the id; the zero one if there is none.
func (o *outcome) mount(id string) plan.Mount {
	for _, m := range o.mounts {
		if m.ID == id {
			return m
		}
	}
	return plan.Mount{}
}
