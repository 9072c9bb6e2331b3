package main

import (
	"cmp"
	"errors"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// target is one host in the scope of the run, with its folders and what their
// ledgers say.
type target struct {
	host  descriptors.Host
	scope plan.Scope
	// base is the home or the project.
	base   string
	mounts []plan.Mount
	notes  []plan.Note
	// packs are the packs that the host has, by prefix.
	packs []plan.PackRef
	// elsewhere are the packs that the host has in the other scope.
	elsewhere []plan.PackRef
	// joined are the packs that other hosts have in a folder this one shares.
	joined []plan.PackRef
	// claims are the claims on each file.
	claims map[file][]emit.Claim
	// servers are the prefixes of packs whose MCP servers are registered.
	servers map[string]bool
	// broken is what is wrong with ledgers that cannot be read; lost reports that one
	// of them is in a folder of the host's own.
	broken error
	lost   bool
	// interrupted reports that a run was killed in one of the mounts.
	interrupted bool
}

// file is a path below a real directory.
type file struct{ dir, path string }

// targets resolves the folders of hosts in the scope of the run. What is wrong with
// any of them is reported together.
func (a *app) targets(hosts []descriptors.Host) ([]target, error) {
	env, err := a.environment()
	if err != nil {
		return nil, err
	}
	var all []target
	var errs []error
	for _, h := range hosts {
		t, err := a.target(h, env)
		if err != nil {
			errs = append(errs, refuse(h, err))
			continue
		}
		all = append(all, t)
	}
	return all, errors.Join(errs...)
}

// target resolves the folders of one host.
func (a *app) target(h descriptors.Host, env layout.Env) (target, error) {
	mounts, notes, err := a.mountsFor(h, a.opt.scope(), env)
	t := target{host: h, scope: a.opt.scope(), elsewhere: a.elsewhere(h, env), base: env.Home, mounts: mounts, notes: notes, claims: map[file][]emit.Claim{}, servers: map[string]bool{}}
	if t.scope == plan.Local {
		t.base = env.Project
	}
	t.notes = append(t.notes, layout.Variants(h, env)...)
	t.host = layout.Choose(h, t.scope, mounts)
	a.readLedgers(&t)
	return t, err
}

// mountsFor resolves the folders of a host in a scope, with the links that their ledgers
// say were allowed before.
func (a *app) mountsFor(h descriptors.Host, s plan.Scope, env layout.Env) ([]plan.Mount, []plan.Note, error) {
	mounts, notes, err := layout.Mounts(h, s, env)
	for _, m := range mounts {
		l, lerr := a.ledger(m)
		if lerr != nil || l == nil {
			continue // readLedgers says what is wrong with it
		}
		for _, link := range l.Links {
			env.Links = append(env.Links, layout.Link{Mount: m.ID, Path: link.Path, Target: link.Target})
		}
	}
	if err != nil || len(env.Links) == 0 {
		return mounts, notes, err
	}
	return layout.Mounts(h, s, env)
}

// elsewhere lists the packs that a host has in the scope that the run is not about: in
// the home, or in the project that the current directory is.
func (a *app) elsewhere(h descriptors.Host, env layout.Env) []plan.PackRef {
	other := target{host: h, scope: plan.Global, claims: map[file][]emit.Claim{}, servers: map[string]bool{}}
	if a.opt.scope() == plan.Global {
		other.scope = plan.Local
		dir, err := directory("--project", cmp.Or(a.opt.project, "."))
		if err != nil {
			return nil
		}
		env.Project = dir
	}
	mounts, _, err := a.mountsFor(h, other.scope, env)
	if err != nil {
		return nil // whatever is wrong there is not of this run
	}
	other.mounts = mounts
	a.readLedgers(&other)
	return other.packs
}

// isServer reports whether a piece registers an MCP server.
func (t *target) isServer(op plan.Op) bool {
	key := t.host.MCP.Key
	return len(key) > 0 && len(op.Key) == len(key)+1 && slices.Equal(op.Key[:len(key)], key)
}

// dir is the directory of a record in the ledger of m: that of the file mount it
// names, else m's own.
func (t *target) dir(m plan.Mount, fileMount string) string {
	for _, f := range t.mounts {
		if fileMount != "" && f.ID == fileMount {
			return f.Dir
		}
	}
	return m.Dir
}

// at is the file at a path of a plan.
func (t *target) at(mount, path string) file {
	for _, m := range t.mounts {
		if m.ID == mount {
			return file{m.Dir, path}
		}
	}
	return file{path: path}
}

// recorded is the pack that the host has under prefix, or else the one in a
// folder it would share; ok is false if there is none.
func (t *target) recorded(prefix string) (ref plan.PackRef, ok bool) {
	for _, p := range slices.Concat(t.packs, t.joined) {
		if p.Prefix == prefix {
			return p, true
		}
	}
	return plan.PackRef{}, false
}

// mountsOf joins the mounts of all targets, each directory once.
func mountsOf(targets []target) []plan.Mount {
	var lists [][]plan.Mount
	for _, t := range targets {
		lists = append(lists, t.mounts)
	}
	return layout.Merge(lists...)
}
