package main

import (
	"context"
	"fmt"
)

// tend carries out an errand on what is installed, or shows what it would do, and says
// for each pack in a word what has become of it.
func (a *app) tend(ctx context.Context, e errand, word func(outcome) string) error {
	if a.opt.dryRun {
		return a.preview(ctx, e)
	}
	outcomes, err := a.write(ctx, e)
	if err != nil {
		return err
	}
	result := conflicted(outcomes)
	if a.opt.json {
		a.noteBackups(outcomes)
		a.printJSON(outcomes)
		return result
	}
	if len(outcomes) == 0 {
		a.noteNothing()
	}
	outcomes = a.printRefused(outcomes)
	p := a.painter(a.out)
	for _, o := range outcomes {
		if o.Result == "stopped" {
			fmt.Fprintf(a.out, "%s: nothing was written\n", p.paint(bold, heading(o)))
		} else {
			fmt.Fprintf(a.out, "%s %s\n  %s\n", p.paint(bold, heading(o)), word(o), pastCounts(o))
		}
		a.printLoud(o)
	}
	a.printNotesOf(news(outcomes, a.opt.verbose))
	a.noteBackups(outcomes)
	a.hintConflicts(outcomes)
	return result
}
