package gsdinstall_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPiLoads has pi list every command and skill once, tell the model of each, load our
// extension and take a turn, complaining of nothing.
func TestPiLoads(t *testing.T) {
	each(t, "pi", nil, func(t *testing.T, s sandbox, scope string, w wanted) {
		v := ask(t, "pi", s, "PROMPT=hi")
		all := append(slices.Clone(w.commands), w.skills...)
		same(t, "skill", names(v.Skills), all)
		noErrors(t, v)
		for _, e := range v.Commands {
			if c := e.(map[string]any); c["source"] != "skill" && strings.HasPrefix(c["name"].(string), "gsd") {
				t.Errorf("%v is a command of another kind: %v", c["name"], c["source"])
			}
		}
		if len(v.Requests) != 1 {
			t.Fatalf("the model was asked %d times, want once", len(v.Requests))
		}
		for _, name := range all {
			if n := strings.Count(v.Requests[0].System, "<name>"+name+"</name>"); n != 1 {
				t.Errorf("the model is told of %s %d times, want once", name, n)
			}
		}
		if scope == "local" {
			same(t, "skill of a project that is not trusted", names(ask(t, "pi", s, "AWAY=1").Skills), nil)
		}
	})
}

// TestPiInAMovedHome has pi find the extension in the folder that a variable names, and the
// skills where they always are.
func TestPiInAMovedHome(t *testing.T) {
	needClient(t, "pi")
	s := newSandbox(t)
	moved := filepath.Join(s.root, "moved")
	writeMarks(t, s)
	s.run(t, "install", "--pi", "--yes")
	s.run(t, "install", "--pi", "--yes", "--config-dir", moved, "--pack", filepath.Join(s.root, "pack"))
	v := ask(t, "pi", s, "PROMPT=hi", "PI_CODING_AGENT_DIR="+moved)
	w := packs(t)["builtin"]
	same(t, "skill", names(v.Skills), append(slices.Clone(w.commands), w.skills...))
	noErrors(t, v)
	if got := v.Requests[0]; !strings.Contains(got.User, "MARK-START") || !strings.Contains(got.System, "MARK-RULE") {
		t.Errorf("the model was not told what hooks and rules say: %s", got.User)
	}
}

// writeMarks writes a pack whose hooks and rule leave marks, at the end of a session a file.
func writeMarks(t *testing.T, s sandbox) {
	t.Helper()
	pack := maps.Clone(markPack)
	pack["rules/mark.md"] = "MARK-RULE\n"
	pack["hooks/end.sh"] = "touch \"$CLAUDE_PROJECT_DIR/ended\"\n"
	end := `{"hooks": {"SessionEnd": [{"hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/end.sh"}]}],`
	pack["hooks/hooks.json"] = strings.Replace(pack["hooks/hooks.json"], `{"hooks": {`, end, 1)
	for path, text := range pack {
		s.write(t, "pack/"+path, text)
	}
}

// TestPiRunsHooks has pi run hooks of a session, which tell the model something, keep from
// what they do not allow and end with the session; rules are read too.
func TestPiRunsHooks(t *testing.T) {
	needClient(t, "pi")
	for _, scope := range []string{"global", "local"} {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			s := newSandbox(t)
			writeMarks(t, s)
			s.run(t, "install", "--pi", "--"+scope, "--yes", "--pack", filepath.Join(s.root, "pack"))
			root := map[string]string{"global": s.home, "local": s.proj}[scope]
			bash := func(command string) toolCall { return toolCall{"bash", map[string]any{"command": command}} }
			calls, err := json.Marshal(map[string][]toolCall{"hi": {
				bash("echo forbidden"), bash("echo fine"), {"read", map[string]any{"path": filepath.Join(root, ".agents/mark/docs/x.md")}},
			}})
			if err != nil {
				t.Fatal(err)
			}
			v := ask(t, "pi", s, "PROMPT=hi", "CALLS="+string(calls))
			noErrors(t, v)
			if len(v.Requests) != 2 {
				t.Fatalf("the model was asked %d times, want twice", len(v.Requests))
			}
			holdResults(t, "hi", v.Requests[1].Results, []string{"MARK-BLOCKED", "fine", "CONTENT MARK-AFTER"})
			for _, mark := range []string{"MARK-START", "MARK-PROMPT"} {
				if strings.Count(v.Requests[0].User, mark) != 1 {
					t.Errorf("the model was not told %s once: %s", mark, v.Requests[0].User)
				}
			}
			if !strings.Contains(v.Requests[0].System, "MARK-RULE") {
				t.Errorf("the model was not told the rule")
			}
			if _, err := os.Stat(filepath.Join(s.proj, "ended")); err != nil {
				t.Errorf("the hook at the end did not run: %v", err)
			}
		})
	}
}
