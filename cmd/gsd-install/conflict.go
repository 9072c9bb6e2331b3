package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/charmbracelet/huh"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/rogpeppe/go-internal/diff"
)

// conflict is one that a person has to settle.
type conflict struct {
	plan.Change
	// shown is the path as people read it.
	shown      string
	have, want []byte
}

// question is what an answer holds for: these bytes at this path.
type question struct {
	mount, path string
	have, want  plan.Sum
}

func questionOf(c plan.Change) question { return question{c.Mount, c.Path, c.Have, c.Want} }

// answer is a policy, for one conflict or for all from there on.
type answer struct {
	policy emit.Policy
	all    bool
}

// askConflict shows how the two files differ and asks what to do.
func (a *app) askConflict(ctx context.Context, c conflict) (answer, error) {
	fmt.Fprintf(a.err, "\n%s: %s\n", oneLine(c.shown), c.Why)
	fmt.Fprint(a.err, differences(c.have, c.want))
	aside := "Put it aside and take ours"
	if c.Want == "" {
		aside = "Put it aside" // there is nothing of ours to come
	}
	picked := answer{policy: emit.Keep}
	err := a.ask(ctx, huh.NewSelect[answer]().
		Title("What shall become of "+oneLine(c.shown)+"?").
		Description("↑↓ move, enter goes on, esc leaves").
		Options(
			huh.NewOption("Keep it as it is", answer{policy: emit.Keep}),
			huh.NewOption(aside, answer{policy: emit.Replace}),
			huh.NewOption("Keep this and all others", answer{emit.Keep, true}),
			huh.NewOption("Put this and all others aside", answer{emit.Replace, true}),
		).
		Value(&picked))
	if errors.Is(err, errBack) {
		err = errLeft
	}
	return picked, err
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
