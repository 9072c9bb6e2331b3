package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/plan"
)

// errand is what a writing command is to do.
type errand struct {
	// hosts are those that the command line or a person named; none means every host
	// that has something.
	hosts []descriptors.Host
	// work makes the plans for the targets, as they are once nobody else can write.
	work func([]target) (*work, error)
	// agree, if not nil, shows a person what is to be done and asks for consent.
	agree func([]outcome) error
	// refused are the *refusal errors of the hosts that --keep-going has left out.
	refused []error
}

// prepare makes the work of an errand, of all that is there now.
func (a *app) prepare(e errand) (*work, error) {
	targets, err := a.present(e)
	if err != nil {
		return nil, err
	}
	return e.work(targets)
}

// preview prints what an errand would change; its status is that of conflicts.
func (a *app) preview(ctx context.Context, e errand) error {
	outcomes, err := a.persist(e, func(e errand) ([]outcome, error) {
		locked, err := a.lock(ctx, e, emit.LockShared)
		if err != nil {
			return nil, err
		}
		defer locked.Unlock()
		w, err := a.prepare(e)
		if err != nil {
			return nil, err
		}
		run, err := a.diff(w, nil)
		if err != nil {
			return nil, err
		}
		return w.outcomes(run), nil
	})
	if err != nil {
		return err
	}
	if len(outcomes) == 0 {
		a.noteNothing()
	}
	a.printPlan(outcomes)
	return conflicted(outcomes)
}

// write carries out an errand. It returns the outcomes with their results, or the
// error for which nothing was written. While a person is being asked nothing is
// locked; what was answered holds for what was shown.
func (a *app) write(ctx context.Context, e errand) ([]outcome, error) {
	c := &consent{app: a, ctx: ctx, agree: e.agree, asks: a.opt.onConflict == "" && a.mayAsk()}
	return a.persist(e, func(e errand) ([]outcome, error) {
		for {
			outcomes, err := a.attempt(ctx, e, c)
			if err == nil {
				err = a.remember(ctx, outcomes)
			}
			if !errors.Is(err, errUnasked) {
				return outcomes, err
			}
			if err := c.ask(); err != nil {
				return nil, err
			}
		}
	})
}

// attempt locks, finishes what an earlier run left, compares and applies. It ends with
// errUnasked, and has written nothing, if a person has to be asked first.
func (a *app) attempt(ctx context.Context, e errand, c *consent) ([]outcome, error) {
	locked, err := a.lock(ctx, e, emit.Lock)
	if err != nil {
		return nil, err
	}
	defer locked.Unlock()
	if err := a.recover(e); err != nil {
		return nil, err
	}
	w, err := a.prepare(e)
	if err != nil {
		return nil, err
	}
	run, err := a.diff(w, c)
	if err != nil {
		return nil, err
	}
	if !c.covers(func() []outcome { return a.withRefused(w.outcomes(run), e) }, run) {
		return nil, errUnasked
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.busy.doing("writing " + files(written(run.Changes)))
	if err := run.Apply(ctx); errors.Is(err, emit.ErrStopped) {
		return finished(w.outcomes(run), "stopped"), nil
	} else if err != nil {
		return nil, err
	}
	return finished(w.outcomes(run), ""), nil
}

// written counts the changes that are no mere look or record.
func written(changes []plan.Change) int {
	n := 0
	for _, c := range changes {
		switch c.Action {
		case plan.Create, plan.Update, plan.Remove:
			n++
		}
	}
	return n
}

// locking is emit.Lock or emit.LockShared.
type locking func(ctx context.Context, mounts []plan.Mount, waiting func(dir string)) (*emit.Locked, error)

// lock locks the folders of the hosts, of all if none is named. Where nothing can be, a
// host that was not named needs no lock. What ledgers said before counts no more.
func (a *app) lock(ctx context.Context, e errand, take locking) (*emit.Locked, error) {
	targets, err := a.disturbed(e)
	if err != nil {
		return nil, err
	}
	mounts := mountsOf(targets)
	if len(e.hosts) == 0 {
		mounts = slices.DeleteFunc(mounts, func(m plan.Mount) bool { return !exists(m.Lock) })
	}
	locked, err := take(ctx, mounts, a.noteWaiting)
	a.ledgers.Forget()
	return locked, attributed(err, targets)
}

// noteWaiting says for whom the run waits.
func (a *app) noteWaiting(dir string) { a.note("waiting for another gsd-install to finish in " + dir) }

// disturbed are the hosts whose folders a run may have been killed in: those named, or
// all, since a run that was killed early has left no record of its hosts.
func (a *app) disturbed(e errand) ([]target, error) {
	if len(e.hosts) > 0 {
		return a.targets(e.left())
	}
	return a.reachable(e)
}

// recover finishes what a killed run has left. The folders have to be locked.
func (a *app) recover(e errand) error {
	targets, err := a.disturbed(e)
	if err != nil {
		return err
	}
	env, err := a.environment()
	if err != nil {
		return err
	}
	recovered, left, err := engine.Recover(a.set, a.opt.scope(), env, mountsOf(targets))
	if recovered {
		a.ledgers.Forget()
	}
	if recovered && err == nil {
		a.note("an earlier run had been interrupted; what it left is in order now")
	}
	for _, l := range left {
		a.note(l.String())
	}
	return attributed(err, targets)
}

// diff compares the work with the disk. With a consent, it settles the conflicts that a
// person was asked about.
func (a *app) diff(w *work, c *consent) (*emit.Run, error) {
	req := w.request
	req.Policy, req.Pristine = emit.Policy(a.opt.onConflict), a.pristine(w.targets)
	if c != nil && c.asks {
		c.mounts, c.open = w.mounts, nil
		req.Decide = c.decide
	}
	a.busy.doing("comparing with what is there")
	run, err := emit.Diff(req)
	return run, a.nameAll(attributed(err, w.targets))
}

// nameAll gives refusals that leave hosts out the command that names them all.
func (a *app) nameAll(err error) error {
	errs := plan.Leaves(err)
	var out []string
	for _, err := range errs {
		var e *emit.ClaimantsError
		if errors.As(err, &e) {
			out = append(out, e.Hosts...)
		}
	}
	for _, err := range errs {
		var e *emit.ClaimantsError
		var r *refusal
		if errors.As(err, &e) && errors.As(err, &r) {
			r.error = &hinted{errors.New(e.Error()), "name them all: " + a.commandLine(unique(out))}
		}
	}
	return err
}

// commandLine is the command of this run with flags for more hosts.
func (a *app) commandLine(hosts []string) string {
	words := []string{"gsd-install"}
	for _, arg := range a.args {
		words = append(words, shellWord(arg))
	}
	words = append(words, a.picks.flags(a.opt)...)
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
		if o.count(plan.Conflict) > 0 || o.refused != nil {
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
