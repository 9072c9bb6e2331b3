package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/plan"
)

// causeLimit is how many causes are listed without -v.
const causeLimit = 20

// signs stand before what moved.
var signs = map[string]string{
	string(plan.Create): "+", string(plan.Update): "~", string(plan.Remove): "-",
	attribution.Added: "+", attribution.Changed: "~", attribution.Removed: "-",
}

// sign is that of an action, or of what happened to a source.
func sign(word string) string {
	if s, ok := signs[word]; ok {
		return s
	}
	return "~"
}

// printAttribution prints a report for people.
func (a *app) printAttribution(r *compared) {
	open := attribution.Unexplained(r.moves)
	fmt.Fprintln(a.out, r.heading(len(open)))
	a.printUnexplained(r, open)
	a.printAbandoned(r.left)
	a.printCauses(attribution.Groups(r.moves))
	a.printAcknowledged(r)
	a.printGrowth(r)
}

// heading says in a line what was compared and what was found.
func (r *compared) heading(open int) string {
	names := named(r.from) + " to " + named(r.to)
	switch {
	case len(r.moves) == 0:
		return names + ": nothing moved"
	case open == 0:
		return fmt.Sprintf("%s: %s moved, all explained", names, counted(len(r.moves), "path"))
	default:
		return fmt.Sprintf("%s: %s moved, %d unexplained", names, counted(len(r.moves), "path"), open)
	}
}

// named is how a side's pack is called.
func named(s *side) string { return strings.TrimSpace(oneLine(s.pack.Name + " " + s.pack.Version)) }

// printCauses lists what moved the rest, and with -v what each moved.
func (a *app) printCauses(groups []attribution.Group) {
	if len(groups) == 0 {
		return
	}
	fmt.Fprintln(a.out, "\nmoved by")
	slices.SortStableFunc(groups, func(x, y attribution.Group) int { return cmp.Compare(len(y.Moves), len(x.Moves)) })
	shown := groups
	if !a.opt.verbose && len(groups) > causeLimit+1 {
		shown = groups[:causeLimit]
	}
	rows := make([][]string, len(shown))
	for i, g := range shown {
		why := ""
		if _, usual := signs[g.Why]; !usual {
			why = ": " + g.Why
		}
		rows[i] = []string{
			sign(g.Why) + " " + oneLine(g.Path+why),
			fmt.Sprintf("%s on %s", counted(len(g.Moves), "path"), counted(len(g.Hosts()), "host")),
		}
	}
	for i, line := range tableLines("  ", rows) {
		fmt.Fprintln(a.out, line)
		if a.opt.verbose {
			for _, m := range shown[i].Moves {
				fmt.Fprintf(a.out, "      %s %s (%s)\n", sign(string(m.Action)), oneLine(m.Path), strings.Join(m.Hosts, ", "))
			}
		}
	}
	if more := len(groups) - len(shown); more > 0 {
		fmt.Fprintf(a.out, "  and %s; -v lists all, with what each moved\n", counted(more, "more cause"))
	}
}

// printAcknowledged says which ripples are meant, and which acknowledgments can go.
func (a *app) printAcknowledged(r *compared) {
	reasons := map[string]int{}
	var order []string
	for _, m := range r.moves {
		if m.Reason == "" {
			continue
		}
		if reasons[m.Reason]++; reasons[m.Reason] == 1 {
			order = append(order, m.Reason)
		}
	}
	if len(order) > 0 {
		fmt.Fprintln(a.out, "\nacknowledged")
	}
	for _, reason := range order {
		fmt.Fprintf(a.out, "  %s: %s\n", counted(reasons[reason], "path"), oneLine(reason))
	}
	if len(r.spent) > 0 {
		fmt.Fprintf(a.out, "\nspent in %s\n", r.acks)
	}
	for _, s := range r.spent {
		fmt.Fprintf(a.out, "  line %d, %s: %s\n", s.Line, oneLine(s.Path), s.Why)
	}
}
