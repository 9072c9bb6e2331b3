package edit

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

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
				t.Errorf("got %s, %+v, %v", res.Data, res.Receipt.Pieces, res.Notes)
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
