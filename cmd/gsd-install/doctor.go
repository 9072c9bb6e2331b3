package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

// finding is one thing that doctor has looked at, as --json prints it.
type finding struct {
	// Level is "ok", "note" for what one should know, and "problem" for what wants to be
	// mended.
	Level string `json:"level"`
	// Hosts are the ids of those that it is about, sorted; empty if it is about all.
	Hosts []string `json:"hosts"`
	// Check is what was looked at: added, home, records, lock, files, twice, backups, program.
	Check   string `json:"check"`
	Message string `json:"message"`
	// Hint is what to do; empty if there is nothing.
	Hint string `json:"hint,omitempty"`
}

// The levels of findings.
const (
	fine    = "ok"
	notable = "note"
	bad     = "problem"
)

// checkup gathers findings, in the order in which they are printed.
type checkup struct {
	*app
	env      layout.Env
	findings []finding
}

func (a *app) doctorCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor [--HOST ...] [flags]",
		Short: "Look for whatever is wrong, and say what to do about it",
		Long: `Look at the hosts named, or at those that are on this machine or have anything of
ours: their homes and links, whether we may write there, our records, runs that were
killed or hold a lock, files that are not as they were installed, items that a host
sees twice, copies of edited files, and hosts that were added. Programs of hosts are
asked for their version, which is compared with those that were tried; not with --home.

It writes nothing. The status is 3 if there is a problem; a note is none.`,
		Example: `  gsd-install doctor
  gsd-install doctor --{host} --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context()) },
	}
	a.opt.hostFlags(cmd.Flags())
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

func (a *app) doctor(ctx context.Context) error {
	if err := a.opt.check(); err != nil {
		return err
	}
	env, err := a.environment()
	if err != nil {
		return err
	}
	c := &checkup{app: a, env: env, findings: []finding{}}
	c.lookAtAdded()
	hosts, err := a.flagged()
	if err != nil {
		return err
	}
	targets := c.homes(hosts)
	if err := c.recorded(ctx, targets); err != nil {
		return err
	}
	if err := c.programs(ctx, targets); err != nil {
		return err
	}
	return c.print()
}

// found adds a finding about a host. A problem that several hosts have is one.
func (c *checkup) found(level, host, check, message, hint string) {
	var hosts []string
	if host != "" {
		hosts = []string{host}
	}
	for i, f := range c.findings {
		if level == bad && f.Level == level && f.Check == check && f.Message == message && f.Hint == hint {
			c.findings[i].Hosts = unique(append(f.Hosts, hosts...))
			return
		}
	}
	c.findings = append(c.findings, finding{level, append([]string{}, hosts...), check, message, hint})
}

// wrong adds what an error says as problems.
func (c *checkup) wrong(host, check string, err error) {
	f := c.fail(err)
	for i, p := range f.problems {
		hint := ""
		if i == len(f.problems)-1 {
			hint = strings.Join(f.hints, "; ")
		}
		c.found(bad, host, check, p.text, hint)
	}
}

// lookAtAdded tells of hosts that were added and cannot be used. The rest goes on without them.
func (c *checkup) lookAtAdded() {
	if c.unread != nil {
		c.wrong("", "added", c.lostHosts())
		c.unread, c.record = nil, added.Record{}
	}
	for _, e := range c.record.Hosts {
		h, known := c.set.Get(e.ID)
		switch err := c.lost[e.ID]; {
		case err != nil:
			c.wrong("", "added", &hinted{errors.New(e.ID + " was added and cannot be used: " + err.Error()), "add it again, or gsd-install hosts remove " + e.ID})
		case known && c.usable(h) != nil:
			c.wrong(h.ID, "added", c.usable(h))
		}
	}
	c.lost = nil
	for _, at := range c.record.Stray() {
		c.found(notable, "", "added", at+": nobody has agreed to it", "gsd-install hosts add "+shellWord(at)+" shows what it says")
	}
	base := c.env.Home
	if c.opt.scope() == plan.Local {
		base = c.env.Project
	}
	for _, o := range c.orphans(base) {
		c.found(bad, "", "added", c.spelledHere(o.dir)+" has files of the host "+o.id+", which is not known any more", wayBack(o.id))
	}
}

// homes resolves the folders of the hosts named, or of those that are on this machine or have
// anything of ours, and tells what is wrong with them.
func (c *checkup) homes(named []descriptors.Host) []target {
	hosts := named
	if len(hosts) == 0 {
		hosts = c.set.Hosts()
	}
	var targets []target
	for _, h := range hosts {
		t, err := c.target(h, c.env)
		concerns := len(named) > 0 || layout.Detect(h, c.env).Found
		switch {
		case err != nil && (concerns || c.matters(h, err)):
			c.wrong(h.ID, "home", err)
		case err == nil && (concerns || len(t.Packs) > 0 || t.Lost || t.Interrupted):
			targets = append(targets, t)
		}
	}
	for _, t := range targets {
		for _, m := range t.Mounts {
			if err := emit.Writable(m, t.pathsIn(m)); err != nil && m.Only == "" {
				c.wrong(t.Host.ID, "home", err)
			}
			if t.linked(m) {
				c.found(notable, t.Host.ID, "home", m.Shown+" leads by a link to "+c.spelledHere(m.Dir)+", which is used", "")
			}
		}
		for _, n := range t.Notes {
			c.found(notable, t.Host.ID, "home", n.Message, "")
		}
	}
	return targets
}

// pathsIn are the paths of the host's files in a mount.
func (t target) pathsIn(m plan.Mount) []string {
	var paths []string
	for f, claims := range t.Claims {
		if f.Dir == m.Dir && slices.ContainsFunc(claims, func(c emit.Claim) bool { return c.Host == t.Host.ID }) {
			paths = append(paths, f.Path)
		}
	}
	slices.Sort(paths)
	return paths
}

// linked reports whether a folder is, or lies behind, a link.
func (t target) linked(m plan.Mount) bool {
	base, err := filepath.EvalSymlinks(t.base)
	below, _ := strings.CutPrefix(m.Shown, "~/")
	return err == nil && m.Only == "" && len(m.Names) == 0 && !filepath.IsAbs(below) && exists(m.Dir) && filepath.Join(base, filepath.FromSlash(below)) != m.Dir
}

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
	for _, t := range targets {
		id := t.Host.ID
		switch {
		case t.Interrupted:
			c.found(bad, "", "records", "a run was killed before it had ended", "gsd-install repair"+c.inScope(t.Scope)+" finishes it")
			continue
		case t.Broken != nil:
			c.wrong(id, "records", t.Broken)
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
			if differ := len(o.Changes) - o.count(plan.Keep); differ > 0 {
				c.found(bad, id, "files", what+", "+counted(differ, "file")+" not as installed",
					"gsd-install verify --"+id+c.inScope(t.Scope)+" names them, gsd-install repair --"+id+c.inScope(t.Scope)+" puts them back")
			} else {
				c.found(fine, id, "files", what+" as installed", "")
			}
		}
		backups, err := backupsIn(t.Mounts)
		if err != nil {
			c.wrong(id, "backups", err)
		}
		if n := len(backups); n > 0 {
			c.found(notable, id, "backups", files(n)+" put aside before, of which a copy is kept", "gsd-install status"+c.inScope(t.Scope)+" lists them and says how to have one back")
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
