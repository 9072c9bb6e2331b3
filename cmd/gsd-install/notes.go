package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// noteLimit is how many lines of notes are printed; the rest is counted.
const noteLimit = 8

// quietRules are the rules of notes about what was respelled or left out without a
// difference to what the pack does. They are only counted.
var quietRules = []string{"dashes", "field-lost", "host-token", "placeholder"}

// printNotes prints notes on standard error, equal ones once.
func (a *app) printNotes(notes []plan.Note) {
	loud, quiet := notes, []plan.Note(nil)
	if !a.opt.verbose {
		loud = slices.DeleteFunc(slices.Clone(notes), isQuiet)
		quiet = slices.DeleteFunc(slices.Clone(notes), func(n plan.Note) bool { return !isQuiet(n) })
	}
	lines := noteLines(loud, a.opt.verbose)
	more := len(lines) - noteLimit
	if !a.opt.verbose && more > 1 {
		lines = append(lines[:noteLimit:noteLimit], fmt.Sprintf("%d more notes; -v lists them", more))
	}
	if n := len(noteLines(quiet, false)); n > 0 {
		noun := "note"
		if len(lines) > 0 {
			noun = "more note"
		}
		lines = append(lines, counted(n, noun)+" about what hosts do not take; -v lists them")
	}
	for _, line := range lines {
		fmt.Fprintln(a.err, "note: "+line)
	}
}

func isQuiet(n plan.Note) bool { return slices.Contains(quietRules, n.Rule) }

// noteLines makes one line of all notes that say the same, in order of their first.
// What is lost for a host comes last: there is most of it, and it is to be expected.
func noteLines(notes []plan.Note, all bool) []string {
	paths := map[string][]string{}
	var messages, lost []string
	for _, n := range notes {
		if _, ok := paths[n.Message]; !ok {
			paths[n.Message] = nil
			if strings.HasSuffix(n.Rule, "-lost") {
				lost = append(lost, n.Message)
			} else {
				messages = append(messages, n.Message)
			}
		}
		if n.Path != "" {
			paths[n.Message] = append(paths[n.Message], oneLine(n.Path))
		}
	}
	var lines []string
	for _, m := range append(messages, lost...) {
		lines = append(lines, noteLine(m, unique(paths[m]), all))
	}
	return lines
}

// noteLine is a message after the path it is about, or before their number.
func noteLine(message string, paths []string, all bool) string {
	switch {
	case len(paths) == 0:
		return message
	case len(paths) == 1:
		return paths[0] + ": " + message
	case all:
		line := message
		for _, p := range paths {
			line += "\n      " + p
		}
		return line
	}
	return fmt.Sprintf("%s (%s, the first is %s)", message, files(len(paths)), paths[0])
}

// unique drops repeated words and keeps the order.
func unique(words []string) []string {
	return firsts(words, func(w string) string { return w })
}

// firsts keeps the first of those that have a text in common.
func firsts[T any](all []T, text func(T) string) []T {
	seen := map[string]bool{}
	var kept []T
	for _, x := range all {
		if !seen[text(x)] {
			seen[text(x)] = true
			kept = append(kept, x)
		}
	}
	return kept
}
