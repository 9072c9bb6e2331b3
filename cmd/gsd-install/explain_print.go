package main

import (
	"fmt"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// states are what is said of the states of a file.
var states = map[string]string{
	"installed": "as it was installed",
	"edited":    "edited since it was installed",
	"missing":   "installed, and gone now",
	"yours":     "yours, with lines of packs in it",
}

// printExplanation prints an explanation for people.
func (a *app) printExplanation(e *explanation) {
	p := a.painter(a.out)
	at := oneLine(e.Path)
	if e.Line != nil {
		at += fmt.Sprintf(":%d", e.Line.Number)
	}
	fmt.Fprintf(a.out, "%s: %s\n", p.paint(bold, at), states[e.State])
	if e.Line != nil {
		a.printLine(p, e.Line)
	}
	for _, part := range e.Parts {
		if e.Line == nil || e.State != "yours" || part.covers(e.Line.Number) {
			a.printPart(part, e.Line == nil)
		}
	}
}

// covers reports whether a line of a file of the user's is of the part.
func (p part) covers(line int) bool {
	for _, r := range p.Lines {
		if r[0] <= line && line <= r[1] {
			return true
		}
	}
	return false
}

// printLine prints where a line comes from.
func (a *app) printLine(p painter, l *lineOrigin) {
	fmt.Fprintf(a.out, "  here:      %s\n", l.Text)
	if l.Whose == "yours" {
		fmt.Fprintln(a.out, "  the line is yours; no pack has put it there")
		return
	}
	switch {
	case strings.HasPrefix(l.Source, "descriptor:"):
		fmt.Fprintln(a.out, "  what the host has to know before the text; no pack has it")
		a.printField(a.namedField(l.Source))
	case l.Source != "" && l.SourceText != "":
		fmt.Fprintf(a.out, "  %s: %s\n", p.paint(bold, lineRange(l.Source, l.SourceLine, l.SourceEnd)), l.SourceText)
	case l.Source != "":
		fmt.Fprintf(a.out, "  made of %s\n", lineRange(l.Source, l.SourceLine, l.SourceEnd))
	}
	for _, r := range l.Rewrites {
		fmt.Fprintf(a.out, "  rewritten: %s -> %s\n", r.Was, r.Becoming)
		fmt.Fprintf(a.out, "    by %s: %s\n", r.Rule.Name, r.Rule.Text)
		if r.Field.Name != "" {
			a.printField(r.Field)
		}
	}
	if l.Unknown != "" {
		fmt.Fprintln(a.out, "  "+l.Unknown)
	}
}

// printPart prints what a pack has put into a file.
func (a *app) printPart(part part, all bool) {
	fmt.Fprintf(a.out, "  pack:      %s from %s, for %s\n", packText(plan.PackRef{Name: part.Pack.Name, Version: part.Pack.Version}), oneLine(part.From), strings.Join(part.Hosts, ", "))
	if all && len(part.Lines) > 0 {
		var spans []string
		for _, r := range part.Lines {
			spans = append(spans, strings.TrimPrefix(lineRange("", r[0], r[1]), ":"))
		}
		fmt.Fprintf(a.out, "  lines:     %s\n", strings.Join(spans, ", "))
	}
	for _, r := range part.Rules {
		fmt.Fprintf(a.out, "  rule:      %s: %s\n", r.Name, r.Text)
	}
	if all {
		for _, s := range part.Sources {
			fmt.Fprintf(a.out, "  source:    %s\n", spelledSource(s))
		}
	}
	for _, f := range part.Fields {
		a.printField(f)
	}
}

func (a *app) printField(f fieldOf) {
	fmt.Fprintf(a.out, "  field:     %s\n", strings.TrimPrefix(f.Name, "descriptor:"))
	if f.Citation != "" { // a capability.json has none
		fmt.Fprintf(a.out, "             %s\n", f.Citation)
	}
}

// lineRange names lines of a file; no lines are all of it.
func lineRange(path string, from, to int) string {
	switch {
	case from == 0:
		return path
	case to <= from:
		return fmt.Sprintf("%s:%d", path, from)
	default:
		return fmt.Sprintf("%s:%d-%d", path, from, to)
	}
}
