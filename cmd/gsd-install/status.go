package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

// standing is one pack of one host, as status --json prints it.
type standing struct {
	Host    string            `json:"host"`
	Scope   plan.Scope        `json:"scope"`
	Prefix  string            `json:"prefix"`
	Pack    packName          `json:"pack"`
	Profile string            `json:"profile"`
	Source  string            `json:"source"`
	Roots   map[string]string `json:"roots"`
	// Files is how many files the host has of the pack, edited ones of the user
	// included.
	Files int `json:"files"`
	// Backups are the files in these roots that were put aside.
	Backups []backup `json:"backups"`
	// title is what people call the host.
	title string
	// folders are the roots as people spell them, single files left out.
	folders []string
}

func (a *app) statusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [--HOST ...] [flags]",
		Short: "List which packs are installed for which hosts",
		Long: `List which packs are installed for the hosts named, or for all that have anything:
version, profile, where each comes from and how many files it has; with -v the
folders too. Copies of edited files that were put aside are listed below.`,
		Example: `  gsd-install status
  gsd-install status --local --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.status(cmd.Context()) },
	}
	a.opt.hostFlags(cmd.Flags())
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

// status lists the packs that ledgers record.
func (a *app) status(ctx context.Context) error {
	hosts, err := a.named()
	if err != nil {
		return err
	}
	locked, err := a.lock(ctx, errand{hosts: hosts}, emit.LockShared)
	if err != nil {
		return naming(err, hosts)
	}
	defer locked.Unlock()
	targets, err := a.present(errand{hosts: hosts})
	if err != nil {
		return naming(err, hosts)
	}
	held, err := a.held(errand{hosts: hosts})
	if err != nil {
		return naming(err, hosts)
	}
	all, left := []standing{}, slices.Clone(held)
	for _, t := range targets {
		if t.Broken != nil {
			return t.Broken
		}
		mine, err := backupsIn(t.Mounts)
		if err != nil {
			return err
		}
		for _, ref := range t.Packs {
			s := t.standing(ref)
			s.Backups, left = mine, without(left, mine)
			all = append(all, s)
		}
	}
	if a.opt.json {
		if len(left) > 0 { // of packs that are gone
			all = append(all, standing{Scope: a.opt.scope(), Roots: rootsOf(left), Backups: left})
		}
		return a.printJSON(all)
	}
	if len(all) == 0 {
		a.noteNothing()
	} else {
		a.noteElsewhere()
	}
	for _, s := range all {
		ref := plan.PackRef{Name: s.Pack.Name, Version: s.Pack.Version, Profile: s.Profile}
		fmt.Fprintf(a.out, "%s, %s: %s from %s, %s\n", s.title, s.Scope, packText(ref), s.Source, files(s.Files))
		if a.opt.verbose {
			fmt.Fprintf(a.out, "  prefix %s, in %s\n", s.Prefix, strings.Join(s.folders, ", "))
		}
	}
	a.printBackups(held)
	return nil
}

// rootsOf are the folders of files that were put aside.
func rootsOf(all []backup) map[string]string {
	roots := map[string]string{}
	for _, b := range all {
		if b.Root != "" {
			roots[b.Root] = b.mount.Dir
		}
	}
	return roots
}

func (t target) standing(ref plan.PackRef) standing {
	s := standing{
		title: t.Host.Title, Host: t.Host.ID, Scope: t.Scope, Prefix: ref.Prefix, Pack: packName{ref.Name, ref.Version},
		Profile: ref.Profile, Source: ref.Source, Roots: map[string]string{},
	}
	for _, m := range t.Mounts {
		s.Roots[m.ID] = m.Dir
		if m.Only == "" && len(m.Names) == 0 {
			s.folders = append(s.folders, m.Shown)
		}
	}
	for _, claims := range t.Claims {
		if slices.Contains(claims, emit.Claim{Host: t.Host.ID, Prefix: ref.Prefix}) {
			s.Files++
		}
	}
	return s
}
