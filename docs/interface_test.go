package docs_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/hostapi"
)

// degradationRules are when each rule of plan.Degradation applies, and what a plan has then.
var degradationRules = [][]string{
	{"rule", "where agreed on", "what the plan has"},
	{"commands-toml", "`commandSurface` slash-toml", "each command is a TOML prompt (renderer `slash-toml`); a descriptor in which form and axis differ is refused"},
	{"commands-palette", "`commandSurface` palette", "a command that takes words begins with a line to ask the user for them"},
	{"commands-as-prose", "`commandSurface` prose-only", "commands become skills, and a rule that always applies names them, where the host has a place of its own for rules"},
	{"dispatch-none", "no `namedDispatch`, or `maxDepth` 0", "items that have agents started begin with a line to do their work, one after another"},
	{"dispatch-flat", "less than `hostapi.ShouldFlatten` wants (above)", "agents begin with a line to start no others, commands and skills with one to do the work of those that would"},
	{"dispatch-reads", "`subagentToolkit` not full", "commands and skills begin with a line to change files themselves"},
	{"dispatch-in-order", "`isolation` none", "commands and skills begin with a line to let one agent at a time change files"},
	{"model-passive", "`modelMode` passive", "no file names a model or an effort of the pack's, but in the format of packs itself"},
	{"model-pinned", "`modelMode` passive, and a pin", "agents name the model and the host's level of the effort"},
	{"hooks-of-engine", "`hookBus` engine", "nothing is registered with the host"},
	{"hooks-as-rules", "`hookBus` none", "nothing is registered; a rule that always applies says when to run which program, and what to heed, where the host has a place of its own for rules"},
}

// TestInterfaceInStep holds that interface.md is its template with what hostapi says.
func TestInterfaceInStep(t *testing.T) {
	template, err := os.ReadFile("testdata/interface.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := func(words []string) string { return "`" + strings.Join(words, "`, `") + "`" }
	got := strings.NewReplacer(
		"{{version}}", fmt.Sprint(hostapi.ProtocolVersion), "{{axes}}", axesTable(t), "{{points}}", pointsTable(), "{{dispatch}}", dispatchTable(),
		"{{rules}}", table(degradationRules), "{{levels}}", quoted(hostapi.EffortLevels()), "{{portable}}", quoted(hostapi.PortableEvents()),
		"{{events}}", eventsTable(quoted), "{{profiles}}", profilesTable(t), "{{method}}", hostapi.HandshakeMethod,
	).Replace(string(template))
	got = strings.ReplaceAll(got, "|\n\n\n", "|\n\n")
	if *update {
		if err := os.WriteFile("interface.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("interface.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("run make docs\n%s", diff)
	}
}

// TestInterfaceHasEachRule holds that the rules of degradations are those in the document.
func TestInterfaceHasEachRule(t *testing.T) {
	text, err := os.ReadFile("../project/degradations.go")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{}
	for _, m := range regexp.MustCompile(`less\("([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
		rules[m[1]] = true
		if !slices.ContainsFunc(degradationRules, func(row []string) bool { return row[0] == m[1] }) {
			t.Errorf("%s is not in the document", m[1])
		}
	}
	if len(rules) != len(degradationRules)-1 {
		t.Errorf("%d rules in the program, %d in the document", len(rules), len(degradationRules)-1)
	}
}

// least is the value of an axis that is agreed on where nothing is declared.
func least(t *testing.T, name string) string {
	t.Helper()
	return fmt.Sprint(flat(t, hostapi.Negotiate(nil, hostapi.DefaultEngine()).Effective)[name])
}

// flat are axes by name.
func flat(t *testing.T, x hostapi.Axes) map[string]any {
	t.Helper()
	data, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for field, v := range all["dispatch"].(map[string]any) {
		all["dispatch."+field] = v
	}
	return all
}

func axesTable(t *testing.T) string {
	rows := [][]string{{"axis", "values", "least"}}
	for _, name := range hostapi.Names() {
		values := "a number"
		if v := hostapi.Values(name); v != nil {
			values = strings.Join(v, ", ")
		}
		rows = append(rows, []string{code(name), values, least(t, name)})
	}
	return table(rows)
}

// pointsTable has each value that decides a point alone.
func pointsTable() string {
	rows := [][]string{{"point", "axis", "value", "level", "instead"}}
	add := func(p hostapi.Point, axis string, set func(*hostapi.Axes, string)) {
		for _, v := range hostapi.Values(axis) {
			var x hostapi.Axes
			set(&x, v)
			level, fallback := hostapi.DegradationFor(p, x)
			rows = append(rows, []string{string(p), code(axis), v, string(level), fallback})
		}
	}
	surface := func(x *hostapi.Axes, v string) { x.CommandSurface = hostapi.CommandSurface(v) }
	add(hostapi.PointCommand, "commandSurface", surface)
	add(hostapi.PointModel, "modelMode", func(x *hostapi.Axes, v string) { x.ModelMode = hostapi.ModelMode(v) })
	add(hostapi.PointHooks, "hookBus", func(x *hostapi.Axes, v string) { x.HookBus = hostapi.HookBus(v) })
	add(hostapi.PointState, "stateIO", func(x *hostapi.Axes, v string) { x.StateIO = hostapi.StateIO(v) })
	add(hostapi.PointArtifact, "commandSurface", surface)
	return table(rows)
}

func dispatchTable() string {
	rows := [][]string{{"agreed on", "level", "instead"}}
	for _, row := range []struct {
		says string
		d    hostapi.Dispatch
	}{
		{"no `namedDispatch`, or `maxDepth` 0", hostapi.Dispatch{}},
		{"`maxDepth` 1, or from 2 on and not `nested`", hostapi.Dispatch{NamedDispatch: true, MaxDepth: 1}},
		{"`subagentToolkit` not full", hostapi.Dispatch{NamedDispatch: true, Nested: true, MaxDepth: 2, SubagentToolkit: hostapi.ToolkitReadOnly}},
		{"all else", hostapi.Dispatch{NamedDispatch: true, Nested: true, MaxDepth: 2, SubagentToolkit: hostapi.ToolkitFull}},
	} {
		level, fallback := hostapi.DegradationFor(hostapi.PointDispatch, hostapi.Axes{Dispatch: row.d})
		rows = append(rows, []string{row.says, string(level), fallback})
	}
	return table(rows)
}

func eventsTable(quoted func([]string) string) string {
	rows := [][]string{{"field", "word", "events"}}
	for _, word := range []string{"claude", "gemini"} {
		events, _ := hostapi.HookEvents(word)
		rows = append(rows, []string{"`hookEvents`", word, quoted(events)})
	}
	for _, word := range []string{"opencode", "pi", "none"} {
		events, _ := hostapi.ExtensionEvents(word)
		if len(events) == 0 {
			rows = append(rows, []string{"`extensionEvents`", word, "none"})
			continue
		}
		rows = append(rows, []string{"`extensionEvents`", word, quoted(events)})
	}
	return table(rows)
}

func profilesTable(t *testing.T) string {
	profiles := []hostapi.Profile{hostapi.ProfileProgrammaticCLI, hostapi.ProfileDeclarativeCLI, hostapi.ProfileIDE}
	rows := [][]string{{"axis"}}
	for _, p := range profiles {
		rows[0] = append(rows[0], string(p))
	}
	for _, name := range hostapi.Names() {
		row := []string{code(name)}
		for _, p := range profiles {
			row = append(row, fmt.Sprint(flat(t, p.Baseline())[name]))
		}
		rows = append(rows, row)
	}
	return table(rows)
}
