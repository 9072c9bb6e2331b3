package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// width is the number of columns that plans are laid out for.
const width = 80

// mark is the sign and colour of an action in plan lines, and what people call it
// before and once it is done.
type mark struct {
	action plan.Action
	sign   string
	colour string
	future string
	past   string
}

// marks are all marks, in the order in which counts name them.
var marks = []mark{
	{plan.Create, "+", green, "to create", "created"},
	{plan.Update, "~", yellow, "to update", "updated"},
	{plan.Remove, "-", red, "to remove", "removed"},
	{plan.Conflict, "!", red, "in conflict", "in conflict"},
	{plan.Keep, "=", faint, "unchanged", "unchanged"},
	{plan.Forget, "=", faint, "to forget", "forgotten"},
}

// printChanges lists the changes host by host and kind by kind, counts first. A path in a folder
// that hosts share is listed under the first of them.
func printChanges(w io.Writer, p painter, outcomes []outcome, verbose bool) {
	seen := map[string]string{}
	for i, o := range outcomes {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, p.paint(bold, heading(o)))
		fmt.Fprintln(w, "  "+counts(o))
		printDegradations(w, o)
		printTakeovers(w, o)
		shared := map[string]int{}
		for _, g := range o.byKind() {
			fmt.Fprint(w, g.heading())
			for _, c := range g.changes {
				if c.quiet() && !verbose {
					continue
				}
				key := o.Roots[c.Root] + "\x00" + c.Path
				if first, ok := seen[key]; ok {
					shared[first]++
					continue
				}
				seen[key] = o.host.Title
				printChange(w, p, o, c, verbose)
			}
		}
		for _, o := range outcomes[:i] {
			if n := shared[o.host.Title]; n > 0 {
				fmt.Fprintf(w, "  %s listed under %s, which shares the folder\n", files(n), o.host.Title)
			}
		}
	}
}

// quiet reports that a change is only counted.
func (c change) quiet() bool { return c.Action == plan.Keep || c.Action == plan.Forget }

// printChange prints "+ create path" and why, on a line of its own where it does
// not fit. A plain creation needs no reason, nor does a removal where all goes.
func printChange(w io.Writer, p painter, o outcome, c change, verbose bool) {
	i := slices.IndexFunc(marks, func(m mark) bool { return m.action == c.Action })
	m := marks[i]
	line := fmt.Sprintf("%s %s %s", m.sign, c.Action, oneLine(o.shown(c.Root, c.Path)))
	why := c.Why
	if !verbose && (c.Action == plan.Create || c.Action == plan.Remove && c.Backup == "" && o.plan == nil) {
		why = ""
	}
	switch {
	case why == "":
	case len(line)+len(why)+3 <= width:
		line += " (" + why + ")"
	default:
		line += "\n    " + why
	}
	fmt.Fprintln(w, p.paint(m.colour, line))
	if c.Backup != "" {
		fmt.Fprintf(w, "    backup: %s\n", oneLine(o.spelled(c.Backup)))
	}
	if c.Pristine != "" {
		fmt.Fprintf(w, "    as installed: %s\n", oneLine(o.spelled(c.Pristine)))
	}
	if c.Original != "" {
		fmt.Fprintf(w, "    your original of it stays in %s\n", oneLine(o.spelled(c.Original)))
	}
	if verbose && len(c.Sources) > 0 {
		fmt.Fprintf(w, "    %s from %s\n", c.Rule, sources(c.Sources))
	}
}

func sources(all []plan.Source) string {
	var words []string
	for _, s := range all {
		words = append(words, spelledSource(s))
	}
	return strings.Join(words, ", ")
}

// spelledSource is a source as people read it.
func spelledSource(s plan.Source) string { return lineRange(oneLine(s.Path), s.Start, s.End) }

// heading is "TITLE, global: gsd 0.1.0 (profile core)".
func heading(o outcome) string {
	text := fmt.Sprintf("%s, %s", cmp.Or(o.host.Title, "Brought back"), o.Scope)
	if o.Pack.Name != "" {
		text += ": " + packText(o.ref)
	}
	return text
}

// packText is a pack in a few words: "gsd-core 1.14.0 (profile core)".
func packText(ref plan.PackRef) string {
	text := strings.TrimSpace(ref.Name + " " + ref.Version)
	if ref.Profile != "" && ref.Profile != "full" {
		text += " (profile " + ref.Profile + ")"
	}
	return text
}

// counts is "3 to create, 1 to update, 20 unchanged".
func counts(o outcome) string { return countsBy(o.Changes, mark.coming) }

// pastCounts is "3 created, 1 updated, 20 unchanged".
func pastCounts(o outcome) string { return countsBy(o.Changes, mark.done) }

// files is "1 file" or "2 files".
func files(n int) string { return counted(n, "file") }

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s", n, plural(noun))
}

// plural is the noun for several.
func plural(noun string) string {
	if stem, y := strings.CutSuffix(noun, "y"); y {
		return stem + "ies"
	}
	return noun + "s"
}
