package project

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// scriptRun is a folder with the hooks of packs as programs, and what they may run.
type scriptRun struct{ home, project string }

// newScriptRun puts the files of a pack with these hooks for Cline below folders whose names
// a shell would take apart.
func newScriptRun(t *testing.T, s plan.Scope, packs ...*pack.Pack) scriptRun {
	t.Helper()
	run := scriptRun{filepath.Join(t.TempDir(), `it's "my" $HOME`), filepath.Join(t.TempDir(), `a 'b' \c`)}
	for _, p := range packs {
		pl, err := Render(input(t, p, "cline", s, layout.Env{Home: run.home, Project: run.project}))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range pl.Artifacts {
			i := slices.IndexFunc(pl.Mounts, func(m plan.Mount) bool { return m.ID == a.Mount })
			file := filepath.Join(pl.Mounts[i].Dir, filepath.FromSlash(a.Path))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, a.Data, a.Mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	return run
}

// fire runs the program of an event and returns what it says.
func (run scriptRun) fire(t *testing.T, event, told string) map[string]any {
	t.Helper()
	root := run.home
	if _, err := os.Stat(filepath.Join(run.project, ".cline")); err == nil {
		root = run.project
	}
	cmd := exec.Command("sh", filepath.Join(root, ".cline", "hooks", event+".sh"))
	cmd.Dir = root
	cmd.Stdin = strings.NewReader(told)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", event, err)
	}
	var v map[string]any
	if err := json.Unmarshal(out, &v); err != nil {
		t.Fatalf("%s says no JSON: %v\n%s", event, err, out)
	}
	return v
}

// answering is a pack with one hook for all tools, whose script is text.
func answering(t *testing.T, text string) *pack.Pack {
	return readPack(t, map[string]string{
		"pack.toml":  "name = \"gsd\"\nprefix = \"gsd\"\n\n[[payload]]\nfrom = \"hooks\"\nto = \"gsd/hooks\"\n\n[[hooks]]\nevent = \"PreToolUse\"\nscript = \"gsd/hooks/h.sh\"\n",
		"hooks/h.sh": "#!/bin/sh\n" + text,
	})
}

// say is a script that prints a text.
func say(text string) string { return "cat <<'X'\n" + text + "\nX\n" }

// What a hook answers becomes what the host understands, and nothing else does.
func TestScriptAnswers(t *testing.T) {
	nothing := map[string]any{"cancel": false}
	context := func(s string) map[string]any { return map[string]any{"cancel": false, "contextModification": s} }
	stop := func(s string) map[string]any { return map[string]any{"cancel": true, "errorMessage": s} }
	odd := "a \"b\" \\c\td\\n $x `y` %s 'q' é\x01"
	tests := []struct {
		name, script string
		want         map[string]any
	}{
		{"nothing", "", nothing},
		{"text", say(odd + "\nmore"), context(odd + "\nmore")},
		{"exit 2", "cat >&2 <<'X'\n" + odd + "\nX\necho no; exit 2\n", stop(odd)},
		{"exit 2 in silence", "exit 2\n", stop("a hook has stopped this")},
		{"exit 1", "echo wrong; exit 1\n", nothing},
		{"killed", "kill -9 $$\n", nothing},
		{"deny", say(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"a\n\"b\" \u00e9"}}`), stop("a\n\"b\" é")},
		{"block", "printf '{\\n \"decision\" : \"block\",\\n \"reason\" : \"no\"\\n}\\n'", stop("no")},
		{"ask", say(`{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"ask first"}}`), stop("ask first")},
		{"allowed and blocked", say(`{"decision":"block","reason":"no","hookSpecificOutput":{"permissionDecision":"allow"}}`), stop("no")},
		{"not to go on", say(`{"continue":false,"stopReason":"all of it","reason":"not this"}`), stop("all of it")},
		{"to go on", say(`{"continue":true,"stopReason":"not this"}`), nothing},
		{"allow", say(`{"hookSpecificOutput":{"permissionDecision":"allow"}}`), nothing},
		{"context in JSON", say(`{"x":[1,{"additionalContext":"not this"}],"hookSpecificOutput":{"additionalContext":"a\nb"}}`), context("a\nb")},
		{"no string", say(`{"hookSpecificOutput":{"additionalContext":{"a":1}}}`), nothing},
		{"broken JSON", say(`{"decision":"block`), nothing},
		{"brackets that do not match", say(`{"a":[}]],{{"`), nothing},
		{"no input read", "exec <&-\n", nothing},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, s := range scopes {
				got := newScriptRun(t, s, answering(t, tt.script)).fire(t, "PreToolUse", `{"preToolUse":{"toolName":"editor"}}`)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("%s: %s", s, diff)
				}
			}
		})
	}
}

