package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// consentToHost shows the survey and adds the host, once there is consent.
func (a *app) consentToHost(ctx context.Context, e added.Entry, s survey) error {
	if s.same && a.usableNow(e) {
		s.Result = "unchanged"
		return a.printSurvey(s)
	}
	if a.opt.dryRun {
		s.Result = "dry-run"
		return a.printSurvey(s)
	}
	if !a.opt.yes {
		if !a.mayAsk() {
			return &usageError{
				message: "hosts add needs your consent, and nobody can be asked here",
				hint:    "see what it says with --dry-run, and agree with --yes --sha256 " + string(e.Sum),
			}
		}
		a.writeSurvey(a.err, s)
		fmt.Fprintln(a.err)
		if err := a.confirm(ctx, "Add "+s.Title+"?", false); err != nil {
			if errors.Is(err, errBack) {
				return errLeft
			}
			return err
		}
	}
	if err := a.putHost(ctx, e); err != nil {
		return err
	}
	s.Result = "added"
	return a.printSurvey(s)
}

// usableNow reports whether nothing has to be done for what was agreed to before.
func (a *app) usableNow(e added.Entry) bool { return a.record.Usable(e, a.set) == nil }

// putHost writes the entry, unless somebody else has changed the record meanwhile.
func (a *app) putHost(ctx context.Context, e added.Entry) error {
	now, unlock, err := a.lockRecord(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if !slices.Equal(now.Hosts, a.record.Hosts) {
		set, _ := now.Set(descriptors.Builtin(), func(string) bool { return false })
		if old, ok := now.Find(e.ID); ok && !slices.Contains(a.record.Hosts, old) {
			return fmt.Errorf("%s: somebody has added it meanwhile", e.ID)
		}
		if _, _, err := e.Source().Check(set.Without(e.ID)); err != nil {
			return err
		}
	}
	err = now.Put(e)
	if errors.Is(err, added.ErrForeign) {
		return &hinted{err, "nothing was added; move that file away, or add it instead"}
	}
	return err
}

// lockRecord locks the folder of the record, which it makes, and reads the record as it is then. A run that removes the last host takes
// the folder away, so that it has to be the one that is there still once it is locked.
func (a *app) lockRecord(ctx context.Context) (now added.Record, unlock func(), err error) {
	made := 0
	for range 20 {
		var above int
		if above, err = added.Make(a.record.Dir); err != nil {
			return now, nil, err
		}
		made = max(made, above)
		before, gone := os.Stat(a.record.Dir)
		var locked *emit.Locked
		if gone == nil {
			locked, gone = emit.Lock(ctx, []plan.Mount{{Lock: a.record.Dir}}, a.noteWaiting)
		}
		if err = gone; errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return now, nil, err
		}
		after, gone := os.Stat(a.record.Dir)
		if gone == nil && os.SameFile(before, after) {
			if now, err = added.Read(a.record.Dir, a.record.Shown); err != nil {
				locked.Unlock()
				return now, nil, err
			}
			now.Made = max(now.Made, made)
			return now, func() { locked.Unlock() }, nil
		}
		locked.Unlock()
		err = plan.FileErrorf(a.record.Shown, "it was taken away and made again while it was locked")
	}
	return now, nil, err
}
