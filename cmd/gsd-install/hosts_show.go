package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/plan"
)

func (a *app) showHost(id string) error {
	env, err := a.environment()
	if err != nil {
		return err
	}
	h, _ := a.set.Get(id)
	s := shown(h, env)
	s.Added = a.addedAs(h)
	if a.opt.json {
		return a.printJSON(s)
	}
	p := &hostPage{app: a}
	p.head(s)
	p.home(s)
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		p.places(s, scope)
	}
	p.calls(s)
	p.hooks(s)
	p.surroundings(s)
	p.axes(s)
	p.run(s)
	p.sources()
	return nil
}

// hostPage prints a host in sections, and the sources it named at the end.
type hostPage struct {
	*app
	cited []string
}

// line prints one line of a section.
func (p *hostPage) line(format string, args ...any) {
	fmt.Fprintf(p.out, "  "+format+"\n", args...)
}

func (p *hostPage) section(title string) { fmt.Fprintf(p.out, "\n%s\n", strings.TrimRight(title, " ")) }

// table prints rows of a section.
func (p *hostPage) table(rows [][]string) { printTable(p.out, "  ", rows) }

// titled is a host's title with its id, once.
func titled(title, id string) string {
	if strings.HasSuffix(title, " ("+id+")") {
		return title
	}
	return fmt.Sprintf("%s (%s)", title, id)
}

// cite numbers a source; empty is none.
func (p *hostPage) cite(source string) string {
	if source == "" {
		return ""
	}
	i := slices.Index(p.cited, source)
	if i < 0 {
		i = len(p.cited)
		p.cited = append(p.cited, source)
	}
	return fmt.Sprintf("[%d]", i+1)
}

func (p *hostPage) head(s shownHost) {
	fmt.Fprintln(p.out, titled(s.Title, s.ID))
	if s.Lifecycle != "current" {
		p.line("%s: %s", s.Lifecycle, s.LifecycleNote)
	}
	if s.Successor != "" {
		p.line("its makers name in its place: %s", s.Successor)
	}
	if s.Docs != "" {
		p.line("%s", s.Docs)
	}
	if s.Added != nil {
		p.line("added from %s, agreed to with sha256 %s", s.Added.From, s.Added.Sum)
		if s.Added.Problem != "" {
			p.line("nothing is written for it: %s", s.Added.Problem)
		}
	}
	if s.Detected {
		p.line("found here: %s", s.Why)
	} else {
		p.line("not found here")
	}
	if s.Tried != "" {
		p.line("tried with %s", s.Tried)
	}
}

func (p *hostPage) home(s shownHost) {
	p.section("home " + p.cite(s.Home.Source))
	rows := [][]string{}
	add := func(name, says string) {
		if says != "" {
			rows = append(rows, []string{name, says})
		}
	}
	add("global", s.Home.Global)
	add("local", s.Home.Local)
	add("one of", strings.Join(s.Home.Probes, ", "))
	for _, r := range s.Home.Instead {
		add("shared", r)
	}
	for _, e := range s.Env {
		add("$"+e.Name, e.Says+" "+p.cite(e.Source))
	}
	p.table(rows)
}

// places prints for each place of a scope its path, and below it the form.
func (p *hostPage) places(s shownHost, scope plan.Scope) {
	p.section(string(scope) + " places")
	var rows [][]string
	var forms []string
	for _, at := range s.Places {
		if at.Scope == scope {
			rows = append(rows, []string{at.Kind, at.Path + " " + p.cite(at.Source)})
			forms = append(forms, formSays(at))
		}
	}
	indent := strings.Repeat(" ", 2+columnWidth(rows, 0)+2)
	for i, line := range tableLines("  ", rows) {
		fmt.Fprintln(p.out, line)
		if forms[i] != "" {
			fmt.Fprintln(p.out, indent+forms[i])
		}
	}
	if len(rows) == 0 {
		p.line("none")
	}
}

// formSays says what a place gets, and how well that is checked.
func formSays(at hostPlace) string {
	var says []string
	switch {
	case at.Pieces != "":
		says = append(says, "pieces of a file of yours: "+at.Pieces)
	case at.Renderer == "marked-block":
		says = append(says, "a marked block in a file of yours")
	case len(at.Keys) > 0:
		says = append(says, at.Renderer+": "+strings.Join(at.Keys, ", "))
	case at.Renderer != "":
		says = append(says, at.Renderer)
	}
	says = append(says, at.choice()...)
	if at.Shared != "" && at.Pieces == "" {
		says = append(says, "the same for all hosts")
	}
	if at.Status != "" {
		says = append(says, at.Status)
	}
	return strings.Join(says, "; ")
}

func (p *hostPage) calls(s shownHost) {
	p.section("texts")
	p.table([][]string{{"a command", s.CommandStyle}, {"arguments", s.Arguments}, {"instructions", s.InstructionFile}})
	for _, limit := range s.Limits {
		p.line("%s", limit)
	}
}

