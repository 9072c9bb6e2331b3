package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// systems are the values of --os.
var systems = []string{"linux", "darwin", "windows"}

func (a *app) renderCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "render --out DIR",
		Short: "Write what install would emit into a folder, to look at",
		Long: `Write what install would emit for the hosts named into DIR/HOST-SCOPE/home and
DIR/HOST-SCOPE/project. Nothing on this machine is looked at but the pack.`,
		Example: `  gsd-install render --{host} --out ./out
  gsd-install render --all --local --os windows --out ./out`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.renderOut(cmd.Context()) },
	}
	f := cmd.Flags()
	a.opt.hostFlags(f)
	a.opt.packFlags(f)
	f.StringVar(&a.opt.out, "out", "", "write below `DIR`")
	f.StringVar(&a.opt.os, "os", "", "write hook commands for `SYSTEM`: linux, darwin or windows")
	a.opt.commonFlags(f)
	return cmd
}

// renderOut writes the plans of the hosts below --out.
func (a *app) renderOut(ctx context.Context) error {
	switch {
	case a.opt.out == "":
		return usagef("render needs --out DIR")
	case a.opt.os != "" && !slices.Contains(systems, a.opt.os):
		return &usageError{
			message: "unknown system --os=" + a.opt.os,
			hint:    suggest(a.opt.os, systems, "--os=", "it takes linux, darwin or windows"),
		}
	}
	hosts, err := a.named()
	if err != nil {
		return err
	}
	if len(hosts) == 0 {
		return noHost()
	}
	w, err := a.renderAway(ctx, hosts)
	if err != nil {
		return err
	}
	outcomes := []outcome{}
	for _, j := range w.jobs {
		o, err := a.writeOut(j)
		if err != nil {
			return err
		}
		outcomes = append(outcomes, o)
	}
	if a.opt.json {
		return a.printJSON(outcomes)
	}
	for _, o := range outcomes {
		fmt.Fprintf(a.out, "%s: %s in %s\n", heading(o), files(len(o.Changes)), a.outDir(o))
	}
	a.printNotesOf(outcomes)
	return nil
}
