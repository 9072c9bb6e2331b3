package project_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/golden"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

var update = flag.Bool("update", false, "write the golden files anew")

// degradedPack asks a host for all that one may lack.
var degradedPack = fstest.MapFS{
	"pack.toml":         {Data: []byte("name = \"trips\"\nversion = \"1.0.0\"\nprefix = \"trips\"\n\n[[payload]]\nfrom = \"bin\"\nto = \"trips/bin\"\n")},
	"bin/two words.sh":  {Data: []byte("#!/bin/sh\nexit 0\n")},
	"bin/guard.sh":      {Data: []byte("#!/bin/sh\nexit 0\n")},
	"commands/plan.md":  {Data: []byte("---\ndescription: Plan a trip\nargument-hint: PLACE\n---\nPlan a trip to $ARGUMENTS.\nStart scout by Task(subagent_type=\"scout\").\n")},
	"agents/scout.md":   {Data: []byte("---\nname: scout\ndescription: Looks around\ntools: Read, Task\nmodel: opus\n---\nLook around. Start porter by Task(subagent_type=\"porter\").\n")},
	"skills/m/SKILL.md": {Data: []byte("---\nname: m\ndescription: Reads a map\n---\nRead the map.\n")},
	"rules/kind.md":     {Data: []byte("Be kind.\n")},
	// It has the name that the rule for hooks would have.
	"rules/trips-checks.md": {Data: []byte("---\npaths: \"*.map\"\n---\nCheck the map.\n")},
	"hooks/hooks.json": {Data: []byte(`{"hooks": {
  "SessionStart": [{"hooks": [{"type": "command", "command": "sh \"${CLAUDE_PLUGIN_ROOT}/trips/bin/guard.sh\" --hello"}]}],
  "PreToolUse": [{"matcher": "Bash|Write", "hooks": [{"type": "command", "command": "sh ~/.claude/bin/guard.sh 'a b'"}]}],
  "PostToolUse": [
    {"hooks": [{"type": "command", "command": "true"}]},
    {"matcher": "*", "hooks": [{"type": "command", "command": "true *"}]},
    {"matcher": "mcp__maps__.*", "hooks": [{"type": "command", "command": "true mcp"}]}
  ],
  "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "cat \"${CLAUDE_PLUGIN_ROOT}/a\"; cat $CLAUDE_PLUGIN_ROOT/b"}]}],
  "SubagentStop": [{"hooks": [{"type": "command", "command": "sh \"${CLAUDE_PLUGIN_ROOT}/trips/bin/two words.sh\""}]}],
  "Stop": [{"hooks": [{"type": "command", "command": "true"}]}],
  "Notification": [{"hooks": [{"type": "command", "command": "true"}]}]
}}`)},
}

// TestDegraded takes one thing at a time away from a host that has all, and holds what that
// changes in what is emitted, file by file, and what the plan says of it.
func TestDegraded(t *testing.T) {
	text, err := os.ReadFile("testdata/degraded/acme.toml")
	if err != nil {
		t.Fatal(err)
	}
	value := func(axis, from, to string) []string {
		return []string{axis, "{ value = " + from + ",", "{ value = " + to + ","}
	}
	rulesOfFiles := []string{`file    = "ACME.md"`, `file = "{name}.md"`, `"marked-block"`, "\"rule-md\"\nkeys = [{ key = \"description\", from = \"description\", form = \"string\" }]", "kind    = \"rules\"\n", "kind    = \"rules\"\ndestSubpath = \"rules\"\n"}
	noRules := []string{"kind    = \"rules\"\n", "kind    = \"rules\"\nscopes  = [\"local\"]\n"}
	for _, tt := range []struct {
		name string
		// axes are names of axes with the old and the new value, other texts to replace.
		axes  [][]string
		other []string
	}{
		{"hooks-of-engine", [][]string{value("hookBus", `"host"`, `"engine"`)}, nil},
		{"hooks-as-rules", [][]string{value("hookBus", `"host"`, `"none"`)}, nil},
		{"hooks-as-rules-local", [][]string{value("hookBus", `"host"`, `"none"`)}, nil},
		{"hooks-as-rules-in-files", [][]string{value("hookBus", `"host"`, `"none"`)}, rulesOfFiles},
		{"hooks-without-rules", [][]string{value("hookBus", `"host"`, `"none"`)}, noRules},
		{"hooks-undocumented", [][]string{value("hookBus", `"host"`, `"undocumented"`)}, nil},
		{"commands-prose-only", [][]string{value("commandSurface", `"slash-file"`, `"prose-only"`)}, nil},
		{"commands-prose-only-in-files", [][]string{value("commandSurface", `"slash-file"`, `"prose-only"`)}, rulesOfFiles},
		{"commands-prose-only-without-rules", [][]string{value("commandSurface", `"slash-file"`, `"prose-only"`)}, noRules},
		{"commands-toml", [][]string{value("commandSurface", `"slash-file"`, `"slash-toml"`)},
			[]string{"renderer = \"slash-md\"", "renderer = \"slash-toml\"\nbodyKey = \"prompt\"", `"commands"
file        = "{name}.md"`, `"commands"
file        = "{name}.toml"`}},
		{"commands-palette", [][]string{value("commandSurface", `"slash-file"`, `"palette"`)}, nil},
		{"dispatch-none", [][]string{value("namedDispatch", "true", "false")}, nil},
		{"dispatch-depth-0", [][]string{value("maxDepth", "3", "0")}, nil},
		{"dispatch-depth-1", [][]string{value("maxDepth", "3", "1")}, nil},
		{"dispatch-not-nested", [][]string{value("nested", "true", `"undocumented"`)}, nil},
		{"dispatch-reads", [][]string{value("subagentToolkit", `"full"`, `"read-only"`)}, nil},
		{"dispatch-not-in-background", [][]string{value("background", "true", "false")}, nil},
		{"dispatch-not-from-background", [][]string{value("backgroundDispatch", "true", "false")}, nil},
		{"isolation-none", [][]string{value("isolation", `"harness-worktree"`, `"none"`)}, nil},
		{"model-passive", [][]string{value("modelMode", `"active"`, `"passive"`)}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := string(text)
			for _, axis := range tt.axes {
				changed = setAxis(t, changed, axis[0], axis[1], axis[2])
			}
			for i := 0; i < len(tt.other); i += 2 {
				if !strings.Contains(changed, tt.other[i]) {
					t.Fatalf("%q is not in the descriptor", tt.other[i])
				}
				changed = strings.Replace(changed, tt.other[i], tt.other[i+1], 1)
			}
			scope := plan.Global
			if strings.HasSuffix(tt.name, "-local") {
				scope = plan.Local
			}
			full, _ := emitted(t, string(text), degradedPack, scope)
			less, degradations := emitted(t, changed, degradedPack, scope)
			var b strings.Builder
			for _, d := range degradations {
				fmt.Fprintf(&b, "%+v\n", d)
			}
			for _, m := range golden.Compare(full, less, true) {
				b.WriteString(m.String())
			}
			want := filepath.Join("testdata", "degraded", tt.name+".diff")
			if *update {
				if err := os.WriteFile(want, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			data, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(data), b.String()); diff != "" {
				t.Errorf("%s (-) and the plan (+); go test ./project -run TestDegraded -update writes it anew:\n%s", want, diff)
			}
		})
	}
}

