package main

import (
	"context"
	"errors"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// work is what a run wants.
type work struct {
	jobs    []job
	targets []target
	// mounts are those of all targets, each directory once.
	mounts []plan.Mount
	// request is what emit is asked for, but for the policy.
	request emit.Request
}

// job is one pack for one target.
type job struct {
	target target
	ref    plan.PackRef
	// file, if not nil, is one that is to come back from where it was put aside.
	file *file
	// pack and plan are nil where the pack leaves.
	pack *pack.Pack
	plan *plan.Plan
}

// render makes the plans of all targets. A refusal by one of them is a refusal of all;
// all refusals are reported together.
func (a *app) render(ctx context.Context, targets []target, choose func(*loader, target) ([]*pack.Pack, error)) (*work, error) {
	l, err := a.loader()
	if err != nil {
		return nil, err
	}
	w := &work{targets: targets, mounts: mountsOf(targets)}
	cache := &project.Cache{}
	var errs []error
	for i, t := range targets {
		if err := a.usable(t.Host); err != nil {
			errs = append(errs, refuse(t.Host, err))
			continue
		}
		packs, err := choose(l, t)
		if err != nil {
			errs = append(errs, refuse(t.Host, err))
			continue
		}
		for _, p := range packs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			a.busy.doingEach("rendering "+p.Name, t.Host.Title, i, len(targets))
			made, err := t.Plan(p, a.order(cache))
			if err != nil {
				errs = append(errs, refuse(t.Host, err))
				continue
			}
			w.jobs = append(w.jobs, job{target: t, ref: made.Pack, pack: p, plan: &made})
			w.request.Plans = append(w.request.Plans, made)
		}
	}
	w.request.Mounts = w.mounts
	return w, errors.Join(errs...)
}

// order is how the run renders packs.
func (a *app) order(cache *project.Cache) engine.Order {
	return engine.Order{OS: a.opt.os, MCP: a.opt.mcp, Pin: a.opt.pin(), Pinned: a.pinned, Cache: cache}
}

// renderWanted makes the work of an install: for each target the pack that the command
// line, the project and the ledgers ask for.
func (a *app) renderWanted(ctx context.Context, targets []target) (*work, error) {
	if err := a.readPins(); err != nil {
		return nil, err
	}
	w, err := a.render(ctx, targets, func(l *loader, t target) ([]*pack.Pack, error) {
		p, err := l.packFor(ctx, t)
		return []*pack.Pack{p}, err
	})
	if err == nil {
		w.request.Predecessors = pack.Predecessors()
		for _, t := range targets {
			w.request.Project = t.Project
		}
	}
	return w, err
}

// distinct drops errors that say the same as one before, as a pack's do for each
// host.
func distinct(errs []error) []error { return firsts(errs, error.Error) }

// outcomes says for each job what the changes are.
func (w *work) outcomes(run *emit.Run) []outcome {
	all := []outcome{}
	for _, j := range w.jobs {
		o := newOutcome(j.target, j.ref)
		o.plan, o.pack = j.plan, j.pack
		planned := map[file]bool{}
		if j.plan != nil {
			o.Notes = append(o.Notes, j.plan.Notes...)
			o.Degradations = j.plan.Degradations
			planned = pathsOf(*j.plan)
		}
		if j.file != nil {
			planned[*j.file] = true
		}
		o.inherit(run, w.mounts, planned)
		o.take(run, w.mounts, j.target, planned)
		all = append(all, o)
	}
	noteTwice(all)
	return all
}

// pathsOf are the files that a plan names.
func pathsOf(p plan.Plan) map[file]bool {
	dirs := map[string]string{}
	for _, m := range p.Mounts {
		dirs[m.ID] = m.Dir
	}
	paths := map[file]bool{}
	for _, art := range p.Artifacts {
		paths[file{Dir: dirs[art.Mount], Path: art.Path}] = true
		for _, twin := range art.Twins {
			paths[file{Dir: dirs[twin.Mount], Path: twin.Path}] = true
		}
	}
	for _, e := range p.Edits {
		paths[file{Dir: dirs[e.Mount], Path: e.Path}] = true
	}
	return paths
}
