package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

func (a *app) verifyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [--HOST ...] [flags]",
		Short: "Check that everything installed is still as it was installed",
		Long: `Check the files of the hosts named, or of all that have anything, against what was
recorded when they were installed. It needs no pack and writes nothing.`,
		Example: `  gsd-install verify
  gsd-install verify --{host} --local --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.verify(cmd.Context()) },
	}
	a.opt.hostFlags(cmd.Flags())
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

// verify compares the disk with the ledgers.
func (a *app) verify(ctx context.Context) error {
	targets, err := a.installed()
	if err != nil {
		return err
	}
	for _, t := range targets {
		if t.interrupted {
			a.report(&hinted{fmt.Errorf("%s: %w", t.host.Title, emit.ErrInterrupted), "if none is under way, finish it with gsd-install repair"})
			return drifted
		}
	}
	for _, t := range targets {
		if t.broken != nil {
			return t.broken
		}
	}
	w := a.leaving(targets)
	outcomes := []outcome{}
	for _, j := range w.jobs {
		if err := ctx.Err(); err != nil {
			return err
		}
		o := newOutcome(j.target, j.ref)
		changes, err := emit.Verify(j.target.mounts, []emit.Claim{{Host: j.target.host.ID, Prefix: j.ref.Prefix}})
		if errors.Is(err, emit.ErrInterrupted) {
			a.report(err)
			return drifted
		}
		if err != nil {
			return err
		}
		o.Result = "in-sync"
		for _, c := range changes {
			o.add(c.Mount, c)
			if c.Action != plan.Keep {
				o.Result = "drift"
			}
		}
		outcomes = append(outcomes, o)
	}
	noteTwice(outcomes)
	return a.printVerified(outcomes)
}

func (a *app) printVerified(outcomes []outcome) error {
	var result error
	for _, o := range outcomes {
		if o.Result == "drift" {
			result = drifted
		}
	}
	if a.opt.json {
		a.printJSON(outcomes)
		return result
	}
	if len(outcomes) == 0 {
		a.noteNothing()
	}
	p := a.painter(a.out)
	for _, o := range outcomes {
		differ := len(o.Changes) - o.count(plan.Keep)
		if differ == 0 {
			fmt.Fprintf(a.out, "%s: %s as installed\n", p.paint(bold, heading(o)), files(len(o.Changes)))
			continue
		}
		fmt.Fprintf(a.out, "%s: %d of %s differ\n", p.paint(bold, heading(o)), differ, files(len(o.Changes)))
		for _, c := range o.Changes {
			if c.Action != plan.Keep {
				why, at := c.Why, o.shown(c.Root, c.Path)+":"
				if !strings.HasPrefix(why, at) {
					why = at + " " + why
				}
				fmt.Fprintln(a.out, p.paint(red, "! "+why))
			}
		}
	}
	a.printNotesOf(outcomes)
	if result != nil {
		fmt.Fprintln(a.err, "hint: gsd-install repair puts back what is lost or damaged")
	}
	return result
}
