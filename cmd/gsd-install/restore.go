package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// restore brings back what was put aside for a path: a person's edit is theirs again, and
// what is in its place now is put aside itself unless it is as it was installed.
func (a *app) restore(ctx context.Context) error {
	hosts, err := a.named()
	if err != nil {
		return err
	}
	if err := a.opt.checkRestore(); err != nil {
		return err
	}
	e := errand{hosts: hosts}
	e.work = func([]target) (*work, error) { return a.restoring(e) }
	if a.opt.dryRun {
		return a.preview(ctx, e)
	}
	outcomes, err := a.write(ctx, e)
	if err != nil {
		return err
	}
	result := conflicted(outcomes)
	if a.opt.json {
		a.printJSON(outcomes)
		return result
	}
	outcomes = a.printRefused(outcomes)
	p := a.painter(a.out)
	for _, o := range outcomes {
		fmt.Fprintln(a.out, p.paint(bold, heading(o)))
		for _, c := range o.Changes {
			if c.Action == plan.Keep {
				fmt.Fprintf(a.out, "  %s: it is as it was put aside, nothing to change\n", oneLine(o.shown(c.Root, c.Path)))
				continue
			}
			printChange(a.out, p, o, c, a.opt.verbose)
		}
	}
	return result
}

// checkRestore refuses flags that say what to install, or what to do about conflicts.
func (o *options) checkRestore() error {
	for _, flag := range []struct {
		name  string
		given bool
	}{
		{"pack", o.pack != ""}, {"minimal", o.minimal}, {"profile", o.profile != ""}, {"mcp", o.mcp}, {"on-conflict", o.onConflict != ""},
	} {
		if flag.given {
			return &usageError{
				message: "--restore brings one file back and excludes --" + flag.name,
				hint:    "what is in its place is put aside, unless it is as it was installed",
			}
		}
	}
	return nil
}

// restoring is the work of bringing back what the command line asks for.
func (a *app) restoring(e errand) (*work, error) {
	targets, err := a.disturbed(e)
	if err != nil {
		return nil, err
	}
	all, err := a.held(e)
	if err != nil {
		return nil, err
	}
	b, err := a.askedFor(all, e)
	if err != nil {
		return nil, err
	}
	at := file{Dir: b.mount.Dir, Path: b.Path}
	targets = slices.DeleteFunc(targets, func(t target) bool { return !t.has(b.store.Dir) })
	j := job{target: targets[0], file: &at}
	j.target.Host = descriptors.Host{} // nobody's
	for _, t := range targets {        // whoever uses the file, if anybody does
		for _, ref := range t.Packs {
			if slices.Contains(t.Claims[at], emit.Claim{Host: t.Host.ID, Prefix: ref.Prefix}) {
				j.target, j.ref = t, ref
			}
		}
	}
	mounts := j.target.Mounts
	mine, err := backupsIn(mounts) // as this host calls its folders
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(mine, func(m backup) bool { return m.Backup == b.Backup })
	return &work{
		jobs: []job{j}, targets: []target{j.target}, mounts: mounts,
		request: emit.Request{Mounts: mounts, Restore: &mine[i].found},
	}, nil
}
