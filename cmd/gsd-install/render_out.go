package main

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/layout"
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
	env, err := a.awayEnv()
	if err != nil {
		return nil, err
	}
	if a.loads, err = a.awayLoader(); err != nil {
		return nil, err
	}
	var targets []target
	for _, h := range hosts {
		mounts, notes, err := layout.Mounts(h, a.opt.scope(), env)
		if err != nil {
			return nil, err
		}
		targets = append(targets, target{Target: engine.Target{
			Host: layout.Choose(h, a.opt.scope(), env, mounts), Scope: a.opt.scope(), Mounts: mounts,
			Notes: append(notes, layout.Variants(h, env)...),
		}})
	}
	return a.renderWanted(ctx, targets)
}

// awayLoader loads packs for a run that is not about this machine, which need not have a home.
func (a *app) awayLoader() (*loader, error) {
	home, _ := os.UserHomeDir() // only for a pack below it
	return a.newLoader(home, "")
}

// awayEnv is a machine that has nothing yet.
func (a *app) awayEnv() (layout.Env, error) {
	system := cmp.Or(a.opt.os, runtime.GOOS)
	home, err := a.renderHome(system)
	return layout.Env{Home: home, Project: home + "/project", OS: system, Away: true}, err
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
