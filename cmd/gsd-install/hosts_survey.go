package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/added"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// survey is all that a person has to know of a host before it is added, and what hosts add
// --json prints.
type survey struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	From  string   `json:"from"`
	Sum   plan.Sum `json:"sha256"`
	// Replaces is the sum of the descriptor that was agreed to before; empty if none was.
	Replaces string `json:"replaces,omitempty"`
	// Homes are the only folders that anything is written in, by scope; Moved are the
	// variables that move the one in the home.
	Homes map[plan.Scope]string `json:"homes"`
	// Probes are the folders that the one in the home is chosen from, by what is there; empty
	// if there is no choice.
	Probes []string    `json:"probes,omitempty"`
	Moved  []string    `json:"movedBy"`
	Places []hostPlace `json:"places"`
	// Registers says what the host will run or allow, Says which words of the descriptor go
	// into files or into what is printed.
	Registers []string     `json:"registers"`
	Says      []string     `json:"says"`
	Notes     []surveyNote `json:"notes"`
	// Result is added, unchanged or dry-run.
	Result string `json:"result"`

	// change is how the descriptor differs from the one that was agreed to before.
	change string
	// same reports that these very bytes were agreed to before.
	same bool
}

// surveyNote says how a field is treated.
type surveyNote struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// survey looks at a host.
func (a *app) survey(e added.Entry, h descriptors.Host, notes []added.Note) survey {
	s := survey{
		ID: h.ID, Title: h.Title, From: e.From, Sum: e.Sum, Homes: map[plan.Scope]string{}, Moved: []string{},
		Places: placesOf(h), Registers: registers(h), Says: says(h), Notes: []surveyNote{},
	}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		if _, ok := h.Folder("config", scope); ok {
			s.Homes[scope] = inFolder(h, "config", scope, "")
		}
	}
	for _, p := range h.ConfigHome.Probes {
		s.Probes = append(s.Probes, "~/"+p.Dir)
	}
	for _, v := range h.ConfigHome.Env {
		s.Moved = append(s.Moved, fmt.Sprintf("$%s %s", v.Name, variableSays(v)))
	}
	for _, n := range notes {
		s.Notes = append(s.Notes, surveyNote(n))
	}
	return s
}

// registers says in plain words what the host will run, or allow, because of what is written.
func registers(h descriptors.Host) []string {
	all := []string{}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		if hookFile(h, scope) == "" {
			continue
		}
		hooks := h.HooksIn(scope)
		at := inFolder(h, h.Hooks.Mount[scope], scope, h.Hooks.File[scope])
		line := "hooks of packs, " + placeOfHooks(hooks, at) + ": commands that " + h.Title + " runs by itself, as you, at " + strings.Join(slices.Sorted(maps.Values(hooks.Events)), ", ")
		if scope == plan.Local && hooks.ProjectDir != "" {
			line += "; the project is " + hooks.ProjectDir + " to the shell"
		}
		all = append(all, line)
		if len(hooks.Enable) > 0 {
			all = append(all, fmt.Sprintf("that hooks run at all, in %s at %s", at, strings.Join(hooks.Enable, ".")))
		}
	}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		if file := h.MCP.File[scope]; file != "" {
			all = append(all, fmt.Sprintf("with --mcp, MCP servers of packs, in %s at %s: programs that %s starts by itself, as you%s",
				inFolder(h, h.MCP.Mount[scope], scope, file), strings.Join(h.MCP.Key, "."), h.Title, extras(h.MCP)))
		}
		if file := h.Permissions.File[scope]; file != "" {
			for _, key := range h.Permissions.Keys {
				all = append(all, fmt.Sprintf("in %s at %s: %s, so that it reads the pack's own files without asking",
					inFolder(h, h.Permissions.Mount[scope], scope, file), strings.Join(key, "."), h.Permissions.Value))
			}
		}
	}
	return append(all, inItems(h)...)
}

// inherited are what items of a pack bring along in keys of their own, which a host obeys.
var inherited = []struct{ origin, says string }{
	{"meta:hooks", "hooks that items of packs bring themselves: commands that %s runs by itself, as you"},
	{"meta:mcpServers", "MCP servers that items of packs bring themselves: programs that %s starts by itself, as you"},
	{"meta:permissionMode", "which of its questions %s leaves out for an item of a pack that asks for that"},
}

// inItems says what the files of items make the host run or allow.
func inItems(h descriptors.Host) []string {
	var all []string
	for _, row := range h.ArtifactLayout {
		d, _, _ := h.DialectOf(row)
		in := fmt.Sprintf("in each of the %s, ", row.Kind)
		for _, one := range inherited {
			if slices.ContainsFunc(d.Keys, func(k descriptors.Key) bool { return k.From == one.origin }) {
				all = append(all, in+fmt.Sprintf(one.says, h.Title))
			}
		}
		for _, id := range slices.Sorted(maps.Keys(d.Patterns)) {
			for _, pattern := range slices.Sorted(maps.Keys(d.Patterns[id])) {
				all = append(all, fmt.Sprintf("%s%s %s: %s", in, id, pattern, d.Patterns[id][pattern]))
			}
		}
	}
	return unique(all)
}

