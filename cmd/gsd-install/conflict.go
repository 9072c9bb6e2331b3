package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/charmbracelet/huh"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/rogpeppe/go-internal/diff"
)

// conflictAsker asks a person what to do about each conflict.
type conflictAsker struct {
	app    *app
	ctx    context.Context
	mounts []plan.Mount
	// all is the answer for all that follow.
	all emit.Policy
	// err is why the person was not asked any more.
	err error
}

// answer is a policy, for one conflict or for all from there on.
type answer struct {
	policy emit.Policy
	all    bool
}

// decide shows how the two files differ and asks. It is emit.Request.Decide.
func (c *conflictAsker) decide(change plan.Change, have, want []byte) emit.Policy {
	if c.err != nil || c.all != "" {
		return c.all
	}
	path := change.Path
	for _, m := range c.mounts {
		if m.ID == change.Mount {
			path = m.Shown + "/" + path
		}
	}
	fmt.Fprintf(c.app.err, "\n%s: %s\n", path, change.Why)
	fmt.Fprint(c.app.err, differences(have, want))
	picked := answer{policy: emit.Keep}
	c.err = c.app.ask(c.ctx, huh.NewGroup(huh.NewSelect[answer]().
		Title("What shall become of "+path+"?").
		Options(
			huh.NewOption("Keep it as it is", answer{policy: emit.Keep}),
			huh.NewOption("Put it aside and take ours", answer{policy: emit.Replace}),
			huh.NewOption("Keep this and all others", answer{emit.Keep, true}),
			huh.NewOption("Put this and all others aside", answer{emit.Replace, true}),
		).
		Value(&picked)))
	if picked.all {
		c.all = picked.policy
	}
	return picked.policy
}

// differenceLimit is how many lines of a comparison are shown.
const differenceLimit = 40

// differences compares two files, which may be absent or no text.
func differences(have, want []byte) string {
	switch {
	case have == nil || want == nil:
		return ""
	case bytes.IndexByte(have, 0) >= 0 || bytes.IndexByte(want, 0) >= 0:
		return fmt.Sprintf("  yours has %d bytes, ours %d\n", len(have), len(want))
	}
	lines := bytes.SplitAfter(diff.Diff("yours", have, "ours", want), []byte("\n"))
	if len(lines) > 0 {
		lines = lines[1:] // "diff yours ours" says nothing
	}
	if n := len(lines) - differenceLimit; n > 1 {
		lines = append(lines[:differenceLimit:differenceLimit], fmt.Appendf(nil, "… %d more lines\n", n))
	}
	return string(bytes.Join(lines, nil))
}