func (p *hostPage) hooks(s shownHost) {
	p.section("hooks " + p.cite(s.Hooks.Source))
	rows := [][]string{{"surface", s.Hooks.Surface}}
	if s.Hooks.Surface != "none" {
		rows = append(rows, []string{"timeouts", s.Hooks.TimeoutUnit}, []string{"may print", s.Hooks.Output})
	}
	p.table(rows)
	var same []string
	var other [][]string
	for _, name := range slices.Sorted(maps.Keys(s.Hooks.Events)) {
		if event := s.Hooks.Events[name]; event == name {
			same = append(same, name)
		} else {
			other = append(other, []string{name, event})
		}
	}
	if len(same) > 0 {
		p.line("events by the names of %s: %s", descriptors.Host{}.Native().Title, strings.Join(same, ", "))
	}
	if len(other) > 0 {
		p.line("events by names of its own:")
		printTable(p.out, "    ", other)
	}
}

// surroundings are what the user has to do, and what else the host reads.
func (p *hostPage) surroundings(s shownHost) {
	if len(s.NeedsTrust) > 0 {
		p.section("trust")
	}
	for _, t := range s.NeedsTrust {
		scope := ""
		if len(t.Scopes) == 1 {
			scope = string(t.Scopes[0]) + " "
		}
		p.line("%s%s (%s): %s %s", scope, t.Kind, t.How, t.Text, p.cite(t.Source))
	}
	if b := s.Builtin; b.Source != "" {
		p.section("of its own")
		p.names("commands", b.Commands, b.Source)
		p.names("agents", b.Agents, b.Source)
	}
	if len(s.AlsoReads) == 0 {
		return
	}
	p.section("also reads")
	var rows [][]string
	for _, r := range s.AlsoReads {
		own := ""
		if r.Own {
			own = ", its own"
		}
		rows = append(rows, []string{string(r.Scope), r.Kind, r.Path + own + " " + p.cite(r.Source)})
	}
	p.table(rows)
}

// names lists what there is of a kind, if there is any.
func (p *hostPage) names(kind string, names []string, source string) {
	if len(names) > 0 {
		p.line("%s: %s %s", kind, strings.Join(names, ", "), p.cite(source))
	}
}

func (p *hostPage) axes(s shownHost) {
	p.section("axes")
	var rows [][]string
	for _, axis := range s.Axes {
		rows = append(rows, []string{axis.Name, axisSays(axis.Value), p.cite(axis.Source)})
	}
	p.table(rows)
}

// axisSays writes a value of an axis.
func axisSays(v any) string {
	switch v {
	case true:
		return "yes"
	case false:
		return "no"
	case int64(-1):
		return "any"
	}
	return fmt.Sprint(v)
}

// run is how a program runs one turn of the host, and with which effort.
func (p *hostPage) run(s shownHost) {
	p.section("running it")
	rows := [][]string{{"install surface", s.InstallSurface}, {"sandbox", s.SandboxTier}}
	if e := s.Exec; e.Command != "" {
		rows = append(rows, []string{"one turn", strings.Join(append([]string{e.Command}, e.Args...), " ") + " " + p.cite(e.Source)})
		for _, flag := range [][]string{{"folder", e.CwdFlag}, {"prompt", e.PromptFlag}, {"model", e.ModelFlag}} {
			if flag[1] != "" {
				rows = append(rows, flag)
			}
		}
	}
	if line := p.turn(s.ID); line != "" {
		rows = append(rows, []string{"for example", line})
	}
	if s.Exec.Unasked {
		rows = append(rows, []string{"asks", "nobody in such a turn, before it runs commands and changes files; no program is to start one without leave"})
	}
	if s.IsolationFlag != "" {
		rows = append(rows, []string{"isolation", s.IsolationFlag})
	}
	if s.Effort.Param != "" {
		rows = append(rows, []string{"effort", s.Effort.Param + " " + p.cite(s.Effort.Source)})
	}
	if len(s.Effort.Levels) > 0 {
		rows = append(rows, []string{"levels", strings.Join(s.Effort.Levels, ", ")})
	}
	for _, from := range slices.Sorted(maps.Keys(s.Effort.Clamp)) {
		rows = append(rows, []string{"", from + " is taken as " + s.Effort.Clamp[from]})
	}
	p.table(rows)
}

// turn is a turn of the host as a process would be started, with a model and with the effort
// that the host has for "high"; empty if there is no such way.
func (p *hostPage) turn(id string) string {
	h, _ := p.set.Get(id)
	t := hostapi.Turn{Prompt: "PROMPT", Dir: filepath.FromSlash("/DIR"), Effort: "high", Unasked: true}
	if h.OrchestratorExec.ModelFlag != "" {
		t.Model = "MODEL"
	}
	c, err := h.Exec().Resolve(t, h.Agreement().Effective.EffortSurface, func(name string) (string, error) { return name, nil })
	if err != nil {
		return ""
	}
	return strings.Join(append([]string{c.Path}, c.Args...), " ")
}

func (p *hostPage) sources() {
	p.section("sources")
	var rows [][]string
	for i, source := range p.cited {
		rows = append(rows, []string{fmt.Sprintf("[%d]", i+1), source})
	}
	p.table(rows)
}
