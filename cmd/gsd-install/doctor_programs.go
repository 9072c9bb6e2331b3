package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/gsd-install/gsd-install/descriptors"
)

// patience is how long a host's program may take to say its version; some take ten seconds on
// a machine that has much to do.
const patience = 30 * time.Second

// programs tells which programs of hosts are there, and whether what we emit was tried with
// their versions. A stand-in for the home is not of this machine's programs.
func (c *checkup) programs(ctx context.Context, targets []target) error {
	if c.opt.home != "" {
		return nil
	}
	asked := make([]reply, len(targets))
	var all sync.WaitGroup
	for i, t := range targets {
		at := c.program(t.Host)
		if at == "" || len(t.Host.Client.Version) == 0 {
			asked[i] = reply{at: at}
			continue
		}
		all.Go(func() { asked[i] = ask(ctx, at, t.Host.Client.Version) })
	}
	c.busy.doing("asking programs of hosts for their versions")
	all.Wait()
	for i, t := range targets {
		c.sayProgram(t, asked[i])
	}
	return ctx.Err()
}

// reply is what a host's program said of itself.
type reply struct {
	// at is where the program is, empty if it is nowhere on PATH.
	at      string
	version string
	// err says why there is no version that could be compared.
	err error
}

// program finds a host's program on PATH; empty if none of its names is there.
func (a *app) program(h descriptors.Host) string {
	for _, name := range h.Binaries {
		if at, err := a.lookPath(name); err == nil {
			return at
		}
	}
	return ""
}

// ask runs a program that prints its version and ends.
func ask(ctx context.Context, at string, args []string) reply {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("it has not answered for %v", patience))
	defer cancel()
	var out, warnings firstWords
	cmd := exec.CommandContext(ctx, at, args...)
	asGroup(cmd) // a program's own children are to end with it
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &warnings, time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	version := descriptors.FindVersion(string(out))
	if version == "" {
		version = descriptors.FindVersion(string(warnings))
	}
	var call *fs.PathError
	switch {
	case err == nil:
		err = errors.New("it names none")
	case errors.As(err, &call):
		err = call.Err
	}
	return reply{at, version, err}
}

// firstWords is the first of what a program prints. More than a version is refused, which ends the
// program.
type firstWords []byte

func (b *firstWords) Write(p []byte) (int, error) {
	if len(*b)+len(p) > 1<<16 {
		return 0, errors.New("it prints more than a version")
	}
	*b = append(*b, p...)
	return len(p), nil
}

// sayProgram tells of one host's program.
func (c *checkup) sayProgram(t target, a reply) {
	client, id := t.Host.Client, t.Host.ID
	if a.at == "" {
		if len(t.Packs) > 0 && len(t.Host.Binaries) > 0 {
			c.found(notable, id, "program", "its program is not on PATH: "+strings.Join(t.Host.Binaries, ", "), "")
		}
		return
	}
	shown := c.spelledHere(a.at)
	tried, ok := client.Tried(a.version)
	switch {
	case client.To == "":
		c.found(fine, id, "program", shown+"; what is installed was not tried with it, but follows its makers' documentation", "")
	case !ok:
		c.found(notable, id, "program", fmt.Sprintf("%s: its version cannot be told: %v", shown, a.err), "")
	case tried == descriptors.TriedNewer:
		c.found(notable, id, "program", fmt.Sprintf("%s is %s, newer than what was tried, %s", shown, a.version, client.Range()),
			"should something not load there, look for a newer gsd-install")
	case tried == descriptors.TriedOlder:
		c.found(notable, id, "program", fmt.Sprintf("%s is %s, older than what was tried, %s", shown, a.version, client.Range()),
			"should something not load there, update "+t.Host.Title)
	default:
		c.found(fine, id, "program", fmt.Sprintf("%s is %s, which was tried", shown, a.version), "")
	}
}
