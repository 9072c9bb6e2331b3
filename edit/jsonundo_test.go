package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

func TestJSONUndoAfterForeignEdits(t *testing.T) {
	hooks := []plan.Op{add(startGroup, "hooks", "SessionStart"), add(gateGroup, "hooks", "PreToolUse")}
	replace := func(old, with string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				panic(old + " is not in " + s)
			}
			return strings.Replace(s, old, with, 1)
		}
	}
	tests := []struct {
		name, file string
		absent     bool
		ops        []plan.Op
		edit       func(string) string
		want       string // "-" is an absent file
		notes      int
	}{
		{"key added", "{\n  \"a\": 1\n}\n", false, hooks, replace("\"a\": 1,", "\"a\": 1, // mine\n  \"z\": 2.0,"), "{\n  \"a\": 1, // mine\n  \"z\": 2.0\n}\n", 0},
		{"key added at the end", "{\n  \"a\": 1\n}\n", false, []plan.Op{set(`2`, "b")}, replace("\"b\": 2", "\"b\": 2, // ours\n  \"z\": 0"), "{\n  \"a\": 1,\n  // ours\n  \"z\": 0\n}\n", 0},
		{"nothing but blanks in a new file", "", true, hooks, func(s string) string { return "\n" + s }, "-", 0},
		{"key added to a new file", "", true, hooks, replace("{\n", "{\n  \"z\": 2,\n"), "{\n  \"z\": 2\n}\n", 0},
		{"comment added to a new file", "", true, hooks, func(s string) string { return "// mine\n" + s }, "// mine\n{}\n", 0},
		{"element added beside ours", "{}", false, hooks[:1], replace("[\n      {", "[\n      \"mine\",\n      {"), "{\n  \"hooks\": {\n    \"SessionStart\": [\n      \"mine\"\n    ]\n  }\n}", 0},
		{"the user's empty object stays", `{"hooks": {}}`, false, hooks, func(s string) string { return s + "\n" }, "{\"hooks\": {}}\n", 0},
		{"the user's empty array stays", "{\n  \"hooks\": {\n    \"SessionStart\": []\n  }\n}", false, hooks, func(s string) string { return s + "\n" }, "{\n  \"hooks\": {\n    \"SessionStart\": []\n  }\n}\n", 0},
		{"comment in our object keeps it", "{\n  \"a\": 1\n}", false, hooks[:1], replace("\"hooks\": {\n", "\"hooks\": {\n    // mine\n"), "{\n  \"a\": 1,\n  \"hooks\": {\n    // mine\n  }\n}", 0},
		{"ours edited", "{\n  \"a\": 1\n}", false, []plan.Op{add(`"x"`, "l"), set(`1`, "b")}, replace(`"x"`, `"y"`), "{\n  \"a\": 1,\n  \"l\": [\n    \"y\"\n  ]\n}", 1},
		{"ours deleted", "{\n  \"a\": 1\n}", false, []plan.Op{add(`"x"`, "l")}, replace("\n    \"x\"\n  ", ""), "{\n  \"a\": 1\n}", 1},
		{"ours deleted with all", "{\n  \"a\": 1\n}", false, hooks, func(string) string { return "{}" }, "{}", 2},
		{"value edited", `{"v": 2}`, false, []plan.Op{set(`1`, "v")}, replace("1", "3"), `{"v": 3}`, 1},
		{"B058 value put back", "{\"v\": 2.0, \"w\": 0}", false, []plan.Op{set(`1`, "v")}, replace(": 0", ": 9"), "{\"v\": 2.0, \"w\": 9}", 0},
		{"null put back", "{\"hooks\": null, \"w\": 0}", false, hooks, replace(": 0", ": 9"), "{\"hooks\": null, \"w\": 9}", 0},
		{"null file put back", "null", false, hooks, func(s string) string { return s + " // x" }, "null // x", 0},
		{"way blocked", `{"a": 1}`, false, hooks[:1], func(string) string { return `{"hooks": []}` }, `{"hooks": []}`, 1},
		{"twins", `{"a": 1}`, false, []plan.Op{set(`2`, "b")}, func(string) string { return `{"b": 2, "b": 2}` }, `{"b": 2, "b": 2}`, 1},
		{"doubled by the user", `{"l": []}`, false, []plan.Op{add(`"x"`, "l")}, replace(`"x"`, `"x","x"`), `{"l": ["x"]}`, 0},
		{"comments inside ours", `{"l": [0]}`, false, []plan.Op{add(`{"x":1}`, "l")}, replace(`1`, `1 /* why */`), `{"l": [0]}`, 1},
		{"first of several, one line", `{"l": [0]}`, false, []plan.Op{add(`1`, "l")}, replace(`[0, 1]`, `[1, /* zero */ 0, 2]`), `{"l": [/* zero */ 0, 2]}`, 0},
		{"comma after a comment", `{"l": [0]}`, false, []plan.Op{add(`1`, "l")}, replace(`[0, 1]`, `[0, 1 /* one */, 2]`), `{"l": [0, /* one */ 2]}`, 0},
		{"comma first", "{\"l\": [0\n, 3]}", false, []plan.Op{add(`1`, "l")}, replace(`, 1`, "// c\n, 1"), "{\"l\": [0\n, 3// c\n]}", 0},
		{"bracket on the line of ours", "{\n\"a\": 1}", false, []plan.Op{set(`2`, "b")}, func(s string) string { return s + "\n" }, "{\n\"a\": 1}\n", 0},
		{"bracket and comma on the line of ours", "{\n\"a\": 1,}", false, []plan.Op{set(`2`, "b")}, func(s string) string { return s + "\n" }, "{\n\"a\": 1,}\n", 0},
		{"bracket on the line of ours, comment before", "{\n\"a\": 1}", false, []plan.Op{set(`2`, "b")}, replace("1,", "1, // one"), "{\n\"a\": 1 // one\n}", 0},
		{"emptied", ``, false, hooks, func(string) string { return "" }, "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := []byte(tt.file)
			if tt.absent {
				file = nil
			}
			res := mustApply(t, plan.JSON, file, tt.ops)
			u, err := Undo(plan.JSON, []byte(tt.edit(string(res.Data))), res.Receipt)
			if err != nil {
				t.Fatal(err)
			}
			got := string(u.Data)
			if u.Data == nil {
				got = "-"
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

func TestJSONUndoRefusesWhatIsNoJSON(t *testing.T) {
	res := mustApply(t, plan.JSON, []byte(`{}`), []plan.Op{set(`1`, "a")})
	if u, err := Undo(plan.JSON, []byte(`{`), res.Receipt); err == nil {
		t.Errorf("got %q", u.Data)
	}
}
