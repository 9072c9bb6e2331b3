// Package engine is what a run is about and made of, whoever runs it: hosts on this machine, with
// their folders and what ledgers say of these, the plan of a pack for one of them, and what an
// earlier run has left. The command and the adapters of package adapter stand on it, so that
// what one has installed the other goes on with.
//
// A run locks the mounts of its targets (emit.Lock), finishes what a killed one has left (Recover),
// resolves the targets again, since others may have written before the lock, and gives the plans
// to emit.Diff. Nothing here writes but Recover.
package engine

import (
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// Target is one host in one scope on this machine, with its folders and what their ledgers say.
type Target struct {
	// Host is the host as layout.Choose has it for the folders that there are.
	Host   descriptors.Host
	Scope  plan.Scope
	Mounts []plan.Mount
	// Project is the real directory of the project in local scope, else empty.
	Project string
	// Notes are about the folders.
	Notes []plan.Note
	// Packs are the packs that the host has, by prefix.
	Packs []plan.PackRef
	// Joined are the packs that other hosts have in a folder this one shares.
	Joined []plan.PackRef
	// Before are the packs of files that were edited, and kept when another pack came.
	Before []plan.PackRef
	// Claims are the claims on each file.
	Claims map[File][]emit.Claim
	// Servers are the prefixes of packs whose MCP servers are registered.
	Servers map[string]bool
	// Pins are what agents of packs run with, by prefix, where that was pinned.
	Pins map[string]project.Pin
	// Broken is what is wrong with ledgers that cannot be read; Lost reports that one
	// of them is in a folder of the host's own.
	Broken error
	Lost   bool
	// Interrupted reports that a run was killed in one of the mounts.
	Interrupted bool
}

// File is a path below a real directory, an absolute OS path.
type File struct{ Dir, Path string }

// At is the file at a path of a plan.
func (t *Target) At(mount, path string) File {
	for _, m := range t.Mounts {
		if m.ID == mount {
			return File{m.Dir, path}
		}
	}
	return File{Path: path}
}

// Recorded is the pack that the host has under prefix, or else the one in a folder it would
// share; ok is false if there is none.
func (t *Target) Recorded(prefix string) (ref plan.PackRef, ok bool) {
	for _, p := range slices.Concat(t.Packs, t.Joined) {
		if p.Prefix == prefix {
			return p, true
		}
	}
	return plan.PackRef{}, false
}

// Recover finishes what runs that were killed have left in the mounts, as emit.Recover does. Of a
// directory that some hosts of the set only open by name, no journal is believed to open more.
// The mounts have to be locked.
func Recover(set *descriptors.Set, s plan.Scope, env layout.Env, mounts []plan.Mount) (recovered bool, left []emit.Left, err error) {
	return emit.Recover(layout.Merge(mounts, restricted(set, s, env)))
}

// restricted are the directories of which only some files may be opened, whoever uses them: a run
// that was killed may have had one, and its journal is not to say which files. They are in
// projects alone.
func restricted(set *descriptors.Set, s plan.Scope, env layout.Env) []plan.Mount {
	if s != plan.Local {
		return nil
	}
	var all []plan.Mount
	for _, h := range set.Hosts() {
		mounts, _, err := layout.Mounts(h, s, env)
		if err != nil {
			continue // what is wrong there is not of this run
		}
		all = append(all, slices.DeleteFunc(mounts, func(m plan.Mount) bool { return len(m.Names) == 0 })...)
	}
	return layout.Merge(all)
}
