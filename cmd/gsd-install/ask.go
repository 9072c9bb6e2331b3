package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/huh"
)

// errLeft ends a run whose person left a question.
var errLeft = errors.New("nothing was written")

// errBack says that a person wants to return to the question before.
var errBack = errors.New("back")

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
	a.busy.over()
	answers := &answers{ctx: ctx, from: a.in}
	back, answered := false, false
	group := huh.NewGroup(field)
	if columns := a.err.columns(); columns > 0 && !a.accessible() {
		group.WithWidth(columns) // huh asks the terminal only once it has drawn 80 columns
	}
	form := huh.NewForm(group).
		// The context ends with a signal; two handlers would wait for each other.
		WithProgramOptions(tea.WithoutSignalHandler(), tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
			switch m := msg.(type) {
			case tea.KeyMsg:
				if answered {
					return nil // what is typed behind the answer is none
				}
				if f, ok := field.(interface{ escape() tea.Msg }); ok && m.Type == tea.KeyEsc {
					if instead := f.escape(); instead != nil {
						return instead
					}
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
		a.sayLines()
		form.WithInput(answers)
	} else {
		form.WithInput(a.in)
	}
	err := form.RunWithContext(ctx)
	switch {
	case answers.back:
		return errBack
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

// sayLines says once how questions are answered line by line.
func (a *app) sayLines() {
	if !a.saidLines {
		a.saidLines = true
		fmt.Fprintln(a.err, "Each answer is a line: enter alone takes what is marked with *, and back returns to the question before.")
	}
}

// marked are the options of a question with one answer, of which enter takes the one that is
// chosen: where they are read line by line, that has to be said.
func marked[T comparable](a *app, options []huh.Option[T], chosen T) []huh.Option[T] {
	if a.accessible() {
		for i, o := range options {
			if o.Value == chosen {
				options[i].Key += " *"
			}
		}
	}
	return options
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
