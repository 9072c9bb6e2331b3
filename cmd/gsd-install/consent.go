package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// errUnasked ends an attempt whose person has to be asked first.
var errUnasked = errors.New("a person has to be asked")

// consent is what a person has agreed to. While folders are locked it only takes down
// what there is to ask; ask asks it, when others can work again.
type consent struct {
	app *app
	ctx context.Context
	// asks reports that there is a person to ask about conflicts.
	asks bool
	// mounts are those of the comparison under way.
	mounts []plan.Mount
	// answers are those given, all the one for everything else.
	answers map[question]emit.Policy
	all     emit.Policy
	open    []conflict

	// agree shows outcomes and asks; nil if nobody has to agree.
	agree func([]outcome) error
	// agreed are the changes that were agreed to, shown those to show.
	agreed, shown []plan.Change
	outcomes      []outcome
}

// decide is emit.Request.Decide.
func (c *consent) decide(change plan.Change, have, want []byte) emit.Policy {
	if policy, ok := c.answers[questionOf(change)]; ok {
		return policy
	}
	if c.all == "" {
		open := conflict{Change: change, shown: change.Path, have: have, want: want}
		for _, m := range c.mounts {
			if m.ID == change.Mount {
				open.shown = spelled(m, change.Path)
				open.link, _ = os.Readlink(filepath.Join(m.Dir, filepath.FromSlash(change.Path)))
			}
		}
		c.open = append(c.open, open)
	}
	return c.all
}

// covers reports whether all that the run would do was agreed to. If not, ask has to be
// called before the next attempt.
func (c *consent) covers(outcomes func() []outcome, run *emit.Run) bool {
	if len(c.open) > 0 {
		return false
	}
	if c.agree == nil || c.agreed != nil && slices.EqualFunc(c.agreed, run.Changes, sameChange) {
		return true
	}
	c.shown, c.outcomes = append([]plan.Change{}, run.Changes...), outcomes()
	return false
}

func sameChange(a, b plan.Change) bool {
	return a.Action == b.Action && questionOf(a) == questionOf(b)
}

// ask asks about open conflicts, or else for consent to what is to be done.
func (c *consent) ask() error {
	if len(c.open) == 0 {
		if c.agreed != nil {
			c.app.note("something has changed meanwhile; this is what would be done now")
		}
		c.agreed = c.shown
		return c.agree(c.outcomes)
	}
	for i, open := range c.open {
		if c.all != "" {
			break
		}
		said, err := c.app.askConflict(c.ctx, open, i+1, len(c.open))
		if err != nil {
			return err
		}
		if c.answers == nil {
			c.answers = map[question]emit.Policy{}
		}
		c.answers[questionOf(open.Change)] = said.policy
		if said.all {
			c.all = said.policy
		}
	}
	c.open = nil
	return nil
}
