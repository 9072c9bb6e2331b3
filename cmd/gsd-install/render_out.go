package main

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/golden"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// standInHomes are the homes that render writes paths for, by system, so that its output is
// the same on every machine.
var standInHomes = map[string]string{
	"linux":   "/home/user",
	"darwin":  "/Users/user",
	"windows": `C:\Users\user`,
}

// renderAway makes the plans of hosts as if on a machine that has nothing yet.
func (a *app) renderAway(ctx context.Context, hosts []descriptors.Host) (*work, error) {
	system := cmp.Or(a.opt.os, runtime.GOOS)
	home, err := a.renderHome(system)
	if err != nil {
		return nil, err
	}
	env := layout.Env{Home: home, Project: home + "/project", OS: system}
	here, _ := os.UserHomeDir() // only for a pack below it
	if a.loads, err = a.newLoader(here, ""); err != nil {
		return nil, err
	}
	var targets []target
	for _, h := range hosts {
		mounts, notes, err := layout.Mounts(h, a.opt.scope(), env)
		if err != nil {
			return nil, err
		}
		targets = append(targets, target{host: layout.Choose(h, a.opt.scope(), mounts), scope: a.opt.scope(), mounts: mounts, notes: append(notes, layout.Variants(h, env)...)})
	}
	return a.renderWanted(ctx, targets)
}

// absolutePath is one of any system.
var absolutePath = regexp.MustCompile(`^(/|\\\\|[A-Za-z]:[/\\])`)

// renderHome is the home that is rendered for, absolute.
func (a *app) renderHome(system string) (string, error) {
	switch {
	case a.opt.home == "":
		return cmp.Or(standInHomes[system], standInHomes["linux"]), nil
	case system == runtime.GOOS:
		return filepath.Abs(a.opt.home)
	case !absolutePath.MatchString(a.opt.home):
		return "", usagef("--home: %s: it is relative, and this machine does not know to what on %s", a.opt.home, system)
	}
	return a.opt.home, nil
}

// outDir is where render writes an outcome.
func (a *app) outDir(o outcome) string {
	return filepath.Join(a.opt.out, o.Host+"-"+string(o.Scope))
}

// writeOut writes one plan, config files with only our pieces in them.
func (a *app) writeOut(j job) (outcome, error) {
	o := newOutcome(j.target, j.ref)
	o.Notes = append(o.Notes, j.plan.Notes...)
	for _, art := range j.plan.Artifacts {
		o.add(art.Mount, plan.Change{Action: plan.Create, Path: art.Path, Why: "rendered", Rule: art.Rule, Sources: art.Sources})
	}
	for _, e := range j.plan.Edits {
		o.add(e.Mount, plan.Change{Action: plan.Create, Path: e.Path, Why: "rendered", Rule: e.Rule, Sources: e.Sources})
	}
	tree, err := golden.Of(*j.plan)
	if err != nil {
		return o, err
	}
	delete(tree, golden.PlanFile) // --json tells it
	for name, f := range tree {
		at := filepath.Join(a.outDir(o), filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return o, err
		}
		mode := os.FileMode(0o644)
		if f.Exec {
			mode = 0o755
		}
		if err := os.WriteFile(at, f.Data, mode); err != nil {
			return o, err
		}
	}
	return o, nil
}
