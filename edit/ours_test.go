package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

func TestJSONEditedElements(t *testing.T) { // B020
	const command = `sh '/h/a b/x.sh' && echo <ok>`
	gate := add(gateGroup, "hooks", "PreToolUse")
	twin := add(strings.Replace(gateGroup, "Bash|Edit", "Write", 1), "hooks", "PreToolUse")
	flat := add(`{"command":"sh /h/x.sh","type":"command","timeout":10}`, "hooks", "stop")
	plain := add(`{"command":"true","timeout":10}`, "hooks", "stop")
	his := `{"type":"command","command":"his"}`
	tests := []struct {
		name     string
		ops      []plan.Op
		old, new string
		want     string // what is left of {}
		missing  int
		notes    int
	}{
		{"timeout changed", []plan.Op{gate}, `"timeout": 10`, `"timeout": 60`, `{}`, 0, 1},
		{"matcher changed", []plan.Op{gate}, "Bash|Edit", "Bash", `{}`, 0, 1},
		{"timeout of a flat entry changed", []plan.Op{flat}, `"timeout": 10`, `"timeout": 60`, `{}`, 0, 1},
		{"a hook put into our group", []plan.Op{gate}, `"hooks": [`, `"hooks": [` + his + `,`, `{"hooks":{"PreToolUse":[{"matcher":"Bash|Edit","hooks":[` + his + `]}]}}`, 0, 1},
		{"a hook put into our group, and our timeout changed", []plan.Op{gate}, "\"timeout\": 10\n          }", `"timeout": 60}, ` + his, `{"hooks":{"PreToolUse":[{"matcher":"Bash|Edit","hooks":[` + his + `]}]}}`, 0, 1},
		{"a hook without a command put into our group", []plan.Op{gate}, `"hooks": [`, `"hooks": [{"type":"http"},`, `{"hooks":{"PreToolUse":[{"matcher":"Bash|Edit","hooks":[{"type":"http"}]}]}}`, 0, 1},
		{"our hook replaced by his", []plan.Op{gate}, command, "his", `{"hooks":{"PreToolUse":[{"matcher":"Bash|Edit","hooks":[{"type":"command","command":"his","timeout":10}]}]}}`, 1, 1},
		{"one of two that run one command", []plan.Op{gate, twin}, `"timeout": 10`, `"timeout": 60`, `{}`, 0, 1},
		{"a command that names no file", []plan.Op{plain}, `"timeout": 10`, `"timeout": 60`, `{"hooks":{"stop":[{"command":"true","timeout":60}]}}`, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := mustApply(t, plan.JSON, []byte("{}"), tt.ops)
			// The first piece in the text is edited; hooks come before what is in them.
			at := strings.LastIndex(string(res.Data[:strings.Index(string(res.Data), "command")]), tt.old)
			if at < 0 {
				at = strings.Index(string(res.Data), tt.old)
			}
			if at < 0 {
				t.Fatalf("%q is not in\n%s", tt.old, res.Data)
			}
			file := []byte(string(res.Data[:at]) + tt.new + string(res.Data[at+len(tt.old):]))

			missing, err := Missing(plan.JSON, file, res.Receipt)
			if err != nil || len(missing) != tt.missing {
				t.Errorf("missing %v (%v)", missing, err)
			}
			kept, err := Edited(plan.JSON, file, res.Receipt)
			if err != nil || len(kept) != 1-tt.missing {
				t.Errorf("edited %v (%v)", kept, err)
			}
			again := mustApply(t, plan.JSON, file, tt.ops)
			if same := string(again.Data) == string(file); same != (tt.missing == 0) {
				t.Errorf("applied again:\n%s", cmp.Diff(string(file), string(again.Data)))
			}
			u, err := Undo(plan.JSON, file, res.Receipt)
			if err != nil || len(u.Notes) != tt.notes {
				t.Errorf("notes %q (%v)", u.Notes, err)
			}
			if d := cmp.Diff(contents([]byte(tt.want)), contents(u.Data)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestJSONWholeElementIsNoEditedOne(t *testing.T) {
	// The user has what the one op adds; the other's piece is gone.
	mine := add(gateGroup, "hooks", "PreToolUse")
	twin := add(strings.Replace(gateGroup, "Bash|Edit", "Write", 1), "hooks", "PreToolUse")
	file := `{"hooks":{"PreToolUse":[` + gateGroup + `]}}`
	res := mustApply(t, plan.JSON, []byte(file), []plan.Op{mine, twin})
	if res.Receipt.Pieces[0].Owned || !res.Receipt.Pieces[1].Owned {
		t.Fatalf("got %+v", res.Receipt.Pieces)
	}
	u, err := Undo(plan.JSON, []byte(file), res.Receipt)
	if err != nil || string(u.Data) != file || len(u.Notes) != 1 {
		t.Errorf("got %s, %q (%v)", u.Data, u.Notes, err)
	}
	missing, err := Missing(plan.JSON, []byte(file), res.Receipt)
	if err != nil || len(missing) != 1 {
		t.Errorf("missing %v (%v)", missing, err)
	}
}
