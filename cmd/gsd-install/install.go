package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) installCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "install [--HOST ...] [flags]",
		Short: "Install a pack for the hosts named (what gsd-install does by itself)",
		Long: `Install a pack for the hosts named. Without --pack it is the one that the host
has already, else the one in a folder it shares with another, else the builtin
one. Files that somebody else has put there or changed are kept, unless
--on-conflict=replace says otherwise.`,
		Example: `  gsd-install install --{host}
  gsd-install install --{host} --{other} --pack ./my-pack --local
  gsd-install install --detected --dry-run`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.install(cmd.Context()) },
	}
	a.opt.installFlags(cmd.Flags())
	return cmd
}

func (o *options) installFlags(f *pflag.FlagSet) {
	o.hostFlags(f)
	o.packFlags(f)
	o.pinFlags(f)
	o.conflictFlag(f)
	o.writeFlags(f)
	o.commonFlags(f)
}

// install brings the pack onto the hosts.
func (a *app) install(ctx context.Context) error {
	if a.opt.dryRun {
		return a.plan(ctx)
	}
	e, err := a.installing(ctx)
	if err != nil {
		return err
	}
	outcomes, err := a.write(ctx, e)
	if errors.Is(err, errBack) {
		if err := a.pick(ctx); err != nil {
			return err
		}
		return a.install(ctx)
	}
	if err != nil {
		return err
	}
	a.printInstalled(outcomes)
	return conflicted(outcomes)
}

// installing is the errand of an install: for each host the pack that the command
// line and the ledgers ask for.
func (a *app) installing(ctx context.Context) (errand, error) {
	hosts, err := a.choose(ctx)
	if err != nil {
		return errand{}, err
	}
	if err := a.checkPin(hosts); err != nil {
		return errand{}, err
	}
	e := errand{hosts: hosts, work: func(targets []target) (*work, error) { return a.renderWanted(ctx, targets) }}
	if a.picked {
		e.agree = func(outcomes []outcome) error { return a.agree(ctx, outcomes) }
	}
	return e, nil
}

// agree shows what the picked hosts would get and asks for consent.
func (a *app) agree(ctx context.Context, outcomes []outcome) error {
	changes := 0
	outcomes = a.printRefused(outcomes)
	for _, o := range outcomes {
		fmt.Fprintln(a.err, heading(o))
		fmt.Fprintln(a.err, "  "+counts(o))
		printTakeovers(a.err, o)
		printPlaces(a.err, o)
		if o.writes() {
			changes++
		}
	}
	if changes == 0 {
		return nil
	}
	return a.confirm(ctx, "Go ahead?", true)
}

// printInstalled says in a few lines per host what is there now.
func (a *app) printInstalled(outcomes []outcome) {
	if a.opt.json {
		a.printJSON(outcomes)
		return
	}
	outcomes = a.printRefused(outcomes)
	p := a.painter(a.out)
	for _, o := range outcomes {
		switch o.Result {
		case "stopped":
			fmt.Fprintf(a.out, "%s: nothing was written\n", p.paint(bold, heading(o)))
		case "unchanged":
			fmt.Fprintf(a.out, "%s is in place, nothing to change\n", p.paint(bold, heading(o)))
		default:
			if a.picked { // who has seen the rest before
				fmt.Fprintf(a.out, "%s, %s: %s\n", p.paint(bold, o.host.Title), o.Scope, pastCounts(o))
				break
			}
			fmt.Fprintf(a.out, "%s\n  %s\n", p.paint(bold, heading(o)), pastCounts(o))
			printTakeovers(a.out, o)
			printPlaces(a.out, o)
		}
		a.printLoud(o)
	}
	a.printNotesOf(news(outcomes, a.opt.verbose))
	a.printNext(outcomes)
	a.hintConflicts(outcomes)
}

// news are the outcomes whose notes a person has not seen before: those with changes,
// or all if they want to.
func news(outcomes []outcome, all bool) []outcome {
	return slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool {
		return o.Result == "unchanged" && !all
	})
}
