package main

import (
	"cmp"
	"errors"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// target is one host in the scope of the run.
type target struct {
	engine.Target
	// base is the home or the project.
	base string
	// elsewhere are the packs that the host has in the other scope.
	elsewhere []plan.PackRef
	// dirs are the flags that lead a command to the places of a scope, as this run was led.
	dirs func(plan.Scope) string
}

// file is a path below a real directory.
type file = engine.File

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
	found, err := a.resolve(h, a.opt.scope(), env)
	return target{Target: found, base: baseOf(env, found.Scope), elsewhere: a.elsewhere(h, env), dirs: a.opt.dirs}, err
}

// baseOf is what everything of a scope lies in: the home, or the project.
func baseOf(env layout.Env, s plan.Scope) string {
	if s == plan.Local {
		return env.Project
	}
	return env.Home
}

// elsewhere lists the packs that a host has in the scope that the run is not about.
func (a *app) elsewhere(h descriptors.Host, env layout.Env) []plan.PackRef {
	scope := plan.Global
	if a.opt.scope() == plan.Global {
		scope = plan.Local
	}
	other, err := a.resolve(h, scope, env)
	if err != nil {
		return nil // whatever is wrong there is not of this run
	}
	return other.Packs
}

// resolve finds the folders of a host in a scope, whichever the run is about: in the home, or
// in the project that the current directory is.
func (a *app) resolve(h descriptors.Host, scope plan.Scope, env layout.Env) (engine.Target, error) {
	if scope == plan.Local && env.Project == "" {
		dir, err := directory("--project", cmp.Or(a.opt.project, "."))
		if err != nil {
			return engine.Target{}, err
		}
		env.Project = dir
	}
	return engine.Resolve(h, scope, env, &a.ledgers)
}

// engineTargets are the targets without what the command adds.
func engineTargets(targets []target) []engine.Target {
	var all []engine.Target
	for _, t := range targets {
		all = append(all, t.Target)
	}
	return all
}

// mountsOf joins the mounts of all targets, each directory once.
func mountsOf(targets []target) []plan.Mount {
	var lists [][]plan.Mount
	for _, t := range targets {
		lists = append(lists, t.Mounts)
	}
	return layout.Merge(lists...)
}
