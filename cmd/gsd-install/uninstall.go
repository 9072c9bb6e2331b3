package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
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
	prepare := func() (*work, error) {
		targets, err := a.installed()
		if err != nil {
			return nil, err
		}
		return a.leaving(targets), nil
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
		fmt.Fprintf(a.out, "%s is uninstalled\n  %s\n", p.paint(bold, heading(o)), pastCounts(o))
		a.printLoud(o)
	}
	a.printNotesOf(outcomes)
	a.printBackups(outcomes)
	return conflicted(outcomes)
}

// printBackups names the folders with what was put aside and stays.
func (a *app) printBackups(outcomes []outcome) {
	var dirs []string
	for _, o := range outcomes {
		for _, m := range o.mounts {
			dir := filepath.Join(m.Dir, layout.StateDir, "backup")
			if info, err := os.Stat(dir); err == nil && info.IsDir() && m.Only == "" {
				dirs = append(dirs, dir)
			}
		}
	}
	for _, dir := range unique(dirs) {
		a.note("copies of files you had edited stay in " + dir)
	}
}

// leaving is the work of giving up the packs of the targets, or the one with --prefix.
func (a *app) leaving(targets []target) *work {
	w := &work{mounts: mountsOf(targets)}
	for _, t := range targets {
		for _, ref := range t.packs {
			if a.opt.prefix == "" || a.opt.prefix == ref.Prefix {
				w.jobs = append(w.jobs, job{target: t, ref: ref})
				w.request.Leave = append(w.request.Leave, emit.Claim{Host: t.host.ID, Prefix: ref.Prefix})
			}
		}
	}
	w.request.Mounts = w.mounts
	return w
}
