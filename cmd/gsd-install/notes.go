package main

import (
	"fmt"

	"github.com/gsd-install/gsd-install/plan"
)

// noteLimit is how many different notes of one rule are printed; the rest is
// counted.
const noteLimit = 3

// printNotes prints notes on standard error, equal ones once.
func (a *app) printNotes(notes []plan.Note) {
	for _, line := range noteLines(notes, a.opt.verbose) {
		fmt.Fprintln(a.err, "note: "+line)
	}
}

// noteLines makes one line of all notes that say the same, in order of their first.
// Unless all are wanted, a rule with many different ones is cut short.
func noteLines(notes []plan.Note, all bool) []string {
	type text struct{ rule, message string }
	paths := map[text][]string{}
	var texts []text
	for _, n := range notes {
		t := text{n.Rule, n.Message}
		if _, ok := paths[t]; !ok {
			texts = append(texts, t)
			paths[t] = nil
		}
		if n.Path != "" {
			paths[t] = append(paths[t], n.Path)
		}
	}
	kinds, printed := map[string]int{}, map[string]int{}
	for _, t := range texts {
		kinds[t.rule]++
	}
	var lines []string
	for _, t := range texts {
		printed[t.rule]++
		more := kinds[t.rule] - noteLimit
		switch {
		case all || more <= 1 || printed[t.rule] <= noteLimit:
			lines = append(lines, noteLine(t.message, unique(paths[t]), all))
		case printed[t.rule] == noteLimit+1:
			lines = append(lines, fmt.Sprintf("%d more like it (%s); -v lists them", more, t.rule))
		}
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
	seen := map[string]bool{}
	var kept []string
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			kept = append(kept, w)
		}
	}
	return kept
}