// extras says which keys of the descriptor every server gets.
func extras(m descriptors.MCP) string {
	var keys []string
	for _, more := range []map[string]any{m.Stdio, m.HTTP} {
		for _, name := range slices.Sorted(maps.Keys(more)) {
			keys = append(keys, fmt.Sprintf("%s = %v", name, more[name]))
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return ", each with " + strings.Join(keys, ", ")
}

// placeOfHooks says where hooks are registered, and in which form.
func placeOfHooks(h descriptors.Hooks, at string) string {
	switch h.Form {
	case "scripts":
		return "as programs in " + at
	case "module":
		return "as code that it loads from " + at
	}
	return "in " + at
}

// says are the words of a descriptor's own that go into files, or are printed after an install.
func says(h descriptors.Host) []string {
	all := []string{}
	for _, p := range h.Text.Preface {
		all = append(all, fmt.Sprintf("before texts with %s: %q", p.When, p.Text))
	}
	for _, name := range slices.Sorted(maps.Keys(h.Dialects)) {
		for _, k := range h.Dialects[name].Keys {
			if k.From == "const" {
				all = append(all, fmt.Sprintf("in each file of the dialect %s: %s = %q", name, k.Key, k.Const))
			}
		}
	}
	var tools []string
	for _, name := range slices.Sorted(maps.Keys(h.Tools.Agent)) {
		if id := h.Tools.Agent[name]; id != name {
			tools = append(tools, name+" = "+id)
		}
	}
	if len(tools) > 0 {
		all = append(all, "for the tools of agents: "+strings.Join(tools, ", "))
	}
	for _, line := range h.Next {
		all = append(all, fmt.Sprintf("after an install: %q", line))
	}
	for _, t := range h.NeedsTrust {
		all = append(all, fmt.Sprintf("after an install: %q", t.Text))
	}
	return all
}

// printSurvey prints the survey and what has become of it.
func (a *app) printSurvey(s survey) error {
	if a.opt.json {
		return a.printJSON(s)
	}
	switch s.Result {
	case "unchanged":
		fmt.Fprintf(a.out, "%s: these bytes were agreed to before, nothing to change\n", s.Title)
	case "added":
		if !a.mayAsk() {
			a.writeSurvey(a.out, s)
			fmt.Fprintln(a.out)
		}
		fmt.Fprintf(a.out, "%s is added: gsd-install --%s installs for it\n", s.Title, s.ID)
	default:
		a.writeSurvey(a.out, s)
	}
	return nil
}

// writeSurvey writes what the host would write, register and say.
func (a *app) writeSurvey(w io.Writer, s survey) {
	home, _ := a.home() // without it the path is only longer
	fmt.Fprintf(w, "%s, from %s\n  sha256 %s\n", titled(s.Title, s.ID), oneLine(tilde(s.From, home)), s.Sum)
	if s.Replaces != "" {
		fmt.Fprintf(w, "  in place of %s, which was agreed to before\n\n%s", s.Replaces, s.change)
	}
	fmt.Fprintln(w, "\nIt would write only in")
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		dir := s.Homes[scope]
		switch {
		case dir == "":
		case scope == plan.Local:
			fmt.Fprintln(w, "  "+dir+" of a project, with --local")
		case len(s.Probes) > 0:
			others := slices.DeleteFunc(slices.Clone(s.Probes), func(p string) bool { return p == dir })
			fmt.Fprintf(w, "  %s, or in place of it %s if that is there\n", dir, strings.Join(others, " or "))
		default:
			fmt.Fprintln(w, "  "+dir)
		}
	}
	for _, v := range s.Moved {
		fmt.Fprintln(w, "    "+v)
	}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		var rows [][]string
		for _, p := range s.Places {
			if p.Scope == scope {
				rows = append(rows, []string{p.Kind, p.Path, formOfPlace(p)})
			}
		}
		if len(rows) > 0 {
			fmt.Fprintln(w)
			printTable(w, "  ", rows)
		}
	}
	list := func(title, none string, lines []string) {
		if len(lines) == 0 {
			lines = []string{none}
		}
		fmt.Fprintln(w, "\n"+title)
		for _, line := range lines {
			fmt.Fprintln(w, "  "+line)
		}
	}
	list("It would register", "nothing that runs", s.Registers)
	if len(s.Says) > 0 {
		list("It would say", "", s.Says)
	}
	if lines := sayNotes(s.Notes); len(lines) > 0 {
		list("Treated otherwise than the file has it", "", lines)
	}
}

// formOfPlace says what is written at a place.
func formOfPlace(p hostPlace) string {
	switch {
	case p.Pieces != "":
		return strings.Join(append([]string{"pieces of a file of yours: " + p.Pieces}, p.choice()...), "; ")
	case p.Kind == "payload":
		return "supporting files, with the programs that hooks run"
	}
	return p.Renderer
}

// sayNotes are the notes, those that say the same together.
func sayNotes(notes []surveyNote) []string {
	var lines []string
	fields, said := map[string][]string{}, []string(nil)
	for _, n := range notes {
		if fields[n.Message] == nil {
			said = append(said, n.Message)
		}
		fields[n.Message] = append(fields[n.Message], n.Field)
	}
	for _, message := range said {
		lines = append(lines, strings.Join(fields[message], ", ")+": "+message)
	}
	return lines
}
