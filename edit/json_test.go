package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// contents decodes a file as hosts do; nothing and null are an empty object.
func contents(b []byte) any {
	std, err := hujson.Standardize(slices.Concat(b[start(b):], []byte("\n")))
	if err != nil {
		return map[string]any{}
	}
	d := json.NewDecoder(bytes.NewReader(std))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(fmt.Sprintf("%q: %v", std, err))
	}
	if v = numbers(v); v == nil {
		return map[string]any{}
	}
	return v
}

// numbers makes equal numbers equal.
func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		return json.Number(canonicalNumber(v.String()))
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return v
}

func TestJSONText(t *testing.T) {
	tests := []struct {
		name, file string
		ops        []plan.Op
		want       string
	}{
		{"B012 spelling stays", "{\n\t\"zeta\": 1,\n\t\"alpha\": 12345678901234567890,\n\t\"f\": 1.0,\n\t\"cmd\": \"a && b <c>\",\n\t\"u\": \"\\u00e9\"\n}",
			[]plan.Op{add(startGroup, "hooks", "SessionStart")},
			"{\n\t\"zeta\": 1,\n\t\"alpha\": 12345678901234567890,\n\t\"f\": 1.0,\n\t\"cmd\": \"a && b <c>\",\n\t\"u\": \"\\u00e9\",\n" +
				"\t\"hooks\": {\n\t\t\"SessionStart\": [\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"sh /h/start.sh\"\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}"},
		{"B036 comments and trailing commas", "{\n  // keep me\n  \"model\": \"opus\",\n  \"env\": {\"A\": \"1\",},\n}\n",
			[]plan.Op{set(`"<&>"`, "env", "B"), set(`true`, "x")},
			"{\n  // keep me\n  \"model\": \"opus\",\n  \"env\": {\"A\": \"1\", \"B\": \"<&>\",},\n  \"x\": true,\n}\n"},
		{"B037 opencode", "{\n  // theme\n  \"theme\": \"nord\",\n  \"permission\": {\"read\": {\"*\": \"ask\",},},\n}\n",
			[]plan.Op{set(`"allow"`, "permission", "read", "~/.x/*")},
			"{\n  // theme\n  \"theme\": \"nord\",\n  \"permission\": {\"read\": {\"*\": \"ask\", \"~/.x/*\": \"allow\",},},\n}\n"},
		{"B073 BOM and CRLF", bom + "{\r\n  \"model\": \"opus\"\r\n}\r\n",
			[]plan.Op{add(`[]`, "a", "b")},
			bom + "{\r\n  \"model\": \"opus\",\r\n  \"a\": {\r\n    \"b\": [\r\n      []\r\n    ]\r\n  }\r\n}\r\n"},
		{"B079 null", "null", []plan.Op{set(`1`, "a")}, "{\n  \"a\": 1\n}"},
		{"B079 empty", "", []plan.Op{set(`1`, "a")}, "{\n  \"a\": 1\n}\n"},
		{"B079 blank", " \r\n", []plan.Op{set(`1`, "a")}, "{\r\n  \"a\": 1\r\n}\r\n"},
		{"BOM alone", bom, []plan.Op{set(`1`, "a")}, bom + "{\n  \"a\": 1\n}\n"},
		{"comments alone", "// none", []plan.Op{set(`1`, "a")}, "// none\n{\n  \"a\": 1\n}\n"},
		{"B140 unknown keys stay", `{"SessionStart":[{"hooks":[]}],"note":"x"}`, []plan.Op{add(`1`, "hooks", "SessionStart")},
			`{"SessionStart":[{"hooks":[]}],"note":"x","hooks":{"SessionStart":[1]}}`},
		{"one line", `{"a": [1, 2], "b": {}}`, []plan.Op{add(`{"k":[3]}`, "a"), set(`1`, "b", "c"), set(`{}`, "d")},
			`{"a": [1, 2, {"k": [3]}], "b": {"c": 1}, "d": {}}`},
		{"one line, tight", `{"a":[1,2],"b":{}}`, []plan.Op{add(`{"k":[3,4]}`, "a"), set(`1`, "b", "c")},
			`{"a":[1,2,{"k":[3,4]}],"b":{"c":1}}`},
		{"one line, comment in an empty object", `{"a": {/* c */}, "b":1}`, []plan.Op{set(`2`, "a", "x"), set(`[]`, "c")}, "{\"a\": {/* c */\n  \"x\": 2\n}, \"b\":1, \"c\": []}"},
		{"padded", `{ "a": 1 }`, []plan.Op{set(`2`, "b")}, `{ "a": 1, "b": 2 }`},
		{"four spaces, empty array within", "{\n    \"hooks\": {\n        \"Stop\": []\n    }\n}\n", []plan.Op{add(`{"a":1}`, "hooks", "Stop")},
			"{\n    \"hooks\": {\n        \"Stop\": [\n            {\n                \"a\": 1\n            }\n        ]\n    }\n}\n"},
		{"array in a line of a long file", "{\n  \"a\": [1, 2],\n  \"b\": 0\n}", []plan.Op{add(`3`, "a")}, "{\n  \"a\": [1, 2, 3],\n  \"b\": 0\n}"},
		{"comment after the last member", "{\n  \"a\": 1 // one\n  // end\n}\n", []plan.Op{set(`2`, "b")}, "{\n  \"a\": 1, // one\n  \"b\": 2\n  // end\n}\n"},
		{"block comments after the last member", "{\n  \"a\": 1, /* one */ /*/ x\n */ // y\n}\n", []plan.Op{set(`2`, "b")}, "{\n  \"a\": 1, /* one */ /*/ x\n */ // y\n  \"b\": 2,\n}\n"},
		{"comment in an empty object", "{\n  // nothing yet\n}\n", []plan.Op{set(`2`, "b")}, "{\n  // nothing yet\n  \"b\": 2\n}\n"},
		{"comment in an empty object, one line", "{ /* nothing */ }", []plan.Op{set(`2`, "b")}, "{ /* nothing */\n  \"b\": 2\n }"},
		{"line comment after an element within a line", "{\"a\": [ 1 // one\n]}", []plan.Op{add(`2`, "a")}, "{\"a\": [ 1, 2 // one\n]}"},
		{"hugging brackets", "{\"a\": [{\n  \"x\": 1\n}]}\n", []plan.Op{add(`{"y":2}`, "a")}, "{\"a\": [{\n  \"x\": 1\n}, {\n  \"y\": 2\n}]}\n"},
		{"null on the way", "{\n  \"hooks\": null\n}", []plan.Op{add(`1`, "hooks", "Stop")}, "{\n  \"hooks\": {\n    \"Stop\": [\n      1\n    ]\n  }\n}"},
		{"null in the place", "{\n  \"a\": null\n}", []plan.Op{set(`{"b":1}`, "a")}, "{\n  \"a\": {\n    \"b\": 1\n  }\n}"},
		{"scalar replaced", "{\"v\": 2.50, /* c */}", []plan.Op{set(`1`, "v")}, "{\"v\": 1, /* c */}"},
		{"an element with a name twice equals none", `{"l":[{"a":2,"a":1}]}`, []plan.Op{add(`{"a":1}`, "l")}, `{"l":[{"a":2,"a":1},{"a":1}]}`},
		{"the first member shows the spaces", "{\n  \"a\": {\"b\":1}\n}", []plan.Op{set(`2`, "c")}, "{\n  \"a\": {\"b\":1},\n  \"c\": 2\n}"},
		{"key that needs escapes", `{}`, []plan.Op{set(`1`, "a\"\\\n<é>")}, "{\n  \"a\\\"\\\\\\n<é>\": 1\n}"},
		{"mixed newlines: the majority", "{\r\n  \"a\": 1,\r\n  \"c\": 1,\n  \"b\": 2\r\n}", []plan.Op{set(`3`, "d")}, "{\r\n  \"a\": 1,\r\n  \"c\": 1,\n  \"b\": 2,\r\n  \"d\": 3\r\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.JSON, []byte(tt.file), tt.ops)
			if d := cmp.Diff(tt.want, string(res.Data)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestJSONNewFile(t *testing.T) {
	res := mustApply(t, plan.JSON, nil, []plan.Op{set(`1`, "version"), add(`"a<b"`, "hooks", "stop")})
	want := "{\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": [\n      \"a<b\"\n    ]\n  }\n}\n"
	if d := cmp.Diff(want, string(res.Data)); d != "" {
		t.Error(d)
	}
}

func TestJSONRefusals(t *testing.T) {
	ops := []plan.Op{add(startGroup, "hooks", "PreToolUse")}
	tests := []struct {
		name, file string
		line, col  int
		message    string
	}{
		{"B059 group of an odd kind", `{"hooks":{"PreToolUse":{"weird":true}}}`, 1, 24, "hooks.PreToolUse is an object, not an array"},
		{"hooks is an array", "{\n  \"é\": 1, \"hooks\": []\n}", 2, 20, "hooks is an array, not an object"},
		{"B134 string", `{"hooks":"allow"}`, 1, 10, "hooks is a string, not an object"},
		{"number", `{"hooks":{"PreToolUse":1}}`, 1, 24, "hooks.PreToolUse is a number, not an array"},
		{"boolean", `{"hooks":false}`, 1, 10, "hooks is a boolean, not an object"},
		{"B079 array", `[]`, 1, 1, "the file is an array, not an object"},
		{"B079 string", bom + `"x"`, 1, 1, "the file is a string, not an object"},
		{"B109 not closed", "{\"model\": \"opus\", \"env\": {\"A\": 1}\n", 2, 1, "not JSON: parsing object after value: unexpected EOF"},
		{"twice", "{\"hooks\":{},\n \"h\\u006foks\":{}}", 2, 2, `"hooks" stands twice in one object, first on line 1`},
		{"no UTF-8", "{\"a\":\n \"\xe9\"}", 2, 3, "the byte 0xe9 is no UTF-8"},
		{"rest", "{}\n{}", 2, 1, "not JSON: invalid character '{' after top-level value"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := refusal(t, plan.JSON, tt.file, ops...)
			if d := cmp.Diff(&Error{tt.line, tt.col, tt.message}, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestJSONTwinsOffTheWayAreFine(t *testing.T) {
	mustApply(t, plan.JSON, []byte(`{"x":1,"x":2,"hooks":{"Other":[{"a":1,"a":1}]}}`), []plan.Op{add(`1`, "hooks", "Stop")})
}

func TestJSONWhatTheUserHasIsNotOwned(t *testing.T) {
	tests := []struct {
		name, file string
		op         plan.Op
	}{
		{"equal element, other spelling", `{"a":[{"t":1.0e1,"s":"\u0041","l":[]}]}`, add(`{"s":"A","l":[],"t":10}`, "a")},
		{"equal value", `{"v":1.0}`, set(`1`, "v")},
		{"equal null", `{"v":null}`, set(`null`, "v")},
		{"B136 entry under our name", `{"mcp":{"gsd":{"type":"remote","url":"https://mcp.test/x"}}}`, set(server, "mcp", "gsd")},
		{"object in the place of a scalar", `{"v":{}}`, set(`1`, "v")},
		{"scalar in the place of an object", `{"v":"x"}`, set(`{}`, "v")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.JSON, []byte(tt.file), []plan.Op{tt.op})
			if string(res.Data) != tt.file || res.Receipt.Pieces[0].Owned || len(res.Notes) != 1 {
				t.Errorf("got %s, %+v, %q", res.Data, res.Receipt.Pieces, res.Notes)
			}
		})
	}
}

func TestJSONLookAlikesStay(t *testing.T) { // B139
	file := `{"hooks":{"SessionStart":[{"hooks":[{"type":"http","url":"http://127.0.0.1:9/gsd-check-update"}]},{"hooks":[{"type":"command","command":"wrap.exe","args":["node","gsd-check-update.js"]}]}]}}`
	res := mustApply(t, plan.JSON, []byte(file), []plan.Op{add(startGroup, "hooks", "SessionStart")})
	if n := bytes.Count(res.Data, []byte("check-update")); n != 2 {
		t.Errorf("%d look-alikes in %s", n, res.Data)
	}
}

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

// TestJSONStack has two owners in one file, who leave in any order.
func TestJSONStack(t *testing.T) {
	file := []byte("{\n  \"hooks\": {} // mine\n}\n")
	a := mustApply(t, plan.JSON, file, []plan.Op{add(startGroup, "hooks", "SessionStart")})
	b := mustApply(t, plan.JSON, a.Data, []plan.Op{add(gateGroup, "hooks", "SessionStart")})
	down, _ := Undo(plan.JSON, b.Data, b.Receipt)
	down, _ = Undo(plan.JSON, down.Data, a.Receipt)
	up := mustApply(t, plan.JSON, down.Data, []plan.Op{add(gateGroup, "hooks", "SessionStart")})
	if bytes.Contains(up.Data, []byte("start.sh")) {
		t.Errorf("the first is still there: %s", up.Data)
	}
	last, err := Undo(plan.JSON, up.Data, up.Receipt)
	if err != nil || !bytes.Equal(last.Data, file) {
		t.Errorf("got %q, %v", last.Data, err)
	}
}

var jsonOps = [][]plan.Op{
	{add(startGroup, "hooks", "SessionStart"), add(gateGroup, "hooks", "PreToolUse")},
	{set(`1`, "version"), add(`{"command":"x","timeout":1e1}`, "hooks", "stop"), add(`{"command":"x","timeout":10.0}`, "hooks", "stop")},
	{set(server, "mcpServers", "gsd"), set(`"allow"`, "permission", "read", "~/x/*"), set(`{}`, "a")},
	{set(`null`, "a"), set(`true`, "b"), add(`[]`, "l"), add(`[[],{}]`, "l")},
	{allow("permission", "read", "~/x/*"), allow("permission", "read", "~/y/*"), allow("permission", "edit", "~/x/*"), yield(`2`, "version")},
}

// pieces is the model of Apply: what a file has to decode to.
func pieces(v any, r Receipt) any {
	doc := v.(map[string]any)
	for _, p := range r.Pieces {
		if !p.Owned {
			continue
		}
		value, m, last := contents(slices.Concat([]byte(`{"v":`), p.Value, []byte("}"))).(map[string]any)["v"], doc, len(p.Key)-1
		for _, k := range p.Key[:last] {
			if m[k] == nil {
				m[k] = map[string]any{}
			}
			if p.wraps() && m[k] == contents(slices.Concat([]byte(`{"v":`), p.Old, []byte("}"))).(map[string]any)["v"] {
				m[k] = map[string]any{p.Wrap: m[k]}
			}
			m = m[k].(map[string]any)
		}
		if p.Kind == plan.Append {
			l, _ := m[p.Key[last]].([]any)
			value = append(l, value)
		}
		m[p.Key[last]] = value
	}
	return doc
}

// checkJSON holds the laws for any bytes; file is changed by foreign hands in
// between as r will have it.
func checkJSON(t *testing.T, file []byte, ops []plan.Op, r *rand.Rand) {
	res, err := Apply(plan.JSON, file, ops)
	if err != nil {
		return
	}
	checkLaws(t, plan.JSON, file, ops, res)
	if want := pieces(contents(file), res.Receipt); !twins(file) && !reflect.DeepEqual(want, contents(res.Data)) {
		t.Fatalf("%q became %q", file, res.Data)
	}
	checkLocal(t, file, res)
	edited := foreignJSON(r, res.Data)
	u, err := Undo(plan.JSON, edited, res.Receipt)
	if err != nil {
		t.Fatalf("undo of %q: %v", edited, err)
	}
	if len(u.Notes) > 0 && !strings.Contains(u.Notes[0], "comments") {
		t.Fatalf("undo of %q: %q", edited, u.Notes)
	}
	got, want := hollow(contents(u.Data)), hollow(contents(file))
	if !twins(file) && !reflect.DeepEqual(got, want) {
		t.Fatalf("foreign hands made\n%s\nof\n%s\nand undo\n%s\n%s", edited, res.Data, u.Data, cmp.Diff(want, got))
	}
	if strings.Count(string(u.Data), "keep") != strings.Count(string(file), "keep")+strings.Count(string(edited), "keep")-strings.Count(string(res.Data), "keep") && !bytes.Contains(file, []byte("keep")) && len(u.Notes) == 0 {
		t.Fatalf("comments of\n%s\nare lost in\n%s", edited, u.Data)
	}
}

// checkLocal has a member put first in the file, before Apply or after it: Undo
// has to leave the same text, but for white space in containers that are empty.
func checkLocal(t *testing.T, file []byte, res Result) {
	f, err := parseJSON(file)
	if err != nil || f.blank || isNull(f.root) || len(jsonList(*f.root).elems) == 0 {
		return
	}
	mine := func(b []byte) []byte {
		f, err := parseJSON(b)
		if err != nil {
			t.Fatal(err)
		}
		return splice(b, f.root.StartOffset+1, f.root.StartOffset+1, []byte("/* mine */ \"mine\": 1,"))
	}
	u, err := Undo(plan.JSON, mine(res.Data), res.Receipt)
	if err != nil {
		t.Fatal(err)
	}
	hollow := func(b []byte) string {
		return regexp.MustCompile(`([{\[,])[ \t\r\n]+([}\]])`).ReplaceAllString(string(b), "$1$2")
	}
	if got, want := hollow(u.Data), hollow(mine(file)); got != want {
		t.Fatalf("of\n%s\nundo left\n%s\n%s", mine(res.Data), u.Data, cmp.Diff(want, got))
	}
}

// twins reports whether an object has a name twice; decoders keep only one.
func twins(b []byte) bool {
	f, err := parseJSON(b)
	if err != nil || f.blank {
		return false
	}
	_, ok := canonical(*f.root)
	return !ok
}

// hollow takes empty containers and nulls out, which foreign comments may
// keep or leave.
func hollow(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			if v[k] = hollow(v[k]); v[k] == nil {
				delete(v, k)
			}
		}
		if len(v) == 0 {
			return nil
		}
		if _, ok := v["*"].(string); ok && len(v) == 1 {
			return v["*"] // the form that comments in it leave a wrapped scalar in
		}
	case []any:
		var full []any
		for _, e := range v {
			if e = hollow(e); e != nil {
				full = append(full, e)
			}
		}
		if full == nil {
			return nil
		}
		return full
	}
	return v
}

// foreignJSON changes the text but not what it decodes to.
func foreignJSON(r *rand.Rand, b []byte) []byte {
	switch r.IntN(3) {
	case 0: // a JSON tool writes it anew, keys sorted
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetIndent("", pick(r, "", " ", "\t", "    "))
		if twins(b) || e.Encode(contents(b)) != nil {
			return b
		}
		return out.Bytes()
	case 1: // a formatter
		if v, err := hujson.Parse(slices.Concat(b[start(b):], []byte("\n"))); err == nil {
			v.Format()
			return v.Pack()
		}
		return b
	}
	return sprinkle(r, b)
}

// sprinkle puts white space and comments between tokens.
func sprinkle(r *rand.Rand, b []byte) []byte {
	out := bytes.Clone(b[:start(b)])
	for i := start(b); i < len(b); {
		n := tokenEnd(b, i) - i
		rest := string(b[i : i+n])
		out = append(out, rest...)
		i += n
		if strings.ContainsAny(rest[:1], "{[,:\n") && n == 1 && r.IntN(6) == 0 {
			out = append(out, pick(r, " ", "\n", "\t", "\r\n", " /* keep */ ", "// keep\n", "\n  // keep\n")...)
		}
	}
	return out
}

// randomJSON writes settings in some style.
func randomJSON(r *rand.Rand) []byte {
	nl, unit := pick(r, "\n", "\n", "\r\n"), pick(r, "  ", "\t", "    ", " ")
	wide, comments, trailing := r.IntN(4) > 0, r.IntN(2) == 0, r.IntN(3) == 0
	var value func(depth int, key string) string
	list := func(depth int, brackets string, parts []string) string {
		if len(parts) == 0 {
			return brackets[:1] + pick(r, "", "", " ", nl) + brackets[1:]
		}
		gap, end := nl+strings.Repeat(unit, depth+1), nl+strings.Repeat(unit, depth)
		if !wide || r.IntN(8) == 0 {
			gap, end = pick(r, "", " "), pick(r, "", " ")
		}
		var out strings.Builder
		out.WriteString(brackets[:1])
		for i, p := range parts {
			out.WriteString(gap)
			if comments && r.IntN(6) == 0 {
				out.WriteString("/* c */ ")
			}
			out.WriteString(p)
			if i < len(parts)-1 || trailing {
				out.WriteString(",")
			}
			if comments && gap != "" && gap[0] != ' ' && r.IntN(4) == 0 {
				out.WriteString(" // c")
			}
		}
		return out.String() + end + brackets[1:]
	}
	value = func(depth int, key string) string {
		var parts []string
		object := func(keys ...string) string {
			for _, k := range keys {
				if r.IntN(2) == 0 {
					parts = append(parts, string(hujson.String(k))+":"+pick(r, "", " ")+value(depth+1, k))
				}
			}
			return list(depth, "{}", parts)
		}
		switch key {
		case "":
			return object("model", "hooks", "version", "a", "l", "mcpServers", "permission", "b")
		case "hooks":
			return object("SessionStart", "PreToolUse", "stop", "Other")
		case "mcpServers":
			return object("gsd", "x")
		case "permission":
			if r.IntN(4) == 0 {
				return `"allow"`
			}
			return object("read", "edit")
		case "SessionStart", "PreToolUse", "stop", "l":
			for range r.IntN(4) {
				parts = append(parts, pick(r, `{"hooks":[]}`, `1`, `"x"`, startGroup, `[]`, `{"command":"x","timeout":10}`))
			}
			return list(depth, "[]", parts)
		case "read", "edit", "gsd", "x":
			return pick(r, `{}`, `{"*": "ask"}`, `null`, `"d\u0065ny"`)
		}
		return pick(r, `1`, `true`, `null`, `12345678901234567890`, `1.0`, `"\u00e9 // no"`, `{}`, `-0`, `1E400`)
	}
	s := value(0, "") + pick(r, "", nl)
	return []byte(pick(r, "", "", bom, "// c"+nl) + s)
}

func TestJSONLawsOnRandomFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		checkJSON(t, randomJSON(r), pick(r, jsonOps...), r)
	}
}

func FuzzJSON(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		f.Add(randomJSON(r), uint8(r.IntN(8)), r.Uint64())
	}
	for i, s := range []string{"", "null", " ", bom, "[]", `"x"`, "{", "//", "/*", "{} // x", "{\"hooks\":{\"PreToolUse\":{}}}", "{\"a\":1,}", "\xff\xfe", "{\r\r\n}", "{\"\\ud800\":1}", "/**/null/**/"} {
		f.Add([]byte(s), uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, file []byte, ops uint8, seed uint64) {
		checkJSON(t, file, jsonOps[int(ops)%len(jsonOps)], rand.New(rand.NewPCG(seed, 0)))
	})
}
