package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

func (a *app) repairCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "repair [--HOST ...] [flags]",
		Short: "Put back what was lost or damaged, after a backup of what was edited",
		Long: `Finish an interrupted run, rebuild a ledger that cannot be read, and put back what
is lost or damaged, from the pack recorded when it was installed. Edited files are
put aside first; --restore brings such a file back, as the edit that it was, and puts
aside what is in its place.`,
		Example: `  gsd-install repair
  gsd-install repair --{host} --dry-run
  gsd-install repair --restore PATH
  gsd-install repair --{host} --pack ./my-pack`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if a.opt.restore != "" {
				return a.restore(cmd.Context())
			}
			return a.repair(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.opt.restore, "restore", "", "bring back what was put aside for the file `PATH`")
	a.opt.hostFlags(f)
	a.opt.packFlags(f)
	a.opt.conflictFlag(f)
	a.opt.writeFlags(f)
	a.opt.commonFlags(f)
	return cmd
}

// repair brings the hosts back to the packs recorded for them.
func (a *app) repair(ctx context.Context) error {
	hosts, err := a.named()
	if err != nil {
		return err
	}
	e := errand{hosts: hosts, work: func(targets []target) (*work, error) { return a.repairing(ctx, targets) }}
	return a.tend(ctx, e, func(o outcome) string {
		if o.writes() {
			return "is repaired"
		}
		return "is in order"
	})
}

// repairing is the work of a repair.
func (a *app) repairing(ctx context.Context, targets []target) (*work, error) {
	all, err := a.render(ctx, targets, a.recordedPacks(ctx))
	if err != nil {
		return nil, err
	}
	w := &work{targets: targets, mounts: all.mounts, request: emit.Request{Mounts: all.mounts, Repair: true}}
	var errs []error
	for _, j := range all.jobs {
		was, err := a.wasThere(j)
		if err != nil {
			errs = append(errs, refuse(j.target.Host, err))
		}
		if was {
			w.jobs = append(w.jobs, j)
			w.request.Plans = append(w.request.Plans, *j.plan)
		}
	}
	return w, errors.Join(errs...)
}

// wasThere reports whether the host has had the pack. Where no record is left, the files
// have to show it; if they may as well be another pack's, the user has to say which.
func (a *app) wasThere(j job) (bool, error) {
	if slices.ContainsFunc(j.target.Packs, func(p plan.PackRef) bool { return p.Prefix == j.ref.Prefix }) {
		return true, nil
	}
	if len(j.target.Packs) > 0 && j.target.Broken == nil {
		return false, nil // it has others
	}
	equal, there, all := j.found()
	lost := j.target.Broken != nil
	switch {
	case 2*equal > all, a.opt.pack != "" && (lost || there > 0):
		return true, nil
	case a.opt.pack != "", there == 0 && !lost:
		return false, nil
	}
	return false, &hinted{
		fmt.Errorf("%s, %s: no record is left of what was installed, and it does not look like %s", j.target.Host.Title, j.target.Scope, packText(j.ref)),
		"name the pack that it was with --pack SRC",
	}
}

// found counts the files of the plan that nobody claims: those on disk with the same
// bytes, those on disk, and all.
func (j job) found() (equal, there, all int) {
	for _, art := range j.plan.Artifacts {
		f := j.target.At(art.Mount, art.Path)
		if len(j.target.Claims[f]) > 0 {
			continue
		}
		all++
		data, err := confine.ReadPath(filepath.Join(f.Dir, filepath.FromSlash(f.Path)))
		if err == nil {
			there++
		}
		if err == nil && plan.SumOf(data) == art.Sum {
			equal++
		}
	}
	return equal, there, all
}

// recordedPacks chooses all packs of a target; the one given or a default for a target
// whose ledger is lost.
func (a *app) recordedPacks(ctx context.Context) func(*loader, target) ([]*pack.Pack, error) {
	return func(l *loader, t target) ([]*pack.Pack, error) {
		if len(t.Packs) == 0 && t.Interrupted {
			return nil, nil // what it has will be known once the run is ended
		}
		if a.opt.pack != "" || len(t.Packs) == 0 {
			p, err := l.packFor(ctx, t)
			return []*pack.Pack{p}, err
		}
		var all []*pack.Pack
		for _, ref := range t.Packs {
			p, err := l.recorded(ctx, ref)
			if err != nil {
				return nil, err
			}
			if p.Integrity != ref.Integrity {
				a.note(fmt.Sprintf("pack %s has changed since it was installed", packText(plan.PackRef{Name: ref.Name, Version: ref.Version})))
			}
			all = append(all, p)
		}
		return all, nil
	}
}
