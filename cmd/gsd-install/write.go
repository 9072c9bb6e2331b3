package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// write carries out what prepare wants: it locks, finishes what an earlier run
// left, compares, asks agree and applies. It returns the outcomes with their
// results, or the error for which nothing was written.
func (a *app) write(ctx context.Context, prepare func() (*work, error), agree func(*work, []outcome) error) ([]outcome, error) {
	w, err := prepare()
	if err != nil {
		return nil, err
	}
	locked, err := emit.Lock(ctx, w.mounts, func(dir string) {
		a.note("waiting for another gsd-install to finish in " + dir)
	})
	if err != nil {
		return nil, err
	}
	defer locked.Unlock()
	recovered, left, err := emit.Recover(w.mounts)
	for _, l := range left {
		a.note(l.String())
	}
	if err != nil {
		return nil, err
	}
	if recovered {
		a.note("an earlier run had been interrupted; it is finished now")
		// What is recorded has changed, and with it perhaps what is wanted.
		if w, err = prepare(); err != nil {
			return nil, err
		}
	}
	run, err := a.diff(ctx, w)
	if err != nil {
		return nil, err
	}
	if agree != nil {
		if err := agree(w, w.outcomes(run)); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := run.Apply(ctx); errors.Is(err, emit.ErrStopped) {
		return finished(w.outcomes(run), "stopped"), nil
	} else if err != nil {
		return nil, err
	}
	return finished(w.outcomes(run), ""), nil
}

// diff compares the work with the disk. On a terminal, without --on-conflict, it asks
// about each conflict.
func (a *app) diff(ctx context.Context, w *work) (*emit.Run, error) {
	req := w.request
	req.Policy = emit.Policy(a.opt.onConflict)
	asker := &conflictAsker{app: a, ctx: ctx, mounts: w.mounts}
	if req.Policy == "" && a.mayAsk() && !a.opt.dryRun {
		req.Decide = asker.decide
	}
	run, err := emit.Diff(req)
	return run, errors.Join(a.naming(err), asker.err)
}

// naming gives refusals that leave hosts out the command that names them all.
func (a *app) naming(err error) error {
	errs := leaves(err)
	var hosts []string
	for i, err := range errs {
		if e, ok := err.(*emit.ClaimantsError); ok {
			hosts = append(hosts, e.Hosts...)
			errs[i] = errors.New(e.Error())
		}
	}
	if len(hosts) == 0 {
		return err
	}
	return &hinted{errors.Join(errs...), "name them all: " + a.commandLine(unique(hosts))}
}

// commandLine is the command of this run with flags for more hosts.
func (a *app) commandLine(hosts []string) string {
	words := []string{"gsd-install"}
	for _, arg := range a.args {
		words = append(words, shellWord(arg))
	}
	for _, id := range append(a.opt.named(), hosts...) {
		flag := "--" + id
		if !strings.Contains(" "+strings.Join(words, " ")+" ", " "+flag+" ") {
			words = append(words, flag)
		}
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word for a POSIX shell where it needs that.
func shellWord(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// finished puts the result into each outcome: the one given, else what its
// changes say.
func finished(outcomes []outcome, result string) []outcome {
	for i := range outcomes {
		o := &outcomes[i]
		switch {
		case result != "":
			o.Result = result
		case o.count(plan.Conflict) > 0:
			o.Result = "conflict"
		case o.writes():
			o.Result = "done"
		default:
			o.Result = "unchanged"
		}
	}
	return outcomes
}

// conflicted is the status of a run with these outcomes.
func conflicted(outcomes []outcome) error {
	for _, o := range outcomes {
		if o.count(plan.Conflict) > 0 {
			return drifted
		}
	}
	return nil
}

// note tells a person something that is no result.
func (a *app) note(text string) {
	if !a.opt.json {
		fmt.Fprintln(a.err, "note: "+text)
	}
}