// setAxis changes the line of an axis.
func setAxis(t *testing.T, descriptor, axis, from, to string) string {
	t.Helper()
	lines := strings.Split(descriptor, "\n")
	for i, line := range lines {
		if name, _, _ := strings.Cut(line, " "); name == axis && strings.Contains(line, from) {
			lines[i] = strings.Replace(line, from, to, 1)
			return strings.Join(lines, "\n")
		}
	}
	t.Fatalf("no axis %s with %s", axis, from)
	return ""
}

// TestDegradedPacks holds that a plan says of a lack only what the pack asks for.
func TestDegradedPacks(t *testing.T) {
	text, err := os.ReadFile("testdata/degraded/acme.toml")
	if err != nil {
		t.Fatal(err)
	}
	less := setAxis(t, string(text), "namedDispatch", "{ value = true,", "{ value = false,")
	less = setAxis(t, less, "commandSurface", `"slash-file"`, `"prose-only"`)
	less = setAxis(t, less, "hookBus", `"host"`, `"engine"`)
	const hook = `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}`
	for name, tt := range map[string]struct {
		file, text string
		want       []string
	}{
		"nothing":           {"skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\nDo it.\n", nil},
		"a command":         {"commands/a.md", "---\ndescription: d\n---\nDo it.\n", []string{"commands-as-prose: 1 command: a skill, which a text in the host's rules names"}},
		"an agent":          {"agents/a.md", "---\nname: a\ndescription: d\n---\nDo it.\n", []string{"dispatch-none: one agent does the work of all that are to be started, in order"}},
		"starts an agent":   {"commands/a.md", "---\ndescription: d\n---\nStart x by Task(subagent_type=\"x\").\n", []string{"commands-as-prose: 1 command: a skill, which a text in the host's rules names", "dispatch-none: one agent does the work of all that are to be started, in order"}},
		"one hook, no more": {"hooks/hooks.json", hook, []string{"hooks-of-engine: 1 hook: not registered with the host; an engine that is embedded in it fires them"}},
	} {
		files := fstest.MapFS{"pack.toml": {Data: []byte("name = \"p\"\nversion = \"1\"\nprefix = \"p\"\n")}, "rules/r.md": {Data: []byte("R.\n")}, tt.file: {Data: []byte(tt.text)}}
		_, degradations := emitted(t, less, files, plan.Global)
		var got []string
		for _, d := range degradations {
			got = append(got, d.Rule+": "+d.Effect)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// emitted is the tree of a pack on a made-up host, and what is degraded there.
func emitted(t *testing.T, descriptor string, files fstest.MapFS, scope plan.Scope) (golden.Tree, []plan.Degradation) {
	t.Helper()
	h, err := descriptors.Parse("acme.toml", []byte(descriptor))
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack.Read(files, "test")
	if err != nil {
		t.Fatal(err)
	}
	set := descriptors.Builtin().With(h)
	h, _ = set.Get("acme")
	mounts, _, err := layout.Mounts(h, scope, layout.Env{Home: "/no/such/home", Project: "/no/such/proj"})
	if err != nil {
		t.Fatal(err)
	}
	pl, err := project.Render(project.Input{Host: h, Scope: scope, Pack: p, Mounts: mounts, OS: "linux"})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := golden.Of(pl)
	if err != nil {
		t.Fatal(err)
	}
	return tree, pl.Degradations
}
