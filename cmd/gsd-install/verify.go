package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	a.opt.keepFlag(cmd.Flags())
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

// verify compares the disk with the ledgers.
func (a *app) verify(ctx context.Context) error {
	hosts, err := a.named()
	if err != nil {
		return err
	}
	outcomes, err := a.persist(errand{hosts: hosts}, func(e errand) ([]outcome, error) { return a.verified(ctx, e) })
	if errors.Is(err, emit.ErrInterrupted) {
		a.report(err)
		return drifted
	}
	if err != nil {
		return err
	}
	return a.printVerified(outcomes)
}

// verified are the outcomes of the hosts that an errand is not refused for.
func (a *app) verified(ctx context.Context, e errand) ([]outcome, error) {
	locked, err := a.lock(ctx, e, emit.LockShared)
	if err != nil {
		return nil, err
	}
	defer locked.Unlock()
	targets, err := a.present(e)
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, t := range targets {
		if err := t.Broken; err == nil && t.Interrupted {
			err = &hinted{emit.ErrInterrupted, "finish it with " + a.opt.again("repair")}
			errs = append(errs, refuse(t.Host, err))
		} else if err != nil {
			errs = append(errs, refuse(t.Host, err))
		}
	}
	outcomes := []outcome{}
	jobs := a.leaving(targets).jobs
	for i, j := range jobs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a.busy.doingEach("comparing files", j.target.Host.Title, i, len(jobs))
		if j.target.Interrupted || j.target.Broken != nil {
			continue
		}
		o, err := j.verified()
		if err != nil {
			errs = append(errs, refuse(j.target.Host, err))
		}
		outcomes = append(outcomes, o)
	}
	noteTwice(outcomes)
	return outcomes, errors.Join(errs...)
}

// verified compares what is recorded of one pack of a host.
func (j job) verified() (outcome, error) {
	o := newOutcome(j.target, j.ref)
	changes, err := emit.Verify(j.target.Mounts, []emit.Claim{{Host: j.target.Host.ID, Prefix: j.ref.Prefix}})
	o.Result = "in-sync"
	for _, c := range changes {
		o.add(c.Mount, c)
		if c.Action != plan.Keep {
			o.Result = "drift"
		}
	}
	return o, err
}

// broken reports whether a file of the user's cannot be read, so that nobody knows what of ours is
// in it.
func (o outcome) broken() bool {
	return slices.ContainsFunc(o.Changes, func(c change) bool { return c.edit && c.Action == plan.Conflict })
}

func (a *app) printVerified(outcomes []outcome) error {
	result := conflicted(outcomes)
	drift := false
	for _, o := range outcomes {
		if o.Result == "drift" {
			result, drift = drifted, true
		}
	}
	if a.opt.json {
		a.printJSON(outcomes)
		return result
	}
	outcomes = a.printRefused(outcomes)
	if len(outcomes) == 0 {
		a.noteNothing()
	}
	p := a.painter(a.out)
	for _, o := range outcomes {
		differ := o.differing()
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
	if broken := slices.ContainsFunc(outcomes, outcome.broken); broken {
		fmt.Fprintln(a.err, "hint: mend the file that cannot be read, or move it away; then "+a.opt.again("repair")+" does the rest")
	} else if drift {
		fmt.Fprintln(a.err, "hint: "+a.opt.again("repair")+" puts back what is lost or damaged; what was edited is put aside first")
	}
	return result
}
