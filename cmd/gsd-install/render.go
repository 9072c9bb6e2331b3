package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/spf13/cobra"
)

// systems are the values of --os.
var systems = []string{"linux", "darwin", "windows"}

func (a *app) renderCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "render --out OUT",
		Short: "Write what install would emit into a folder or an archive",
		Long: `Write what install would emit for the hosts named into OUT/HOST-SCOPE/home and
OUT/HOST-SCOPE/project, for images, for dotfiles, or to look at. OUT is a folder,
or an archive if it ends in .tar, .tar.gz or .tgz: its entries are sorted and their
time is SOURCE_DATE_EPOCH, else 1970, so that equal packs give equal archives.
Nothing on this machine is looked at but the pack.`,
		Example: `  gsd-install render --{host} --out ./out
  gsd-install render --all --out gsd.tar
  gsd-install render --all --local --os windows --out ./out`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.renderOut(cmd.Context()) },
	}
	f := cmd.Flags()
	a.opt.hostNames(f)
	a.opt.scopeFlags(f)
	a.opt.packFlags(f)
	f.StringVar(&a.opt.out, "out", "", "write below, or into the archive, `OUT`")
	f.StringVar(&a.opt.os, "os", "", "write hook commands for `SYSTEM`: linux, darwin or windows")
	a.opt.commonFlags(f)
	return cmd
}

// renderOut writes the plans of the hosts below --out.
func (a *app) renderOut(ctx context.Context) error {
	a.whole = true
	if a.opt.out == "" {
		return usagef("render needs --out OUT, a folder or a .tar")
	}
	hosts, err := a.awayHosts()
	if err != nil {
		return err
	}
	w, err := a.renderAway(ctx, hosts)
	if err != nil {
		return err
	}
	outcomes, tree, err := rendered(w)
	if err != nil {
		return err
	}
	if err := a.writeTree(tree); err != nil {
		return err
	}
	if a.opt.json {
		return a.printJSON(outcomes)
	}
	for _, o := range outcomes {
		fmt.Fprintf(a.out, "%s: %s in %s\n", heading(o), files(len(o.Changes)), oneLine(filepath.Join(a.opt.out, outFolder(o))))
	}
	a.printNotesOf(outcomes)
	return nil
}

// awayHosts are the hosts that a command line names which is not about this machine.
func (a *app) awayHosts() ([]descriptors.Host, error) {
	if a.opt.os != "" && !slices.Contains(systems, a.opt.os) {
		return nil, &usageError{
			message: "unknown system --os=" + a.opt.os,
			hint:    suggest(a.opt.os, systems, "--os=", "it takes linux, darwin or windows"),
		}
	}
	hosts, err := a.named()
	// With --all equal packs give equal trees on every machine.
	hosts = slices.DeleteFunc(hosts, func(h descriptors.Host) bool { return h.Added() && !*a.opt.hosts[h.ID] })
	if err == nil && len(hosts) == 0 {
		err = noHost()
	}
	return hosts, err
}
