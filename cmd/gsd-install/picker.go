package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/huh"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// errLeft ends a run whose person left the picker.
var errLeft = errors.New("nothing was written")

// errBack says that a person wants to return to the question before.
var errBack = errors.New("back")

// picks are what a person has picked so far, so that nothing is lost on the way back.
type picks struct {
	// hosts are the ids of the hosts; nil before the first question.
	hosts []string
	scope plan.Scope
	// asked reports that the scope was asked for.
	asked bool
}

// pick asks for hosts and scope and puts the answers where flags would have. The
// hosts found on this machine come first and are ticked. Who comes back to it is
// asked the last question first.
func (a *app) pick(ctx context.Context) error {
	env, err := a.environment()
	if err != nil {
		return err
	}
	options, found := hostOptions(a.set.Hosts(), env)
	var scopes []huh.Option[plan.Scope]
	if a.opt.configDir != "" || a.picked && !a.picks.asked || !a.picked && (a.opt.global || a.opt.local) {
		a.picks.scope = a.opt.scope()
	} else {
		scopes = a.scopeOptions(env)
	}
	back := a.picks.asked
	if a.picks.hosts == nil {
		a.picks.hosts = found
	}
	for {
		if !back {
			if err := a.pickHosts(ctx, options); err != nil {
				return err
			}
		}
		back = false
		if a.picks.asked = len(scopes) > 1; !a.picks.asked {
			break
		}
		err := a.ask(ctx, huh.NewSelect[plan.Scope]().
			Title("Where?").
			Description("↑↓ move, enter goes on, esc goes back").
			Options(scopes...).
			Value(&a.picks.scope), nil)
		if err == nil {
			break
		}
		if !errors.Is(err, errBack) {
			return err
		}
	}
	for id, on := range a.opt.hosts {
		*on = slices.Contains(a.picks.hosts, id)
	}
	a.opt.local = a.picks.scope == plan.Local
	return a.opt.check()
}

// pickHosts asks for hosts until one is ticked. There is no question before it to go
// back to.
func (a *app) pickHosts(ctx context.Context, options []huh.Option[string]) error {
	title := "Install for which hosts?"
	for {
		field := huh.NewMultiSelect[string]().
			Title(title).
			Description("↑↓ move, space ticks, enter goes on, esc leaves").
			Options(options...).
			Filterable(false).
			Value(&a.picks.hosts)
		if len(options) > hostLines {
			field.Height(hostLines + 2)
		}
		switch err := a.ask(ctx, field, nil); {
		case errors.Is(err, errBack):
			return errLeft
		case err != nil:
			return err
		case len(a.picks.hosts) > 0:
			return nil
		case a.accessible():
			return usagef("no host was picked")
		}
		title = "Tick at least one host with the space bar:"
	}
}

// hostLines is how many hosts are shown at a time.
const hostLines = 16

// hostOptions are the choices of the picker, found hosts first, and the ids of
// those.
func hostOptions(hosts []descriptors.Host, env layout.Env) (options []huh.Option[string], found []string) {
	var rest []huh.Option[string]
	for _, h := range hosts {
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
	if dir, err := directory("--project", "."); err == nil && !same(dir, env.Home) {
		options = append(options, huh.NewOption("Here only: "+oneLine(filepath.Base(dir)), plan.Local))
	}
	return options
}

// confirm asks a yes-or-no question, to which enter says yes or no. No ends the run well,
// with nothing done.
func (a *app) confirm(ctx context.Context, question string, yes bool) error {
	err := a.ask(ctx, huh.NewConfirm().
		Title(question).
		Description("y, n or enter; esc goes back").
		Affirmative("Yes").
		Negative("No").
		Value(&yes), nil)
	if err == nil && !yes {
		a.note("nothing was written")
		return done
	}
	return err
}

// ask puts one question on standard error. Escape is errBack; ctrl-c and the end of
// input are errLeft. A key of shortcuts answers it at once, by what it calls.
func (a *app) ask(ctx context.Context, field huh.Field, shortcuts map[string]func()) error {
	keys := huh.NewDefaultKeyMap()
	keys.Quit = key.NewBinding(key.WithKeys("ctrl+c", "esc"))
	keys.Select.Filter = key.NewBinding()
	keys.MultiSelect.SelectAll, keys.MultiSelect.SelectNone = key.NewBinding(), key.NewBinding()
	answers := &answers{ctx: ctx, from: a.in}
	back, answered := false, false
	form := huh.NewForm(huh.NewGroup(field)).
		// The context ends with a signal; two handlers would wait for each other.
		WithProgramOptions(tea.WithoutSignalHandler(), tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
			switch m := msg.(type) {
			case tea.KeyMsg:
				if answered {
					return nil // what is typed behind the answer is none
				}
				back = m.Type == tea.KeyEsc
				if answer := shortcuts[m.String()]; answer != nil {
					answer()
					answered = true
					return tea.KeyMsg{Type: tea.KeyCtrlC}
				}
			case tea.InterruptMsg:
				return tea.QuitMsg{} // which leaves no half-drawn question behind
			}
			return msg
		})).
		WithKeyMap(keys).
		WithShowHelp(false).
		WithTheme(theme()).
		WithOutput(a.err.file).
		WithAccessible(a.accessible())
	if a.accessible() {
		form.WithInput(answers)
	} else {
		form.WithInput(a.in)
	}
	err := form.RunWithContext(ctx)
	switch {
	case ctx.Err() != nil, answers.ended:
		return errLeft
	case answered:
		return nil
	case errors.Is(err, huh.ErrUserAborted) && back:
		return errBack
	case errors.Is(err, huh.ErrUserAborted):
		return errLeft
	}
	return err
}

// theme is legible on light and dark terminals, since it has no colours but the
// terminal's own, and says all that it says without any too.
func theme() *huh.Theme {
	t := huh.ThemeBase()
	t.Focused.Title = t.Focused.Title.Bold(true)
	t.Focused.SelectedOption = t.Focused.SelectedOption.Bold(true)
	t.Focused.BlurredButton = t.Focused.BlurredButton.UnsetForeground().UnsetBackground()
	t.Focused.FocusedButton = t.Focused.BlurredButton.Reverse(true).
		Transform(func(text string) string { return "[" + text + "]" })
	return t
}

// accessible reports whether questions are asked line by line, for screen readers
// and terminals that can only print.
func (a *app) accessible() bool {
	return a.getenv("ACCESSIBLE") != "" || a.getenv("TERM") == "dumb"
}
