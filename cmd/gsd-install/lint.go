package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/lint"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

func (a *app) lintCommand() *cobra.Command {
	level := string(lint.Error)
	cmd := &cobra.Command{
		Use:   "lint SRC",
		Short: "Find what hosts would reject, drop or mangle in a pack",
		Long: `Find what the hosts named, or all of them, would reject, drop or mangle in a pack,
by file and line and with what to do about it. SRC is what --pack takes, or git:REV
for the current folder at a revision of its repository. It exits 3 if it finds anything of
--level or worse; findings below that are only counted, unless -v asks for them.`,
		Example: `  gsd-install lint ./my-pack
  gsd-install lint npm:NAME@VERSION --level=warning
  gsd-install lint git:HEAD~1
  gsd-install lint . --{host} --{other} --json`,
		Args:              onePack,
		ValidArgsFunction: a.completeSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(lint.Levels, lint.Level(level)) {
				return &usageError{
					message: "unknown word --level=" + level,
					hint:    suggest(level, levelWords(), "--level=", "it takes "+strings.Join(levelWords(), ", ")),
				}
			}
			return a.lint(cmd.Context(), args[0], lint.Level(level))
		},
	}
	f := cmd.Flags()
	a.opt.hostNames(f)
	a.opt.scopeFlags(f)
	f.StringVar(&level, "level", level, "exit 3 from this `LEVEL` on: error, warning or info")
	a.opt.commonFlags(f)
	return cmd
}

func levelWords() []string {
	var words []string
	for _, l := range lint.Levels {
		words = append(words, string(l))
	}
	return words
}

// onePack wants one source of a pack.
func onePack(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return &usageError{
		message: words(cmd) + " takes one pack",
		hint:    "it is builtin, a folder, a .tgz, npm:NAME[@VERSION] or git:REV",
	}
}

// lint looks at a pack for the hosts named, or for all.
func (a *app) lint(ctx context.Context, src string, least lint.Level) error {
	hosts, err := a.named()
	if err != nil {
		return err
	}
	if len(hosts) == 0 {
		hosts = a.set.Hosts()
	}
	report, err := a.linted(ctx, src, hosts)
	if err != nil {
		return err
	}
	if a.opt.json {
		err = a.printJSON(report)
	} else {
		a.printLint(report, least)
	}
	if err == nil && slices.ContainsFunc(report.Findings, func(f lint.Finding) bool { return f.Level.Reaches(least) }) {
		return drifted
	}
	return err
}

// linted reads the pack and looks at it. One that is not in order is a report as well.
func (a *app) linted(ctx context.Context, src string, hosts []descriptors.Host) (lint.Report, error) {
	l, err := a.awayLoader()
	if err != nil {
		return lint.Report{}, err
	}
	from := source{name: src, dir: l.dir}
	opt := l.options(from)
	opt.Keep = true
	l.sayLoading(from)
	p, err := pack.LoadAt(ctx, src, opt)
	broken := (*pack.Error)(nil)
	if err != nil && !errors.As(err, &broken) {
		return lint.Report{}, err
	}
	targets, err := a.lintTargets(hosts)
	switch {
	case err != nil:
		return lint.Report{}, err
	case broken != nil:
		return lint.Broken(broken, targets), nil
	}
	a.busy.doing("looking for what hosts would not take")
	return lint.Check(p, targets), nil
}

// lintTargets are the hosts in the scope that a flag names, or in both, as if on a machine
// that has nothing.
func (a *app) lintTargets(hosts []descriptors.Host) ([]lint.Target, error) {
	scopes := []plan.Scope{plan.Global, plan.Local}
	if a.opt.global || a.opt.local {
		scopes = []plan.Scope{a.opt.scope()}
	}
	env, err := a.awayEnv()
	if err != nil {
		return nil, err
	}
	var targets []lint.Target
	for _, h := range hosts {
		for _, s := range scopes {
			mounts, _, err := layout.Mounts(h, s, env)
			if err != nil {
				return nil, err
			}
			targets = append(targets, lint.Target{Host: layout.Choose(h, s, env, mounts), Scope: s, Mounts: mounts})
		}
	}
	return targets, nil
}
