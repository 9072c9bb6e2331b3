package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/spf13/cobra"
)

// comparison is what attribute is asked for.
type comparison struct {
	base, head, descriptors string
	acks, format            string
	always, excess          int
	strict                  bool
	// given reports that acks was asked for, so that the file has to be there.
	given bool
}

// attributeFormats are the values of attribute --format.
var attributeFormats = []string{"text", "json", "github"}

func (a *app) attributeCommand() *cobra.Command {
	var c comparison
	cmd := &cobra.Command{
		Use:   "attribute --base SRC --head SRC",
		Short: "Name what moves from one state of a pack to another, and why",
		Long: `Render two states of a pack for every host and scope, in memory, and name each
path that moved by the source that moved it: a file of the pack and its lines, or
a field of a host's descriptor. What no changed source explains has rippled
further than somebody meant: it is listed and the exit status is 3.

SRC is what --pack takes, or git:REV for the current folder at a revision of its
repository (without files that export-ignore keeps out of archives). Nothing on
this machine is looked at but the two packs.

A ripple that is meant is acknowledged in ` + acksFile + `, a file at the top
of the pack, which is committed with the change:

    [[move]]
    path   = "~/.agents/skills/*/SKILL.md"
    reason = "the new command trips-undo is called by its name everywhere"

In path ** stands for any number of folders. What base has acknowledged already
counts for nothing. Such rows, and those that no move needs, are spent: they are
listed, and with --strict the exit status is 3.

What hosts load at every start (descriptions, rules that always apply) and files
that are beyond a host's limit are measured too, in bytes and tokens; a token is
taken for 4 bytes, which is an estimate. More growth than the thresholds allow
makes the exit status 3, and so does a folder that a host has left and its
descriptor does not name in movedFrom.`,
		Example: `  gsd-install attribute --base git:origin/main --head .
  gsd-install attribute --base npm:@opengsd/gsd-core@1.13.0 --head ./gsd-core -v
  gsd-install attribute --base git:HEAD --head . --format=github`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.checkComparison(&c, cmd.Flags().Changed("format")); err != nil {
				return err
			}
			c.given = cmd.Flags().Changed("acks")
			return a.attribute(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.base, "base", "", "`SRC` is the state to compare with")
	f.StringVar(&c.head, "head", "", "`SRC` is the state that is to be explained")
	f.StringVar(&c.descriptors, "base-descriptors", "", "base has the hosts' descriptors in `DIR`, and not the program's")
	f.StringVar(&c.acks, "acks", acksFile, "acknowledgments are in `FILE` of the pack")
	f.IntVar(&c.always, "max-always", 2048, "a host may load this many `BYTES` more at every start")
	f.IntVar(&c.excess, "max-excess", 0, "a file beyond a host's limit may grow by this many `BYTES`")
	f.BoolVar(&c.strict, "strict", false, "exit 3 for spent acknowledgments too")
	f.StringVar(&c.format, "format", "text", "`WORD` is text, json, or github for annotations")
	_ = cmd.RegisterFlagCompletionFunc("format", oneOf(attributeFormats...)) // the flag is there
	a.opt.commonFlags(f)
	return cmd
}

// checkComparison finds contradictions among the flags; formatted reports that --format
// was given.
func (a *app) checkComparison(c *comparison, formatted bool) error {
	switch {
	case c.base == "" || c.head == "":
		return &usageError{message: "attribute needs --base SRC and --head SRC", hint: "for example: gsd-install attribute --base git:HEAD --head ."}
	case !slices.Contains(attributeFormats, c.format):
		return &usageError{
			message: "unknown word --format=" + c.format,
			hint:    suggest(c.format, attributeFormats, "--format=", "it takes "+strings.Join(attributeFormats, ", ")),
		}
	case a.opt.json && formatted && c.format != "json":
		return usagef("--json means --format=json and excludes --format=%s", c.format)
	case c.always < 0 || c.excess < 0:
		return usagef("--max-always and --max-excess are numbers of bytes, 0 or more")
	}
	if a.opt.json {
		c.format = "json"
	}
	a.opt.json = c.format == "json" // errors too
	return nil
}

// attribute compares and reports.
func (a *app) attribute(ctx context.Context, c comparison) error {
	r, err := a.compare(ctx, c)
	if err != nil {
		return err
	}
	switch c.format {
	case "json":
		err = a.printJSON(r.document())
	case "github":
		a.annotate(r)
	default:
		a.printAttribution(r)
	}
	if err == nil && r.finds() {
		return drifted
	}
	return err
}

// compared is what there is to report.
type compared struct {
	comparison
	from, to *side
	moves    []attribution.Move
	spent    []attribution.Spent
	always   []attribution.Always
	excess   []attribution.Excess
	left     []abandoned
}

func (a *app) compare(ctx context.Context, c comparison) (*compared, error) {
	set, err := baseDescriptors(c.descriptors)
	if err != nil {
		return nil, err
	}
	r := &compared{comparison: c}
	a.busy.doing("rendering both states for all hosts")
	var both sync.WaitGroup
	var errs [2]error
	both.Go(func() { r.from, errs[0] = a.side(ctx, c.base, set) })
	both.Go(func() { r.to, errs[1] = a.side(ctx, c.head, descriptors.Builtin()) })
	both.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	acks, err := r.to.acks(c.acks, c.given)
	if err != nil {
		return nil, err
	}
	had, err := r.from.acks(c.acks, false)
	if err != nil { // no change of head could mend it
		a.note(fmt.Sprintf("%v (at base, where what is wrong counts for nothing)", err))
	}
	a.busy.doing("explaining what moved")
	base, head := r.from.Side, r.to.Side
	r.moves = attribution.Moves(base, head)
	r.spent = attribution.Acknowledge(r.moves, acks, had, pack.Match)
	r.always = attribution.AlwaysLoaded(base, head)
	r.excess = attribution.Beyond(base, head)
	r.left = abandonedBy(r.from, r.to)
	return r, nil
}

// finds reports whether there is something to do.
func (r *compared) finds() bool {
	return len(attribution.Unexplained(r.moves)) > 0 || len(r.left) > 0 || r.strict && len(r.spent) > 0 ||
		slices.ContainsFunc(r.always, r.tooMuch) || slices.ContainsFunc(r.excess, r.tooLong)
}

func (r *compared) tooMuch(g attribution.Always) bool { return g.Growth() > r.comparison.always }

// tooLong is for a file; all that a host lists together is always loaded.
func (r *compared) tooLong(e attribution.Excess) bool {
	if e.Path == "" {
		return e.Growth() > r.comparison.always
	}
	return e.Growth() > r.comparison.excess
}
