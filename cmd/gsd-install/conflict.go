package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/charmbracelet/huh"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// conflict is one that a person has to settle.
type conflict struct {
	plan.Change
	// shown is the path as people read it.
	shown string
	// have and want are the bytes to compare; nil where there is nothing to show.
	have, want []byte
	// link is where a link at the path leads to; empty if there is none.
	link string
}

// question is what an answer holds for: these bytes at this path.
type question struct {
	mount, path string
	have, want  plan.Sum
}

func questionOf(c plan.Change) question { return question{c.Mount, c.Path, c.Have, c.Want} }

// answer is a policy, for one conflict or for all from there on. Stop leaves.
type answer struct {
	policy emit.Policy
	all    bool
}

// option is an answer with the key that gives it at once and its words.
type option struct {
	answer
	key, words string
}

// options are the answers to a conflict.
func (c conflict) options() []option {
	replace, replaceAll := "Replace it with ours; yours is put aside", "All: replace this and the others"
	if c.Want == "" { // there is nothing of ours to come
		replace, replaceAll = "Put it aside", "All: put this and the others aside"
	}
	return []option{
		{answer{policy: emit.Keep}, "k", "Keep it as it is"},
		{answer{policy: emit.Replace}, "r", replace},
		{answer{emit.Keep, true}, "K", "All: keep this and the others"},
		{answer{emit.Replace, true}, "R", replaceAll},
		{answer{policy: emit.Stop}, "q", "Quit; nothing is written"},
	}
}

// askConflict shows how the two files of the n-th conflict differ and asks what to do.
func (a *app) askConflict(ctx context.Context, c conflict, n, all int) (answer, error) {
	of := ""
	if all > 1 {
		of = fmt.Sprintf(" (%d of %d)", n, all)
	}
	p := a.painter(a.err)
	fmt.Fprintf(a.err, "\n%s: %s%s\n", p.paint(bold, oneLine(c.shown)), c.Why, of)
	fmt.Fprint(a.err, c.difference(p, a.err.columns()))
	picked := answer{policy: emit.Keep}
	var choices []huh.Option[answer]
	shortcuts := map[string]func(){}
	for _, o := range c.options() {
		choices = append(choices, huh.NewOption(o.key+"  "+o.words, o.answer))
		shortcuts[o.key] = func() { picked = o.answer }
	}
	title := "What shall become of " + oneLine(c.shown) + "?"
	if columns := a.err.columns(); columns > 0 && cells(title)+4 > columns {
		title = "What shall become of it?" // a path would be broken anywhere
	}
	err := a.ask(ctx, huh.NewSelect[answer]().
		Title(title).
		Description("a letter, or ↑↓ and enter; esc leaves").
		Options(marked(a, choices, picked)...).
		Value(&picked), shortcuts)
	if errors.Is(err, errBack) || err == nil && picked.policy == emit.Stop {
		err = errLeft
	}
	if err == nil {
		a.echo(c, picked)
	}
	return picked, err
}

// echo leaves the answer on the screen, where the question has gone.
func (a *app) echo(c conflict, picked answer) {
	for _, o := range c.options() {
		if o.answer == picked {
			fmt.Fprintf(a.err, "  %s\n", a.painter(a.err).paint(faint, "> "+o.words))
		}
	}
}
