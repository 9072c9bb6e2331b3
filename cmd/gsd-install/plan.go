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
	a.opt.pinFlags(f)
	a.opt.conflictFlag(f)
	a.opt.keepFlag(f)
	a.opt.commonFlags(f)
	return cmd
}

// plan prints the plan of an install.
func (a *app) plan(ctx context.Context) error {
	e, err := a.installing(ctx)
	if err != nil {
		return err
	}
	return a.preview(ctx, e)
}

func (a *app) printPlan(outcomes []outcome) {
	if a.opt.json {
		a.printJSON(outcomes)
		return
	}
	outcomes = a.printRefused(outcomes)
	printChanges(a.out, a.painter(a.out), outcomes, a.opt.verbose)
	a.printNotesOf(outcomes)
}
