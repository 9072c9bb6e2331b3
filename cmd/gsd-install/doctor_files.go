package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// errBusy ends the wait for a lock that another run has.
var errBusy = errors.New("a run is at work there")

// recorded looks at what the records of the targets say, and at their files.
func (c *checkup) recorded(ctx context.Context, targets []target) error {
	quiet, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	mounts := slices.DeleteFunc(mountsOf(targets), func(m plan.Mount) bool { return !exists(m.Lock) })
	locked, err := emit.LockShared(quiet, mounts, func(dir string) {
		c.found(notable, "", "lock", "another gsd-install is at work in "+c.spelledHere(dir), "look again when it has ended")
		cancel(errBusy)
	})
	if errors.Is(err, errBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer locked.Unlock()
	c.ledgers.Forget()
	for i := range targets {
		t, err := c.target(targets[i].Host, c.env) // as it is under the lock
		if err != nil {
			c.wrong(targets[i].Host.ID, "home", err)
			continue
		}
		targets[i] = t
	}
	return c.files(ctx, targets)
}

// files tells which packs are as they were installed, and what is not.
func (c *checkup) files(ctx context.Context, targets []target) error {
	var outcomes []outcome
	for i, t := range targets {
		id := t.Host.ID
		c.busy.doingEach("comparing files", t.Host.Title, i, len(targets))
		switch {
		case t.Broken != nil:
			c.wrong(id, "records", t.Broken)
			continue
		case t.Interrupted:
			c.found(bad, "", "records", "a run was killed before it had ended", c.opt.again("repair")+" finishes it")
			continue
		case len(t.Packs) == 0:
			c.found(fine, id, "files", "nothing of ours", "")
		}
		for _, j := range c.leaving([]target{t}).jobs {
			if err := ctx.Err(); err != nil {
				return err
			}
			o, err := j.verified()
			if err != nil {
				c.wrong(id, "files", err)
				continue
			}
			outcomes = append(outcomes, o)
			what := packText(j.ref) + ": " + files(len(o.Changes))
			if differ := o.differing(); differ > 0 {
				hint := "gsd-install verify --" + id + c.opt.at(t.Scope) + " names them"
				err := c.mendable(ctx, t)
				if err == nil {
					hint += ", gsd-install repair --" + id + c.opt.at(t.Scope) + " puts them back"
				}
				c.found(bad, id, "files", what+", "+counted(differ, "file")+" not as installed", hint)
				if err != nil {
					c.wrong(id, "files", err)
				}
				continue
			}
			c.found(fine, id, "files", what+" as installed", "")
			c.pack(ctx, j.ref)
		}
		backups, err := backupsIn(t.Mounts)
		if err != nil {
			c.wrong(id, "backups", err)
		}
		if n := len(backups); n > 0 {
			c.found(notable, id, "backups", files(n)+" put aside before, of which a copy is kept", c.opt.again("status")+" lists them and says how to have one back")
		}
	}
	noteTwice(outcomes)
	for _, o := range outcomes {
		for _, n := range o.Notes {
			message := n.Message
			if n.Path != "" {
				message = n.Path + ": " + message
			}
			c.found(notable, o.Host, "twice", message, "")
		}
	}
	return nil
}

// mendable says why a repair of a host would be refused; nil if it would not.
func (c *checkup) mendable(ctx context.Context, t target) error {
	w, err := c.repairing(ctx, []target{t})
	if err == nil {
		_, err = c.diff(w, nil)
	}
	return err
}

// pack tells whether a pack can still be read where it was installed from, which an upgrade and a
// repair do. One from npm is not fetched for that.
func (c *checkup) pack(ctx context.Context, ref plan.PackRef) {
	l, err := c.loader()
	if err != nil || strings.HasPrefix(ref.Source, pack.NpmPrefix) {
		return
	}
	ref.Profile = "" // one that the pack has no longer is told of by whoever needs it
	if _, err := l.recorded(ctx, ref); err != nil {
		c.found(notable, "", "pack", packText(ref)+" cannot be read where it was installed from: "+c.fail(err).message,
			"upgrade and repair need it: name the pack with --pack SRC")
	}
}
