package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// kindGroup is the changes of a host that are of one kind.
type kindGroup struct {
	// title is what they are: "agents"; empty where that is not known.
	title   string
	changes []change
}

// The titles of what is no item of the pack.
const (
	yourFiles   = "settings and instruction files"
	fromEarlier = "from before"
)

// byKind is the changes of an outcome by their kind, in the order in which summaries name the
// kinds; one without a title where there is no plan that could tell them.
func (o *outcome) byKind() []kindGroup {
	if o.plan == nil {
		return []kindGroup{{"", o.Changes}}
	}
	type place struct{ root, path string }
	titles := map[place]string{}
	for _, art := range o.plan.Artifacts {
		titles[place{art.Mount, art.Path}] = plural(nouns[art.Kind])
	}
	for _, e := range o.plan.Edits {
		titles[place{e.Mount, e.Path}] = yourFiles
	}
	var all []kindGroup
	for _, kind := range kindOrder {
		all = append(all, kindGroup{title: plural(nouns[string(kind)])})
	}
	all = append(all, kindGroup{title: yourFiles}, kindGroup{title: fromEarlier})
	for _, c := range o.Changes {
		i := slices.IndexFunc(all, func(s kindGroup) bool { return s.title == titles[place{c.Root, c.Path}] })
		if i < 0 {
			i = len(all) - 1
		}
		all[i].changes = append(all[i].changes, c)
	}
	return slices.DeleteFunc(all, func(s kindGroup) bool { return len(s.changes) == 0 })
}

// heading is "  agents: 3 to create, 1 unchanged"; empty where there is no title.
func (s kindGroup) heading() string {
	if s.title == "" {
		return ""
	}
	return fmt.Sprintf("  %s: %s\n", s.title, countsBy(s.changes, mark.coming))
}

// coming is what people call what an action will do.
func (m mark) coming() string { return m.future }

// done is what people call what an action has done.
func (m mark) done() string { return m.past }

// countsBy is "3 to create, 1 to update, 20 unchanged".
func countsBy(changes []change, word func(mark) string) string {
	var parts []string
	for _, m := range marks {
		if n := countOf(changes, m.action); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, word(m)))
		}
	}
	if len(parts) == 0 {
		return "nothing to do"
	}
	return strings.Join(parts, ", ")
}

// countOf is how many of the changes have the action.
func countOf(changes []change, action plan.Action) int {
	n := 0
	for _, c := range changes {
		if c.Action == action {
			n++
		}
	}
	return n
}
