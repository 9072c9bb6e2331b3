package edit

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

// allow is a permission as OpenCode writes them: a scalar for all, or a table.
func allow(key ...string) plan.Op {
	return plan.Op{Kind: plan.Set, Key: key, Value: json.RawMessage(`"allow"`), Wrap: "*", Yield: true}
}

func yield(value string, key ...string) plan.Op {
	op := set(value, key...)
	op.Yield = true
	return op
}

const pattern = "~/.agents/gsd-core/*"

func TestJSONWrap(t *testing.T) { // B018, B134
	read, dir := allow("permission", "read", pattern), allow("permission", "external_directory", pattern)
	tests := []struct {
		name, file, want string
		ops              []plan.Op
		owned            int
		notes            string // part of the one note
	}{
		{"B018 both forms", `{"permission":{"read":"deny","external_directory":"ask"}}`,
			`{"permission":{"read":{"*":"deny","~/.agents/gsd-core/*":"allow"},"external_directory":{"*":"ask","~/.agents/gsd-core/*":"allow"}}}`, []plan.Op{read, dir}, 2, ""},
		{"B018 comments", "{\n  // mine\n  \"permission\": {\n    \"read\": \"d\\u0065ny\", // no\n    /* x */ \"external_directory\": /* y */ \"ask\"\n  },\n}\n",
			"{\n  // mine\n  \"permission\": {\n    \"read\": {\n      \"*\": \"d\\u0065ny\",\n      \"~/.agents/gsd-core/*\": \"allow\"\n    }, // no\n    /* x */ \"external_directory\": /* y */ \"ask\"\n  },\n}\n",
			[]plan.Op{read}, 1, `permission.read was "d\u0065ny", which is kept under *`},
		{"CRLF", "{\r\n\t\"permission\": {\r\n\t\t\"read\": \"deny\"\r\n\t}\r\n}", "{\r\n\t\"permission\": {\r\n\t\t\"read\": {\r\n\t\t\t\"*\": \"deny\",\r\n\t\t\t\"~/.agents/gsd-core/*\": \"allow\"\r\n\t\t}\r\n\t}\r\n}", []plan.Op{read}, 1, ""},
		{"two of ours", `{"permission": {"read": "deny"}}`, `{"permission": {"read": {"*": "deny", "~/.agents/gsd-core/*": "allow", "b": "allow"}}}`, []plan.Op{read, allow("permission", "read", "b")}, 2, ""},
		{"a table already", `{"permission": {"read": {"*": "deny"}}}`, `{"permission": {"read": {"*": "deny", "~/.agents/gsd-core/*": "allow"}}}`, []plan.Op{read}, 1, ""},
		{"null", `{"permission": {"read": null}}`, `{"permission": {"read": {"~/.agents/gsd-core/*": "allow"}}}`, []plan.Op{read}, 1, ""},
		{"says it all", `{"permission": {"read": "\u0061llow"}}`, "", []plan.Op{read}, 0, "permission.read says the same for all"},
		{"B134 further out", `{"permission": "allow"}`, "", []plan.Op{read}, 0, "permission is a string of the user's own; it is left"},
		{"further out, another", `{"permission": "deny"}`, "", []plan.Op{read}, 0, "permission is a string of the user's own; it is left"},
		{"our key is the rest", `{"permission": {"read": "deny"}}`, "", []plan.Op{allow("permission", "read", "*")}, 0, "permission.read is a string of the user's own"},
		{"user's own rule of our pattern", `{"permission": {"read": {"~/.agents/gsd-core/*": "ask"}}}`, "", []plan.Op{read}, 0, "a string of the user's own is there; it is left"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == "" {
				tt.want = tt.file
			}
			res := mustApply(t, plan.JSON, []byte(tt.file), tt.ops)
			if d := cmp.Diff(tt.want, string(res.Data)); d != "" {
				t.Error(d)
			}
			owned := slices.DeleteFunc(slices.Clone(res.Receipt.Pieces), func(p Piece) bool { return !p.Owned })
			if len(owned) != tt.owned {
				t.Errorf("%d are owned", len(owned))
			}
			if tt.notes != "" && (len(res.Notes) != 1 || !strings.Contains(res.Notes[0].Message, tt.notes)) {
				t.Errorf("notes: %v", res.Notes)
			}
			if missing, err := Missing(plan.JSON, append(res.Data, '\n'), res.Receipt); err != nil || len(missing) > 0 {
				t.Errorf("missing after a change elsewhere: %v (%v)", missing, err)
			}
		})
	}
	if got := refusal(t, plan.JSON, `{"permission": ["x"]}`, read).Message; got != "permission is an array, not an object" {
		t.Errorf("got %q", got)
	}
	read.Wrap = ""
	if got := refusal(t, plan.JSON, `{"permission": {"read": "deny"}}`, read).Message; got != "permission.read is a string, not an object" {
		t.Errorf("got %q", got)
	}
}

