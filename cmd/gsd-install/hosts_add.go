package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
)

// adding is what hosts add was asked for.
type adding struct {
	arg, id, homeName, sum string
}

func (a *app) hostsAddCommand() *cobra.Command {
	var want adding
	cmd := &cobra.Command{
		Use:   "add FILE|DIR",
		Short: "Add a host that somebody else has described",
		Long: `Add a host by its descriptor: a TOML file as the built-in hosts have it, or a
capability.json of ADR-1016 and ADR-1239; a folder has one of them. What it would
write and register is shown, and added once you agree to exactly these bytes. The
host is one in every command then, and never writes outside its own home. When the
file changes, add it again: nothing is written for it until you agree. The status is
1 if the descriptor is refused, and 2 if nobody can be asked and --yes is not given.`,
		Example: `  gsd-install hosts add acme.toml
  gsd-install hosts add acme.toml --yes --sha256 SUM
  gsd-install hosts add ./capabilities/NAME --id acme --home-name .acme`,
		ValidArgsFunction: completeDescriptor,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &usageError{message: words(cmd) + " takes one file or folder", hint: cmd.CommandPath() + " --help shows how it is named"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			want.arg = args[0]
			return a.addHost(cmd, want)
		},
	}
	f := cmd.Flags()
	f.StringVar(&want.id, "id", "", "the host is called `ID`, whatever the file says")
	f.StringVar(&want.homeName, "home-name", "", "its files are in ~/`NAME` and NAME of a project, whatever the file says")
	f.StringVar(&want.sum, "sha256", "", "refuse other bytes than those with this `SUM`")
	f.BoolVarP(&a.opt.yes, "yes", "y", false, "agree to these bytes without being asked")
	f.BoolVar(&a.opt.dryRun, "dry-run", false, "show it and add nothing")
	a.opt.commonFlags(f)
	return cmd
}

// addHost shows what a descriptor says, and adds it with consent.
func (a *app) addHost(cmd *cobra.Command, want adding) error {
	if err := want.check(); err != nil {
		return err
	}
	if a.unread != nil {
		return a.lostHosts()
	}
	if a.record.Dir == "" {
		return &hinted{errors.New("there is no folder for your settings"), "name the home directory with --home"}
	}
	e, err := want.entry()
	if err != nil {
		return err
	}
	set := a.set
	if want.sum != "" && !strings.EqualFold(want.sum, string(e.Sum)) {
		return fmt.Errorf("%s: its sum is %s, not %s", oneLine(want.arg), e.Sum, strings.ToLower(want.sum))
	}
	if h, err := e.Source().Host(); err == nil {
		set = set.Without(h.ID)
	}
	read := e.Source()
	read.Name = want.shown(e)
	h, notes, err := read.Check(set)
	if err != nil {
		return &hinted{err, "nothing was added"}
	}
	if _, known := a.record.Find(h.ID); !known && isFlag(cmd.Root(), h.ID) {
		return fmt.Errorf("%s: id: --%s is a flag already; name it otherwise with --id", oneLine(want.arg), h.ID)
	}
	e.ID, e.File = h.ID, h.ID+filepath.Ext(e.File)
	h, _ = set.With(h).Get(h.ID)
	s := a.survey(e, h, notes)
	if err := a.addable(e, h, &s); err != nil {
		return err
	}
	return a.consentToHost(cmd.Context(), e, s)
}

// addable checks what of this machine a new or a changed host meets.
func (a *app) addable(e added.Entry, h descriptors.Host, s *survey) error {
	env, err := a.environment()
	if err != nil {
		return err
	}
	if _, _, err := layout.Mounts(h, plan.Global, env); err != nil {
		return err
	}
	old, known := a.record.Find(e.ID)
	if !known {
		return nil
	}
	s.Replaces = string(old.Sum)
	s.change = string(diff.Diff("agreed to", []byte(old.Text), "now", []byte(e.Text)))
	s.same = old.Sum == e.Sum && old.SetID == e.SetID && old.HomeName == e.HomeName
	was, ok := a.set.Get(e.ID)
	if !ok || s.same {
		return nil
	}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		left := stranded(was, h, scope, env)
		if len(left) > 0 && a.claimed(was, scope, env) != nil {
			return &hinted{
				fmt.Errorf("%s: its files are in %s now, and would be stranded there", e.ID, strings.Join(left, ", ")),
				"take them back first: gsd-install uninstall --" + e.ID + a.opt.at(scope),
			}
		}
	}
	if reflect.DeepEqual(was.ConfigHome, h.ConfigHome) && reflect.DeepEqual(was.Folders, h.Folders) {
		return nil
	}
	left := slices.DeleteFunc(claimedIn(e.ID, a.record.Places[e.ID]), func(dir string) bool { return reaches(was, h, dir, env) })
	if len(left) > 0 {
		return a.leftBehind(e.ID, left)
	}
	return nil
}

// reaches reports whether a directory is one of a host's by its new descriptor too: here, or in
// some project, where it has the same name.
func reaches(was, now descriptors.Host, dir string, env layout.Env) bool {
	mounts, _, _ := layout.Mounts(now, plan.Global, env) // where there is a fault, those without one
	if slices.ContainsFunc(mounts, func(m plan.Mount) bool { return m.Dir == dir }) {
		return true
	}
	names := now.Homes(plan.Local)
	return slices.ContainsFunc(was.Homes(plan.Local), func(name string) bool {
		return slices.Contains(names, name) && strings.HasSuffix(filepath.ToSlash(dir), "/"+name)
	})
}

// stranded are the folders of a host in a scope that are none of its own by another descriptor,
// with what there is on this machine: what variables say and which folders are there.
func stranded(was, now descriptors.Host, scope plan.Scope, env layout.Env) []string {
	before, _, err := layout.Mounts(was, scope, env)
	if err != nil {
		return layout.Abandoned(was, now, scope) // by what the descriptors say alone
	}
	after, _, _ := layout.Mounts(now, scope, env) // where there is a fault, those without one
	var left []string
	for _, m := range before {
		if !slices.ContainsFunc(after, func(o plan.Mount) bool { return o.Dir == m.Dir }) {
			left = append(left, m.Shown)
		}
	}
	return left
}
