package main

import (
	"context"
	"slices"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// remember records where something is installed for hosts that were added: other projects, and
// homes that a variable has moved, are not found again without that when the host is to be removed.
func (a *app) remember(ctx context.Context, outcomes []outcome) error {
	for _, o := range outcomes {
		if !o.host.Added() || !o.writes() {
			continue
		}
		usual, err := a.usual(o.host)
		if err != nil {
			return err
		}
		dirs := slices.Clone(a.record.Places[o.Host])
		for _, m := range o.mounts {
			if m.Only == "" && !slices.Contains(usual, m.Dir) {
				dirs = append(dirs, m.Dir)
			}
		}
		slices.Sort(dirs)
		dirs = claimedIn(o.Host, slices.Compact(dirs))
		if slices.Equal(dirs, a.record.Places[o.Host]) {
			continue
		}
		if err := a.rememberIn(ctx, o.Host, dirs); err != nil {
			return err
		}
	}
	return nil
}

// usual are the directories of a host in the user's home that no variable has moved.
func (a *app) usual(h descriptors.Host) ([]string, error) {
	env, err := a.environment()
	if err != nil {
		return nil, err
	}
	env.Getenv, env.ConfigDir = nil, ""
	mounts, _, err := layout.Mounts(h, plan.Global, env)
	var dirs []string
	for _, m := range mounts {
		dirs = append(dirs, m.Dir)
	}
	return dirs, err
}

func (a *app) rememberIn(ctx context.Context, id string, dirs []string) error {
	now, unlock, err := a.lockRecord(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if _, known := now.Find(id); !known {
		return nil // somebody has removed it meanwhile
	}
	dirs = slices.Concat(dirs, now.Places[id])
	slices.Sort(dirs)
	if err := now.Remember(id, claimedIn(id, slices.Compact(dirs))); err != nil {
		return err
	}
	a.record, err = added.Read(a.record.Dir, a.record.Shown)
	return err
}

// claimedIn are those of the directories whose ledgers say that something is installed there for a
// host, or cannot be read.
func claimedIn(id string, dirs []string) []string {
	return slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
		l, err := emit.ReadLedger(plan.Mount{Dir: dir})
		return err == nil && (l == nil || !slices.Contains(l.Hosts(), id))
	})
}
