package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// TestFolders holds that the picker names the folders that the builtin pack's plans write to,
// on every host in both scopes.
func TestFolders(t *testing.T) {
	for _, s := range []plan.Scope{plan.Global, plan.Local} {
		a := newApp()
		a.opt.home, a.opt.local, a.picks.scope = t.TempDir(), s == plan.Local, s
		if a.opt.local {
			a.opt.project = t.TempDir()
		}
		a.findAdded(nil)
		env, err := a.environment()
		if err != nil {
			t.Fatal(err)
		}
		l, err := a.loader()
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range a.set.Hosts() {
			found, err := a.target(h, env)
			if err != nil {
				t.Fatal(err)
			}
			p, err := l.packFor(context.Background(), found)
			if err != nil {
				t.Fatal(err)
			}
			made, err := found.Plan(p, a.order(&project.Cache{}))
			if err != nil {
				t.Fatal(err)
			}
			used := map[string]bool{}
			for _, art := range made.Artifacts {
				used[art.Mount] = true
			}
			for _, e := range made.Edits {
				used[e.Mount] = true
			}
			var want []string
			for _, m := range made.Mounts {
				if used[m.ID] && m.Only == "" && len(m.Names) == 0 {
					want = append(want, m.Shown)
				}
			}
			slices.Sort(want)
			if got := a.folders(h, env); got != strings.Join(want, ", ") {
				t.Errorf("%s, %s: %q, and the plan has %q", h.ID, s, got, want)
			}
		}
	}
}