func TestJSONUnwrap(t *testing.T) {
	read := allow("permission", "read", pattern)
	const file = `{"permission": {"read": "deny"}, "z": 0}`
	tests := []struct {
		name, old, new, want string
		notes                int
	}{
		{"changed elsewhere", `"z": 0`, `"z": 1`, `{"permission": {"read": "deny"}, "z": 1}`, 0},
		{"scalar changed in the table", `"deny"`, `"ask"`, `{"permission": {"read": "ask"}, "z": 0}`, 0},
		{"rule added", `"allow"`, `"allow", "b": "ask"`, `{"permission": {"read": {"*": "deny", "b": "ask"}}, "z": 0}`, 0},
		{"comment added", `"*":`, `/* why */ "*":`, `{"permission": {"read": {/* why */ "*": "deny"}}, "z": 0}`, 0},
		{"comment added inside", `"*":`, `"*": /* why */`, `{"permission": {"read": {"*": /* why */ "deny"}}, "z": 0}`, 0},
		{"the rest made a table", `"*": "deny"`, `"*": {"x": 1}`, `{"permission": {"read": {"*": {"x": 1}}}, "z": 0}`, 0},
		{"scalar taken out", `"*": "deny", `, ``, `{"permission": {}, "z": 0}`, 0},
		{"ours taken out", `, "` + pattern + `": "allow"`, ``, `{"permission": {"read": "deny"}, "z": 0}`, 1},
		{"ours changed", `"allow"`, `"ask"`, `{"permission": {"read": {"*": "deny", "` + pattern + `": "ask"}}, "z": 0}`, 1},
		{"both taken out", `"*": "deny", "` + pattern + `": "allow"`, ``, `{"permission": {}, "z": 0}`, 1},
		{"a scalar again", `{"*": "deny", "` + pattern + `": "allow"}`, `"allow"`, `{"permission": {"read": "allow"}, "z": 0}`, 1},
		{"an array", `{"*": "deny", "` + pattern + `": "allow"}`, `[]`, `{"permission": {"read": []}, "z": 0}`, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.JSON, []byte(file), []plan.Op{read})
			edited := strings.Replace(string(res.Data), tt.old, tt.new, 1)
			if edited == string(res.Data) {
				t.Fatalf("%q is not in %s", tt.old, edited)
			}
			u, err := Undo(plan.JSON, []byte(edited), res.Receipt)
			if err != nil || len(u.Notes) != tt.notes {
				t.Errorf("notes: %q (%v)", u.Notes, err)
			}
			if d := cmp.Diff(tt.want, string(u.Data)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestYield(t *testing.T) {
	for _, tt := range []struct {
		format plan.Format
		file   string
	}{
		{plan.JSON, `{"hooksConfig": {"enabled": false}}`},
		{plan.JSON, `{"hooksConfig": {"enabled": []}}`},
		{plan.TOML, "[hooksConfig]\nenabled = false\n"},
		{plan.TOML, "hooksConfig = { enabled = \"no\" }\n"},
	} {
		res := mustApply(t, tt.format, []byte(tt.file), []plan.Op{yield(`true`, "hooksConfig", "enabled")})
		if string(res.Data) != tt.file || res.Receipt.Pieces[0].Owned || len(res.Notes) != 1 {
			t.Errorf("%s: got %s, %v", tt.format, res.Data, res.Notes)
		}
	}
}
