package main

import (
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
	// folders are the roots as people spell them, single files left out.
	folders []string
}

func (a *app) statusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [--HOST ...] [flags]",
		Short: "List which packs are installed for which hosts",
		Example: `  gsd-install status
  gsd-install status --local --json`,
		RunE: func(*cobra.Command, []string) error { return a.status() },
	}
	a.opt.hostFlags(cmd.Flags())
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

// status lists the packs that ledgers record.
func (a *app) status() error {
	hosts, err := a.named()
	if err != nil {
		return err
	}
	targets, err := a.present(errand{hosts: hosts})
	if err != nil {
		return naming(err, hosts)
	}
	all := []standing{}
	for _, t := range targets {
		if t.broken != nil {
			return t.broken
		}
		for _, ref := range t.packs {
			all = append(all, t.standing(ref))
		}
	}
	if a.opt.json {
		return a.printJSON(all)
	}
	if len(all) == 0 {
		a.noteNothing()
	} else {
		a.noteElsewhere()
	}
	for _, s := range all {
		ref := plan.PackRef{Name: s.Pack.Name, Version: s.Pack.Version, Profile: s.Profile}
		fmt.Fprintf(a.out, "%s, %s: %s from %s, %s\n", s.Host, s.Scope, packText(ref), s.Source, files(s.Files))
		if a.opt.verbose {
			fmt.Fprintf(a.out, "  prefix %s, in %s\n", s.Prefix, strings.Join(s.folders, ", "))
		}
	}
	return nil
}

func (t target) standing(ref plan.PackRef) standing {
	s := standing{
		Host: t.host.ID, Scope: t.scope, Prefix: ref.Prefix, Pack: packName{ref.Name, ref.Version},
		Profile: ref.Profile, Source: ref.Source, Roots: map[string]string{},
	}
	for _, m := range t.mounts {
		s.Roots[m.ID] = m.Dir
		if m.Only == "" && len(m.Names) == 0 {
			s.folders = append(s.folders, m.Shown)
		}
	}
	for _, claims := range t.claims {
		if slices.Contains(claims, emit.Claim{Host: t.host.ID, Prefix: ref.Prefix}) {
			s.Files++
		}
	}
	return s
}
