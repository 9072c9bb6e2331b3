package main

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// kindOrder is the order in which summaries name what was installed.
var kindOrder = []pack.Kind{pack.Command, pack.Skill, pack.Agent, pack.Rule, pack.Payload, "hook"}

// nouns are what people call the kinds, and the rules of pieces in config files.
var nouns = map[string]string{
	"hook":               "hook",
	"mcp-server":         "MCP server",
	"marked-block":       "block of rules",
	"permission":         "permission",
	string(pack.Command): "command",
	string(pack.Skill):   "skill",
	string(pack.Agent):   "agent",
	string(pack.Rule):    "rule",
	string(pack.Payload): "supporting file",
}

// printPlaces says how many of each kind are where, those left out that a conflict
// keeps from their place.
func printPlaces(w io.Writer, o outcome) {
	if o.plan == nil {
		return
	}
	for _, kind := range kindOrder {
		items, folder := map[string]bool{}, ""
		for _, art := range o.plan.Artifacts {
			if art.Kind != string(kind) || art.Rule == indexRule || o.conflicts(art.Mount, art.Path) {
				continue
			}
			at := o.shown(art.Mount, art.Path)
			items[cmp.Or(art.Name, at)] = true
			if i := strings.LastIndex(at, "/"+art.Name+"/"); art.Name != "" && i >= 0 {
				at = at[:i+1] // an item with a folder of its own
			}
			folder = common(folder, path.Dir(at))
		}
		switch what := counted(len(items), nouns[string(kind)]); {
		case len(items) == 0:
		case folder == ".": // several places
			fmt.Fprintf(w, "  %s\n", what)
		default:
			fmt.Fprintf(w, "  %s in %s\n", what, folder)
		}
	}
	for _, e := range o.plan.Edits {
		if o.conflicts(e.Mount, e.Path) {
			continue
		}
		for _, rule := range strings.Split(e.Rule, "+") {
			fmt.Fprintf(w, "  %s in %s\n", counted(entries(e, rule), nouns[rule]), o.shown(e.Mount, e.Path))
		}
	}
}

// entries counts what an edit adds by a rule: the elements of lists, or else the keys.
func entries(e plan.Edit, rule string) int {
	elements, keys := 0, 0
	for _, op := range e.Ops {
		switch {
		case op.Rule != rule:
		case op.Kind == plan.Append:
			elements++
		default:
			keys++
		}
	}
	return cmp.Or(elements, keys)
}

// common is the deepest folder that holds both; folder may be empty for any.
func common(folder, dir string) string {
	if folder == "" {
		return dir
	}
	for !strings.HasPrefix(dir+"/", folder+"/") {
		if folder = path.Dir(folder); path.Dir(folder) == folder {
			return folder // "." or "/" holds everything
		}
	}
	return folder
}

// printLoud prints the changes that a summary must not swallow: conflicts, and bytes
// that were put aside; all changes to who wants to know more.
func (a *app) printLoud(o outcome) {
	p := a.painter(a.out)
	for _, c := range o.Changes {
		if c.Action == plan.Conflict || c.Backup != "" || c.Original != "" || a.opt.verbose && !c.quiet() {
			printChange(a.out, p, o, c, a.opt.verbose)
		}
	}
}

// printNotesOf prints the notes of all outcomes, those of hosts that say the same once.
func (a *app) printNotesOf(outcomes []outcome) {
	var notes []plan.Note
	for _, o := range outcomes {
		for _, n := range o.Notes {
			same := func(have plan.Note) bool {
				return have.Rule == n.Rule && have.Path == n.Path && have.Message == n.Message
			}
			if n.Rule != trustRule && !slices.ContainsFunc(notes, same) {
				notes = append(notes, n)
			}
		}
	}
	a.printNotes(notes)
}

// trustRule is the rule of notes about what the user has to do in the host.
const trustRule = "needs-trust"

// hintConflicts says what can be done about conflicts.
func (a *app) hintConflicts(outcomes []outcome) {
	for _, o := range outcomes {
		switch {
		case o.Result == "stopped":
			fmt.Fprintln(a.err, "hint: --on-conflict=keep leaves what is in conflict and does the rest, --on-conflict=replace puts it aside first")
			return
		case slices.ContainsFunc(o.Changes, func(c change) bool { return c.Action == plan.Conflict && c.wanted }):
			fmt.Fprintln(a.err, "hint: take ours with --on-conflict=replace (a backup is made)")
			return
		}
	}
}

// printNext says what to do next in each host that has got something new.
func (a *app) printNext(outcomes []outcome) {
	for _, o := range outcomes {
		if !o.writes() || o.plan == nil || o.Result == "stopped" {
			continue
		}
		for _, line := range o.host.Next {
			if line, ok := o.fill(line); ok {
				fmt.Fprintf(a.out, "next: %s\n", line)
			}
		}
		for _, n := range o.Notes {
			if n.Rule == trustRule {
				fmt.Fprintf(a.out, "next: %s\n", n.Message)
			}
		}
	}
}

// fill puts the pack's help and first command, spelled for the host, and the file that
// names its agents into a line; not ok if the pack has none of what the line needs.
func (o *outcome) fill(line string) (string, bool) {
	if strings.Contains(line, "{agents}") {
		index, ok := o.agentIndex()
		if !ok {
			return line, false
		}
		line = strings.ReplaceAll(line, "{agents}", index)
	}
	var first, help *pack.Item
	for i, item := range o.pack.Items {
		if item.Kind != pack.Command {
			continue
		}
		if first == nil {
			first = &o.pack.Items[i]
		}
		if item.Short == "help" {
			help = &o.pack.Items[i]
		}
	}
	if first == nil {
		return line, !strings.ContainsAny(line, "{")
	}
	spell := func(item *pack.Item) string {
		return layout.Names(o.pack.Prefix, item).Fill(o.host.Text.Command)
	}
	return strings.NewReplacer("{help}", spell(cmp.Or(help, first)), "{command}", spell(first)).Replace(line), true
}

// indexRule is the rule of a file that names all agents of a pack.
const indexRule = "agent-index"

// agentIndex is that file, as people spell it; false if the host needs none or the pack
// has no agents.
func (o *outcome) agentIndex() (string, bool) {
	i := slices.IndexFunc(o.plan.Artifacts, func(a plan.Artifact) bool { return a.Rule == indexRule })
	if i < 0 {
		return "", false
	}
	return o.shown(o.plan.Artifacts[i].Mount, o.plan.Artifacts[i].Path), true
}
