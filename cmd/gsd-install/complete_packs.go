package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

// completeProfiles completes the last of the profiles that are named, by those of the pack that
// the command line means.
func (a *app) completeProfiles(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	named := strings.Split(before, ",")
	var words []string
	for _, name := range a.profiles(cmd.Context()) {
		if !slices.Contains(named, name) {
			words = append(words, before+name)
		}
	}
	return beginning(typed, words), cobra.ShellCompDirectiveNoFileComp
}

// profiles are the names of those of the pack that a command line means; none if it is not at hand.
func (a *app) profiles(ctx context.Context) []string {
	l, err := a.loader()
	if err != nil {
		return nil
	}
	s := source{name: a.opt.pack, dir: l.dir}
	if s.name == "" {
		ref := a.recordedHere()
		s = source{cmp.Or(ref.Source, pack.BuiltinSource), l.project, ref.Integrity}
	}
	opt := l.options(s)
	opt.Npm = pack.NoNpm // whoever is typing does not wait for it
	p, err := pack.Load(ctx, s.name, opt)
	if err != nil {
		return nil
	}
	return p.ProfileNames()
}

// recordedHere is the pack that the first of the hosts named has, as an install without --pack
// would find it.
func (a *app) recordedHere() plan.PackRef {
	hosts, err := a.flagged()
	if err != nil {
		return plan.PackRef{}
	}
	targets, _ := a.targets(hosts)
	for _, t := range targets {
		if ref, ok := t.Recorded(defaultPrefix); ok {
			return ref
		}
	}
	return plan.PackRef{}
}

// completePrefix completes the prefix of a pack that is installed.
func (a *app) completePrefix(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var words []string
	targets, _ := a.targets(a.flaggedOrAll()) // what cannot be read has nothing to offer
	for _, t := range targets {
		for _, ref := range t.Packs {
			words = append(words, ref.Prefix)
		}
	}
	slices.Sort(words)
	return beginning(typed, slices.Compact(words)), cobra.ShellCompDirectiveNoFileComp
}