// A hook is told of an event as Claude Code would tell it.
func TestScriptTells(t *testing.T) {
	tests := []struct {
		name, told string
		want       map[string]any
	}{
		{"a call of the SDK",
			`{"clineVersion":"3","hookName":"tool_call","taskId":"t1","workspaceRoots":["/w \"x\""],"iteration":1,"tool_call":{"id":"i","name":"editor","input":{"path":"a}","new_text":"x\\\"]\n{"}},"preToolUse":{"toolName":"editor","parameters":{"path":"no"}}}`,
			map[string]any{"session_id": "t1", "transcript_path": "", "cwd": `/w "x"`, "hook_event_name": "PreToolUse", "tool_name": "Edit",
				"tool_input": map[string]any{"path": "a}", "new_text": "x\\\"]\n{"}}},
		{"a call of the extension",
			"{\n  \"taskId\": \"t2\",\n  \"preToolUse\": {\n    \"toolName\": \"mine\",\n    \"parameters\": {\"n\": \"1\"}\n  },\n  \"workspaceRoots\": [\"/w\"]\n}\n",
			map[string]any{"session_id": "t2", "transcript_path": "", "cwd": "/w", "hook_event_name": "PreToolUse", "tool_name": "mine", "tool_input": map[string]any{"n": "1"}}},
		{"nothing of use", `{}`, map[string]any{"session_id": "", "transcript_path": "", "hook_event_name": "PreToolUse"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// What it is told begins with "{", so that it would be taken for an answer in JSON.
			run := newScriptRun(t, plan.Global, answering(t, "printf 'told: '; cat\n"))
			said, _ := run.fire(t, "PreToolUse", tt.told)["contextModification"].(string)
			var got map[string]any
			if err := json.Unmarshal([]byte(strings.TrimPrefix(said, "told: ")), &got); err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			if tt.want["cwd"] == nil {
				delete(got, "cwd")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A hook of certain tools runs for these alone, and packs stand side by side.
func TestScriptsOfTwoPacks(t *testing.T) {
	one := readPack(t, map[string]string{
		"pack.toml": "name = \"gsd\"\nprefix = \"gsd\"\n",
		"hooks/hooks.json": `{"hooks":{"PreToolUse":[
			{"matcher":"Write|Edit","hooks":[{"type":"command","command":"echo \"one's: $0\" >&2; exit 2"}]},
			{"matcher":"Bash","hooks":[{"type":"command","command":"echo bash"}]}]}}`,
	})
	two := readPack(t, map[string]string{
		"pack.toml":        "name = \"two\"\nprefix = \"two\"\n",
		"hooks/hooks.json": `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"echo two; echo two"}]}]}}`,
	})
	run := newScriptRun(t, plan.Local, one, two)
	for tool, want := range map[string]map[string]any{
		"editor":       {"cancel": true, "errorMessage": "one's: sh"},
		"apply_patch":  {"cancel": true, "errorMessage": "one's: sh"},
		"run_commands": {"cancel": false, "contextModification": "bash\ntwo\ntwo"},
		"editors":      {"cancel": false, "contextModification": "two\ntwo"},
		"*":            {"cancel": false, "contextModification": "two\ntwo"},
	} {
		if diff := cmp.Diff(want, run.fire(t, "PreToolUse", `{"tool_call":{"name":"`+tool+`","input":{}}}`)); diff != "" {
			t.Errorf("%s: %s", tool, diff)
		}
	}
	if err := os.Remove(filepath.Join(run.project, ".cline", "hooks", "gsd", "PreToolUse.hooks")); err != nil {
		t.Fatal(err)
	}
	if got := run.fire(t, "PreToolUse", `{"tool_call":{"name":"editor"}}`); got["cancel"] != false {
		t.Errorf("without the first pack: %v", got)
	}
}

// The program of an event is the same whatever the pack, and only it.
func TestScriptsInCommon(t *testing.T) {
	for _, s := range scopes {
		sums := map[string]plan.Sum{}
		for _, p := range []*pack.Pack{answering(t, "true\n"), answering(t, "false\n")} {
			for _, a := range render(t, p, "cline", s).Artifacts {
				if program := strings.HasSuffix(a.Path, ".sh") && a.Kind == "hook"; program != a.Common {
					t.Errorf("%s in common: %v", a.Path, a.Common)
				} else if program && sums[a.Path] != "" && sums[a.Path] != a.Sum {
					t.Errorf("%s differs from pack to pack", a.Path)
				} else if program {
					sums[a.Path] = a.Sum
				}
			}
		}
		if len(sums) != 1 {
			t.Errorf("%s: programs %v", s, sums)
		}
	}
}

// A matcher that is no list of names is not taken for one.
func TestScriptMatcherIsNoPattern(t *testing.T) {
	p := readPack(t, map[string]string{"hooks/hooks.json": `{"hooks":{"PreToolUse":[{"matcher":"Edit.*","hooks":[{"type":"command","command":"x"}]}]}}`})
	want := `PreToolUse hook "x": Cline tells tools apart by their names alone; it is left out`
	if got := noted(render(t, p, "cline", plan.Global), "hook-lost"); !slices.Equal(got, []string{want}) {
		t.Errorf("notes %q", got)
	}
}

// Any text that a hook prints arrives as it is, but for newlines at its end.
func FuzzScriptAnswer(f *testing.F) {
	for _, seed := range []string{"a", " \t\n a", "\\", `"`, "%d%s", "\x1b[0m\x7f", "é\u2028", "-n", "$(id) `id`", "a\n\nb\n", "<1 gsd-install>0<1 gsd-install>"} {
		f.Add(seed)
	}
	p := readPack(f, map[string]string{"hooks/hooks.json": `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"cat said"}]}]}}`})
	f.Fuzz(func(t *testing.T, said string) {
		want := strings.TrimRight(said, "\n")
		if want == "" || want[0] == '{' || strings.Contains(said, "\x00") || !utf8.ValidString(said) {
			return
		}
		run := newScriptRun(t, plan.Local, p)
		if err := os.WriteFile(filepath.Join(run.project, "said"), []byte(said), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := run.fire(t, "PreToolUse", "{}")["contextModification"]; got != want {
			t.Errorf("%q arrives as %q", want, got)
		}
	})
}
