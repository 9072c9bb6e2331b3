package main

import (
	"context"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
)

// hostChoice is a host as the picker offers it.
type hostChoice struct {
	id, title string
	// writes are the folders that it would write to, why is by what the host was found; both
	// may be empty.
	writes, why string
}

// pickHosts asks for hosts until one is ticked. There is no question before it to go
// back to.
func (a *app) pickHosts(ctx context.Context, env layout.Env) (bool, error) {
	choices := a.hostChoices(env)
	title := "Install for which hosts?"
	for {
		switch err := a.ask(ctx, newHostField(title, choices, &a.picks.hosts), nil); {
		case err != nil:
			return true, err
		case len(a.picks.hosts) > 0:
			a.takeHosts()
			return true, nil
		case a.accessible():
			return true, usagef("no host was picked")
		}
		title = "Tick at least one host with the space bar:"
	}
}

// found are the ids of the hosts found on this machine.
func found(hosts []descriptors.Host, env layout.Env) []string {
	ids := []string{}
	for _, h := range hosts {
		if layout.Detect(h, env).Found {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// hostChoices are all hosts, those found first.
func (a *app) hostChoices(env layout.Env) []hostChoice {
	var here, rest []hostChoice
	for _, h := range a.set.Hosts() {
		c := hostChoice{id: h.ID, title: h.Title, writes: oneLine(a.folders(h, env)), why: oneLine(layout.Detect(h, env).Why)}
		if c.why == "" {
			rest = append(rest, c)
		} else {
			here = append(here, c)
		}
	}
	return append(here, rest...)
}

// folders are those that the files, hooks and permissions of a pack go to on a host, by
// commas; empty where they cannot be told, which is for the run to report.
func (a *app) folders(h descriptors.Host, env layout.Env) string {
	scope := a.picks.scope
	t, err := a.resolve(h, scope, env)
	if err != nil {
		return ""
	}
	var all []string
	add := func(word, file string) {
		id, _ := layout.Own(t.Mounts, layout.MountID(t.Host, word), file)
		for _, m := range t.Mounts {
			if m.ID == id && m.Only == "" && len(m.Names) == 0 && !slices.Contains(all, m.Shown) {
				all = append(all, m.Shown)
			}
		}
	}
	for _, row := range t.Host.ArtifactLayout {
		if row.Scopes.Has(scope) {
			add(row.Mount, row.DestSubpath)
		}
	}
	if file := hookFile(t.Host, scope); file != "" {
		add(t.Host.Hooks.Mount[scope], file)
	}
	if file := t.Host.Permissions.File[scope]; file != "" {
		add(t.Host.Permissions.Mount[scope], file)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// all is everything about a choice in one line.
func (c hostChoice) all() string {
	text := c.title
	if c.writes != "" {
		text += ": " + c.writes
	}
	if c.why != "" {
		text += " (" + c.why + ")"
	}
	return text
}

// scarce is the room for which a further column is not begun.
const scarce = 12

// rows are the choices in lines of so many columns: title, folders, and why; what there is no
// room for is left out. whole reports that nothing was.
func rows(choices []hostChoice, columns int) (lines []string, whole bool) {
	titles, writes := 0, 0
	for _, c := range choices {
		titles, writes = max(titles, cells(c.title)), max(writes, cells(c.writes))
	}
	whole = true
	for _, c := range choices {
		line, used := pad(c.title, titles), titles
		for i, part := range []string{c.writes, c.why} {
			if columns-used-len("  ") < scarce {
				whole = whole && part == ""
				break
			}
			line += "  " + pad(part, []int{writes, 0}[i])
			used += len("  ") + writes
		}
		line = strings.TrimRight(line, " ")
		whole = whole && cells(line) <= columns
		lines = append(lines, shorten(line, columns))
	}
	return lines, whole
}

// pad fills a text up to so many columns.
func pad(s string, columns int) string {
	return s + strings.Repeat(" ", max(0, columns-cells(s)))
}
