package main

import (
	"context"

	"github.com/spf13/cobra"
)

func (a *app) planCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plan [--HOST ...] [flags]",
		Short: "List what install would change, and write nothing",
		Long: `List what install would change, host by host, and write nothing:
+ create, ~ update, - remove, ! conflict; what would be kept is only counted.`,
		Example: `  gsd-install plan --{host}
  gsd-install plan --all --local --json
  gsd-install plan --{host} --pack ./my-pack -v`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.plan(cmd.Context()) },
	}
	f := cmd.Flags()
	a.opt.hostFlags(f)
	a.opt.packFlags(f)
	a.opt.conflictFlag(f)
	a.opt.commonFlags(f)
	return cmd
}

// plan prints the plan of an install.
func (a *app) plan(ctx context.Context) error {
	hosts, err := a.choose(ctx)
	if err != nil {
		return err
	}
	w, err := a.wanted(ctx, hosts)
	if err != nil {
		return err
	}
	return a.preview(ctx, w)
}

// preview prints what the work would change; its status is that of conflicts.
func (a *app) preview(ctx context.Context, w *work) error {
	run, err := a.diff(ctx, w)
	if err != nil {
		return err
	}
	outcomes := w.outcomes(run)
	a.printPlan(outcomes)
	return conflicted(outcomes)
}

func (a *app) printPlan(outcomes []outcome) {
	if a.opt.json {
		a.printJSON(outcomes)
		return
	}
	printChanges(a.out, a.painter(a.out), outcomes, a.opt.verbose)
	a.printNotesOf(outcomes)
}
