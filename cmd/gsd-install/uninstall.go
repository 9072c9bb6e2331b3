package main

import (
	"context"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/spf13/cobra"
)

func (a *app) uninstallCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "uninstall [--HOST ...] [flags]",
		Short: "Take everything back, and leave every byte as it was before",
		Long: `Take back what was installed for the hosts named, or for all that have anything.
Files that others still use stay, and so do files of ours that you have edited:
these are yours from then on.`,
		Example: `  gsd-install uninstall --{host}
  gsd-install uninstall --all --local
  gsd-install uninstall --{host} --prefix my-pack --dry-run`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.uninstall(cmd.Context()) },
	}
	f := cmd.Flags()
	a.opt.hostFlags(f)
	f.StringVar(&a.opt.prefix, "prefix", "", "only the pack with this prefix `NAME`")
	a.opt.conflictFlag(f)
	a.opt.writeFlags(f)
	a.opt.commonFlags(f)
	return cmd
}

// uninstall gives up the claims of the hosts.
func (a *app) uninstall(ctx context.Context) error {
	hosts, err := a.named()
	if err != nil {
		return err
	}
	e := errand{hosts: hosts, work: func(targets []target) (*work, error) { return a.leaving(targets), nil }}
	return a.tend(ctx, e, func(outcome) string { return "is uninstalled" })
}

// leaving is the work of giving up the packs of the targets, or the one with --prefix.
func (a *app) leaving(targets []target) *work {
	w := &work{targets: targets, mounts: mountsOf(targets)}
	for _, t := range targets {
		for _, ref := range t.Packs {
			if a.opt.prefix == "" || a.opt.prefix == ref.Prefix {
				w.jobs = append(w.jobs, job{target: t, ref: ref})
				w.request.Leave = append(w.request.Leave, emit.Claim{Host: t.Host.ID, Prefix: ref.Prefix})
			}
		}
	}
	w.request.Mounts = w.mounts
	return w
}
