package main

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/edit"
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
		targets = append(targets, target{host: h, scope: a.opt.scope(), mounts: mounts, notes: notes})
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
	put := func(mount, name string, data []byte, mode os.FileMode, c plan.Change) error {
		at := filepath.Join(a.outDir(o), filepath.FromSlash(outPath(o, mount, name)))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		c.Action, c.Mount, c.Path, c.Why = plan.Create, mount, name, "rendered"
		o.add(mount, c)
		return os.WriteFile(at, data, mode)
	}
	for _, art := range j.plan.Artifacts {
		if err := put(art.Mount, art.Path, art.Data, art.Mode, plan.Change{Rule: art.Rule, Sources: art.Sources}); err != nil {
			return o, err
		}
	}
	for _, e := range j.plan.Edits {
		made, err := edit.Apply(e.Format, nil, e.Ops)
		if err != nil {
			return o, err
		}
		if err := put(e.Mount, e.Path, made.Data, 0o644, plan.Change{Rule: e.Rule, Sources: e.Sources}); err != nil {
			return o, err
		}
	}
	return o, nil
}

// outPath is a path of a plan below the outcome's folder.
func outPath(o outcome, mount, name string) string {
	shown := o.shown(mount, name)
	if o.Scope == plan.Local {
		return path.Join("project", shown)
	}
	return path.Join("home", strings.TrimPrefix(shown, "~/"))
}
