package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/huh"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// errLeft ends a run whose person left the picker or said no.
var errLeft = errors.New("nothing was written")

// pick asks for hosts and scope and puts the answers where flags would have. The
// hosts found on this machine come first and are ticked.
func (a *app) pick(ctx context.Context) error {
	env, err := a.environment()
	if err != nil {
		return err
	}
	options, picked := hostOptions(env)
	hosts := huh.NewMultiSelect[string]().
		Title("Install for which hosts?").
		Description("space ticks, enter goes on, esc leaves").
		Options(options...).
		Filterable(false).
		Height(min(len(options), 12) + 2).
		Value(&picked)
	if !a.accessible() {
		hosts.Validate(atLeastOne)
	}
	groups := []*huh.Group{huh.NewGroup(hosts)}
	scope := a.opt.scope()
	if !a.opt.global && !a.opt.local && a.opt.configDir == "" {
		if scopes := a.scopeOptions(env); len(scopes) > 1 {
			groups = append(groups, huh.NewGroup(huh.NewSelect[plan.Scope]().
				Title("Where?").
				Options(scopes...).
				Height(len(scopes)+1).
				Value(&scope)))
		}
	}
	if err := a.ask(ctx, groups...); err != nil {
		return err
	}
	if err := atLeastOne(picked); err != nil {
		return usagef("no host was picked")
	}
	for _, id := range picked {
		*a.opt.hosts[id] = true
	}
	a.opt.local = scope == plan.Local
	return a.opt.check()
}

func atLeastOne(picked []string) error {
	if len(picked) == 0 {
		return errors.New("tick at least one host with the space bar")
	}
	return nil
}

// hostOptions are the choices of the picker, found hosts first, and the ids of
// those.
func hostOptions(env layout.Env) (options []huh.Option[string], found []string) {
	var rest []huh.Option[string]
	for _, h := range descriptors.All() {
		d := layout.Detect(h, env)
		if !d.Found {
			rest = append(rest, huh.NewOption(h.Title, h.ID))
			continue
		}
		found = append(found, h.ID)
		options = append(options, huh.NewOption(h.Title+" ("+d.Why+")", h.ID))
	}
	return append(options, rest...), found
}

// scopeOptions are the scopes that can be chosen here: not the project where that is
// the home itself.
func (a *app) scopeOptions(env layout.Env) []huh.Option[plan.Scope] {
	options := []huh.Option[plan.Scope]{huh.NewOption("Everywhere: your home", plan.Global)}
	dir := a.opt.project
	if dir == "" {
		dir = "."
	}
	if dir, err := directory("--project", dir); err == nil && !same(dir, env.Home) {
		options = append(options, huh.NewOption("Here only: "+filepath.Base(dir), plan.Local))
	}
	return options
}

// confirm asks a yes-or-no question; no and leaving are errLeft.
func (a *app) confirm(ctx context.Context, question string) error {
	yes := true
	err := a.ask(ctx, huh.NewGroup(huh.NewConfirm().
		Title(question).
		Affirmative("Yes").
		Negative("No").
		Value(&yes)))
	if err == nil && !yes {
		return errLeft
	}
	return err
}

// ask runs a form on standard error. Escape, ctrl-c and the end of input leave it.
func (a *app) ask(ctx context.Context, groups ...*huh.Group) error {
	keys := huh.NewDefaultKeyMap()
	keys.Quit = key.NewBinding(key.WithKeys("ctrl+c", "esc"))
	keys.Select.Filter.SetEnabled(false)
	answers := &answers{ctx: ctx, from: a.in}
	form := huh.NewForm(groups...).
		// The context ends with a signal; two handlers would wait for each other.
		WithProgramOptions(tea.WithoutSignalHandler()).
		WithKeyMap(keys).
		WithTheme(theme()).
		WithOutput(a.err).
		WithAccessible(a.accessible())
	if a.accessible() {
		form.WithInput(answers)
	} else {
		form.WithInput(a.in)
	}
	err := form.RunWithContext(ctx)
	switch {
	case ctx.Err() != nil, answers.ended, errors.Is(err, huh.ErrUserAborted):
		return errLeft
	}
	return err
}

// theme is one in the terminal's own colours, in which the chosen button can be told
// from the other without any.
func theme() *huh.Theme {
	t := huh.ThemeBase16()
	t.Focused.FocusedButton = t.Focused.FocusedButton.Transform(func(text string) string { return "[" + text + "]" })
	return t
}

// accessible reports whether questions are asked line by line, for screen readers
// and terminals that can only print.
func (a *app) accessible() bool {
	return a.getenv("ACCESSIBLE") != "" || a.getenv("TERM") == "dumb"
}
