package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// print prints the findings, those of the same hosts together.
func (c *checkup) print() error {
	result, count := error(nil), map[string]int{}
	for _, f := range c.findings {
		if count[f.Level]++; f.Level == bad {
			result = drifted
		}
	}
	if c.opt.json {
		c.printJSON(c.findings)
		return result
	}
	p := c.painter(c.out)
	for _, group := range c.groups() {
		fmt.Fprintln(c.out, p.paint(bold, c.headingOf(group[0].Hosts)))
		for _, f := range group {
			line := "  " + f.Message
			switch f.Level {
			case bad:
				line = p.paint(red, "! "+f.Message)
			case notable:
				line = "- " + f.Message
			}
			fmt.Fprintln(c.out, line)
			if f.Hint != "" {
				fmt.Fprintln(c.out, "    "+f.Hint)
			}
		}
	}
	switch {
	case len(c.findings) == 0:
		c.noteNothing()
	case count[bad] == 0:
		fmt.Fprintln(c.out, "Nothing is wrong.")
	default:
		fmt.Fprintf(c.out, "%s to mend.\n", counted(count[bad], "problem"))
	}
	c.noteElsewhere()
	return result
}

// groups are the findings of the same hosts: first those of none, then those that several
// have, then those of each.
func (c *checkup) groups() [][]finding {
	var groups [][]finding
	for _, f := range c.findings {
		i := slices.IndexFunc(groups, func(g []finding) bool { return slices.Equal(g[0].Hosts, f.Hosts) })
		if i < 0 {
			groups = append(groups, []finding{f})
			continue
		}
		groups[i] = append(groups[i], f)
	}
	rank := func(g []finding) int {
		switch len(g[0].Hosts) {
		case 0:
			return 0
		case 1:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(groups, func(a, b []finding) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), slices.Compare(a[0].Hosts, b[0].Hosts))
	})
	return groups
}

// headingOf names hosts.
func (c *checkup) headingOf(ids []string) string {
	if len(ids) == 0 {
		return "This machine"
	}
	var titles []string
	for _, id := range ids {
		h, _ := c.set.Get(id)
		titles = append(titles, h.Title)
	}
	return strings.Join(titles, ", ")
}
