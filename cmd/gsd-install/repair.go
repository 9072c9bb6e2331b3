package main

import (
	"context"
	"fmt"

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
put aside first.`,
		Example: `  gsd-install repair
  gsd-install repair --{host} --dry-run
  gsd-install repair --{host} --pack ./my-pack`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.repair(cmd.Context()) },
	}
	f := cmd.Flags()
	a.opt.hostFlags(f)
	a.opt.packFlags(f)
	a.opt.conflictFlag(f)
	a.opt.writeFlags(f)
	a.opt.commonFlags(f)
	return cmd
}

// repair brings the hosts back to the packs recorded for them.
func (a *app) repair(ctx context.Context) error {
	prepare := func() (*work, error) {
		targets, err := a.installed()
		if err != nil {
			return nil, err
		}
		w, err := a.render(ctx, targets, a.recordedPacks(ctx))
		if w != nil {
			w.request.Repair = true
		}
		return w, err
	}
	if a.opt.dryRun {
		w, err := prepare()
		if err != nil {
			return err
		}
		return a.preview(ctx, w)
	}
	outcomes, err := a.write(ctx, prepare, nil)
	if err != nil {
		return err
	}
	if a.opt.json {
		a.printJSON(outcomes)
		return conflicted(outcomes)
	}
	if len(outcomes) == 0 {
		a.note("nothing is installed there")
	}
	p := a.painter(a.out)
	for _, o := range outcomes {
		word := "is in order"
		if o.writes() {
			word = "is repaired"
		}
		fmt.Fprintf(a.out, "%s %s\n  %s\n", p.paint(bold, heading(o)), word, pastCounts(o))
		for _, c := range o.Changes {
			if !c.quiet() {
				printChange(a.out, p, o, c, a.opt.verbose)
			}
		}
	}
	return conflicted(outcomes)
}

// recordedPacks chooses all packs of a target; the one given or a default for a target
// whose ledger is lost.
func (a *app) recordedPacks(ctx context.Context) func(*loader, target) ([]*pack.Pack, error) {
	return func(l *loader, t target) ([]*pack.Pack, error) {
		if len(t.packs) == 0 && t.interrupted {
			return nil, nil // what it has will be known once the run is ended
		}
		if a.opt.pack != "" || len(t.packs) == 0 {
			p, err := l.packFor(ctx, t)
			return []*pack.Pack{p}, err
		}
		var all []*pack.Pack
		for _, ref := range t.packs {
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
