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
	// Check is what was looked at: added, home, records, lock, pack, files, twice, backups, program.
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
killed or hold a lock, packs that are no longer where they were, files that are not as
they were installed, items that a host
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

// found adds a finding about a host, or about none. A problem that several hosts have is one.
func (c *checkup) found(level, host, check, message, hint string) {
	var hosts []string
	if host != "" {
		hosts = []string{host}
	}
	for i, f := range c.findings {
		if (level == bad || host == "") && f.Level == level && f.Check == check && f.Message == message && f.Hint == hint {
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
			c.wrong("", "added", &hinted{errors.New(e.ID + " was added and cannot be used: " + err.Error()), "add it again, or gsd-install hosts remove " + e.ID + dirFlag("--home", c.opt.home)})
		case known && c.usable(h) != nil:
			c.wrong(h.ID, "added", c.usable(h))
		}
	}
	c.lost = nil
	for _, at := range c.record.Stray() {
		c.found(notable, "", "added", at+": nobody has agreed to it", "gsd-install hosts add "+c.pathWord(at)+dirFlag("--home", c.opt.home)+" shows what it says")
	}
	for _, o := range c.orphans(baseOf(c.env, c.opt.scope())) {
		c.found(bad, "", "added", c.spelledHere(o.dir)+" has files of the host "+o.id+", which is not known any more", c.wayBack(o.id))
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
