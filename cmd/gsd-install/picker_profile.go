package main

import (
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/huh"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// wanted is a picked host with the pack that it is to get.
type wanted struct {
	target
	whole
}

// pickProfile asks how much of the pack, if there is a choice and one pack for all.
func (a *app) pickProfile(ctx context.Context, _ layout.Env) (bool, error) {
	if a.picks.profiled {
		return false, nil
	}
	a.opt.profile = ""
	all := a.wanted(ctx)
	if len(all) == 0 || len(all[0].pack.Profiles) == 0 || slices.ContainsFunc(all, func(w wanted) bool { return w.source != all[0].source }) {
		return false, nil
	}
	options, usual := a.profileOptions(all)
	answer := usual
	if before := a.picks.profile; before != nil && before.pack == all[0].pack.Name && before.usual == usual {
		answer = before.answer
	}
	err := a.ask(ctx, huh.NewSelect[string]().
		Title("How much of "+oneLine(all[0].pack.Name)+"?").
		Description(selectKeys).
		Options(marked(a, options, answer)...).
		Value(&answer), nil)
	if err == nil {
		a.picks.profile = &profilePick{all[0].pack.Name, usual, answer}
		a.opt.profile = answer
	}
	return true, err
}

// profilePick is what was answered to the question how much of a pack, where usual was proposed.
// Other hosts or another scope may make that another question.
type profilePick struct{ pack, usual, answer string }

// wanted are the picked hosts that are not refused, with their packs. What is wrong with the
// others is for the run to report.
func (a *app) wanted(ctx context.Context) []wanted {
	env, err := a.environment()
	if err != nil {
		return nil
	}
	l, err := a.loader()
	if err != nil {
		return nil
	}
	var all []wanted
	for _, id := range a.opt.named() {
		h, ok := a.set.Get(id)
		if !ok || a.usable(h) != nil {
			continue
		}
		t, err := a.target(h, env)
		if err != nil {
			continue
		}
		if w, err := l.wholeFor(ctx, t); err == nil {
			all = append(all, wanted{t, w})
		}
	}
	return all
}

// profileOptions are the profiles of the pack, with those that the hosts have of it by names
// joined, and the usual answer: what they have, else all. Where they differ, each may keep its own.
func (a *app) profileOptions(all []wanted) (options []huh.Option[string], usual string) {
	names := all[0].pack.ProfileNames()
	var had []string
	for _, w := range all {
		if w.profile != "" && !slices.Contains(had, w.profile) {
			had = append(had, w.profile)
		}
	}
	usual = names[0]
	switch {
	case len(had) == 1:
		usual = had[0]
	case len(had) > 1:
		usual = ""
		options = append(options, huh.NewOption(a.label("as it is: "+strings.Join(had, " here, ")+" there"), ""))
	}
	cache := &project.Cache{}
	for _, name := range unique(append(names, had...)) {
		a.busy.doing("counting what " + name + " costs")
		if text, ok := a.profileText(all, name, cache); ok {
			options = append(options, huh.NewOption(a.label(text), name))
		}
	}
	return options, usual
}

// profileText is "core: 7 commands, 5 agents, about 420 tokens at every start", of the host
// that loads most; not ok if the pack has no such profile any more.
func (a *app) profileText(all []wanted, name string, cache *project.Cache) (string, bool) {
	p, err := a.loads.choose(all[0].source, all[0].pack, name)
	if err != nil {
		return "", false
	}
	least, most := 0, 0
	for i, w := range all {
		made, err := w.Plan(p, a.order(cache))
		if err != nil {
			continue
		}
		n := plan.Tokens(made.Always())
		if most = max(most, n); i == 0 || n < least {
			least = n
		}
	}
	text := name + ": " + counted(count(p, pack.Command), "command") + ", " + counted(count(p, pack.Agent), "agent")
	switch {
	case most == 0:
	case least < most:
		text += ", up to " + counted(about(most), "token") + " at every start"
	default:
		text += ", about " + counted(about(most), "token") + " at every start"
	}
	return text, true
}

// count is how many items of a kind a pack has.
func count(p *pack.Pack, k pack.Kind) int {
	n := 0
	for _, item := range p.Items {
		if item.Kind == k {
			n++
		}
	}
	return n
}

// about is an estimate without the digits that say nothing.
func about(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}
