package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

func TestYAMLUndoAfterForeignEdits(t *testing.T) {
	hook := []plan.Op{add(`{"command":"sh /h/x.sh","timeout":5}`, "hooks", "pre")}
	group := []plan.Op{add(`{"matcher":"m","hooks":[{"command":"sh /h/x.sh"}]}`, "hooks", "pre")}
	both := append(hook, add(`{"command":"sh /h/y.sh"}`, "hooks", "post"))
	server := []plan.Op{set(`{"command":"node"}`, "mcp", "gsd")}
	v := []plan.Op{set(`true`, "a", "v")}
	const absent = "-" // the file is absent, or is to go
	replace := func(old, with string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				panic(old + " is not in " + s)
			}
			return strings.Replace(s, old, with, 1)
		}
	}
	front := func(more string) func(string) string { return func(s string) string { return more + s } }
	end := func(more string) func(string) string { return func(s string) string { return s + more } }
	to := func(s string) func(string) string { return func(string) string { return s } }
	tests := []struct {
		name, file string
		ops        []plan.Op
		edit       func(string) string
		want       string
		notes      int
	}{
		{"nothing but blanks in a new file", absent, both, front("\n"), absent, 0},
		{"comment in a new file", absent, both, front("# mine\n"), "# mine\n", 0},
		{"key added to a new file", absent, both, end("z: 1\n"), "z: 1\n", 0},
		{"key added before", "a: 1\n", both, front("z: 1\n"), "z: 1\na: 1\n", 0},
		{"key added after", "a: 1\n", both, end("z: 1\n"), "a: 1\nz: 1\n", 0},
		{"key added after, no newline before", "a: 1", both, end("\nz: 1"), "a: 1\nz: 1", 0},
		{"key added before, no newline", "a: 1", both, front("z: 1\n"), "z: 1\na: 1", 0},
		{"key added before a sequence, no newline", "l:\n- a", []plan.Op{add(`1`, "l")}, front("z: 1\n"), "z: 1\nl:\n- a", 0},
		{"key added before a null, no newline", "l:", []plan.Op{add(`1`, "l")}, front("z: 1\n"), "z: 1\nl:", 0},
		{"key added before, CRLF", "a: 1\r\n", both, front("z: 1\r\n"), "z: 1\r\na: 1\r\n", 0},
		{"document end", "---\na: 1\n...\n", both, end("# c\n"), "---\na: 1\n...\n# c\n", 0},
		{"element added before ours", "a: 1\n", hook, replace("    - ", "    - command: mine\n    - "), "a: 1\n\nhooks:\n  pre:\n    - command: mine\n", 0},
		{"element added after ours", "a: 1\n", hook, end("    - mine\n"), "a: 1\n\nhooks:\n  pre:\n    - mine\n", 0},
		{"event added", "a: 1\n", hook, replace("  pre:", "  other: []\n  pre:"), "a: 1\n\nhooks:\n  other: []\n", 0},
		{"comments between our lines", "a: 1\n", hook, replace("      timeout", "      # mine\n      timeout"), "a: 1\n\n      # mine\n", 0},
		{"comments on our lines", "hooks: # his\n", hook, replace("pre:", "pre: # mine"), "hooks: # his\n  # mine\n", 0},
		{"null put back", "hooks: null # his\nz: 1\n", both, end("y: 2\n"), "hooks: null # his\nz: 1\ny: 2\n", 0},
		{"nothing put back", "hooks:\nz: 1\n", both, end("y: 2\n"), "hooks:\nz: 1\ny: 2\n", 0},
		{"null put back in place of flow", "hooks: ~\n", hook, to("hooks: {pre: [{timeout: 5, command: sh /h/x.sh}]} # c\n"), "hooks: ~ # c\n", 0},
		{"empty mapping stays", "hooks: {}\n", both, end("z: 1\n"), "hooks: {}\nz: 1\n", 0},
		{"empty sequence stays", "hooks:\n  pre: []\n", hook, end("z: 1\n"), "hooks:\n  pre: []\nz: 1\n", 0},
		{"his element taken out", "hooks:\n  pre:\n  - mine\n", hook, replace("  - mine\n", ""), "hooks:\n  pre: []\n", 0},
		{"his server taken out", "mcp: # all\n    his: {}\n", server, replace("    his: {}\n", ""), "mcp: {} # all\n", 0},
		{"all of his taken out", "a: 1\n", server, replace("a: 1\n\n", ""), "", 0},
		{"ours taken out", "a: 1\n", server, replace("  gsd:\n    command: \"node\"\n", ""), "a: 1\n", 1},
		{"all taken out", "a: 1\n", both, to(""), "", 2},
		{"ours edited", "a: 1\n", server, replace("node", "deno"), "a: 1\n\nmcp:\n  gsd:\n    command: \"deno\"\n", 1},
		{"value put back", "a:\n  v: 'x' # c\n", v, end("z: 1\n"), "a:\n  v: 'x' # c\nz: 1\n", 0},
		{"value put back after another key", "{\"a\":{\"v\":1}}\n", v, to("a:\n  v: true # c\n"), "a:\n  v: 1 # c\n", 0},
		{"value edited", "a:\n  v: 'x' # c\n", v, replace("true", "2"), "a:\n  v: 2 # c\n", 1},
		{"way blocked", "a: 1\n", hook, to("hooks: no\n"), "hooks: no\n", 1},
		{"key twice", "a: 1\n", server, end("mcp: {}\n"), "a: 1\n\nmcp:\n  gsd:\n    command: \"node\"\nmcp: {}\n", 1},
		{"anchored by him", "a: 1\n", server, replace("mcp:", "mcp: &m"), "a: 1\n\nmcp: &m\n  gsd:\n    command: \"node\"\n", 1},
		{"doubled by him", "l: []\n", []plan.Op{add(`1`, "l")}, replace("1", "1, 1"), "l: [1]\n", 0},
		{"first of a sequence in a sequence", "a: 1\n", []plan.Op{add(`"x"`, "l")}, to("a: 1\nl:\n  - - y\n    - z\n  - x\n"), "a: 1\nl:\n  - - y\n    - z\n", 0},
		{"timeout edited", "a: 1\n", hook, replace("5", "60"), "a: 1\n", 1},
		{"one of two edited", "a: 1\n", both, replace("5", "60"), "a: 1\n", 1},
		{"key added to ours", "a: 1\n", hook, replace("timeout: 5", "timeout: 5 # c\n      fail_closed: true"), "a: 1\n\n      # c\n", 1},
		{"edited in flow", "hooks: {pre: [mine]}\n", hook, replace("5", "60"), "hooks: {pre: [mine]}\n", 1},
		{"a hook put into our group", "a: 1\n", group, end("        - command: his\n"), "a: 1\n\nhooks:\n  pre:\n    - matcher: \"m\"\n      hooks:\n        - command: his\n", 1},
		{"a hook put into our group before ours", "a: 1\n", group, replace("        - ", "        - command: his # c\n        - "), "a: 1\n\nhooks:\n  pre:\n    - matcher: \"m\"\n      hooks:\n        - command: his # c\n", 1},
		{"another list put into our group", "a: 1\n", group, end("      more:\n        - command: his\n"), "a: 1\n\nhooks:\n  pre:\n    - matcher: \"m\"\n      hooks: []\n      more:\n        - command: his\n", 1},
		{"command replaced by his", "a: 1\n", hook, replace("/h/x.sh", "/h/his.sh"), "a: 1\n\nhooks:\n  pre:\n    - command: \"sh /h/his.sh\"\n      timeout: 5\n", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := []byte(tt.file)
			if tt.file == absent {
				file = nil
			}
			res := mustApply(t, plan.YAML, file, tt.ops)
			u, err := Undo(plan.YAML, []byte(tt.edit(string(res.Data))), res.Receipt)
			if err != nil {
				t.Fatal(err)
			}
			got := string(u.Data)
			if u.Data == nil {
				got = absent
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if len(u.Notes) != tt.notes {
				t.Errorf("notes: %q", u.Notes)
			}
		})
	}
}

func TestYAMLUndoRefusesWhatIsNoYAML(t *testing.T) {
	res := mustApply(t, plan.YAML, []byte("a: 1\n"), []plan.Op{set(`1`, "b")})
	for _, file := range []string{"[", "a: 1\n---\nb: 1\n", "- a\n"} {
		if u, err := Undo(plan.YAML, []byte(file), res.Receipt); err == nil {
			t.Errorf("%q: got %q", file, u.Data)
		}
	}
}
