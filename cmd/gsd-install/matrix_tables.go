package main

import (
	"cmp"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// matrixTable is one table of the matrix. Rows begin with the head; their first column is
// the host.
type matrixTable struct {
	title string
	rows  [][]string
}

// matrixKinds are the kinds of things that the matrix has places of.
var matrixKinds = []string{"commands", "agents", "skills", "rules", "hooks", "mcp"}

// matrixTables are the tables of the hosts: axes, dispatch, and the places of each scope.
func matrixTables(hosts []descriptors.Host) []matrixTable {
	axes := matrixTable{"Axes", [][]string{{"host"}}}
	dispatch := matrixTable{"Dispatch", [][]string{{"host"}}}
	for _, axis := range hosts[0].HostIntegration.Axes() {
		t := &axes
		name, ok := strings.CutPrefix(axis.Name, "dispatch.")
		if ok {
			t = &dispatch
		}
		t.rows[0] = append(t.rows[0], name)
	}
	for _, h := range hosts {
		a, d := []string{h.ID}, []string{h.ID}
		for _, axis := range h.HostIntegration.Axes() {
			if strings.HasPrefix(axis.Name, "dispatch.") {
				d = append(d, axisSays(axis.Value))
			} else {
				a = append(a, axisSays(axis.Value))
			}
		}
		axes.rows, dispatch.rows = append(axes.rows, a), append(dispatch.rows, d)
	}
	return []matrixTable{axes, dispatch, placeTable(hosts, plan.Global), placeTable(hosts, plan.Local)}
}

// placeTable says where things go in a scope; "-" where there is no place.
func placeTable(hosts []descriptors.Host, scope plan.Scope) matrixTable {
	t := matrixTable{"Places, " + string(scope), [][]string{append(append([]string{"host"}, matrixKinds...), "hook surface")}}
	for _, h := range hosts {
		paths := matrixRowOf(h).Places[scope]
		row := []string{h.ID}
		for _, kind := range matrixKinds {
			row = append(row, cmp.Or(short(paths[kind]), "-"))
		}
		surface := h.Hooks.Surface
		if paths["hooks"] == "" {
			surface = ""
		}
		t.rows = append(t.rows, append(row, cmp.Or(surface, "-")))
	}
	return t
}

// short is the folder that a path with names to fill in is in.
func short(at string) string {
	before, _, found := strings.Cut(at, "{")
	if !found {
		return at
	}
	return before[:strings.LastIndex(before, "/")+1]
}

// parts splits a table that is wider than the columns, each part with the hosts; 0 columns
// are any.
func (t matrixTable) parts(columns int) [][][]string {
	var parts [][][]string
	first, width := 1, columnWidth(t.rows, 0)
	for i := 1; i < len(t.rows[0]); i++ {
		w := columnWidth(t.rows, i) + 2
		if columns > 0 && i > first && width+w > columns {
			parts = append(parts, t.slice(first, i))
			first, width = i, columnWidth(t.rows, 0)
		}
		width += w
	}
	return append(parts, t.slice(first, len(t.rows[0])))
}

// slice is the table with the hosts and some columns.
func (t matrixTable) slice(from, to int) [][]string {
	var rows [][]string
	for _, row := range t.rows {
		rows = append(rows, append([]string{row[0]}, row[from:to]...))
	}
	return rows
}

// matrixHead stands before the tables in markdown.
const matrixHead = `# What the hosts can do

One row for each host, from its descriptor; ` + "`gsd-install hosts show HOST`" + ` says who says so.
"undocumented" means that the host's documentation is silent, "-" that there is no place, a
place that ends in "/" is a folder with a file or a folder for each item.
This file is written by ` + "`make docs`" + `.
`

// matrixMarkdown is the matrix as a markdown document.
func matrixMarkdown(hosts []descriptors.Host) string {
	var b strings.Builder
	b.WriteString(matrixHead)
	for _, t := range matrixTables(hosts) {
		b.WriteString("\n## " + t.title + "\n\n")
		for i, row := range t.rows {
			for j, cell := range row {
				if t.title != "Axes" && t.title != "Dispatch" && i > 0 && j > 0 && cell != "-" {
					row[j] = "`" + cell + "`"
				}
			}
			b.WriteString("| " + strings.Join(row, " | ") + " |\n")
			if i == 0 {
				b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
			}
		}
	}
	return b.String()
}
