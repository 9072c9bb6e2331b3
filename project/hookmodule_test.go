package project

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// modulePack has a hook for each event; each writes what it is told to a file of its own
// name in the project. The guard blocks, breaks or waits as the command it is told says.
var modulePack = map[string]string{
	"hooks/hooks.json": `{"hooks": {
		"SessionStart": [{"matcher": "startup", "hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/start.sh"}]}],
		"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/prompt.sh"}]}],
		"PreToolUse": [{"matcher": "Bash|Write|Edit", "hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh", "timeout": 1}]},
			{"matcher": "Bash", "hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/gone.sh"}]}],
		"PostToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/after.sh"}]}],
		"PreCompact": [{"hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/compact.sh"}]}],
		"Stop": [{"hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/stop.sh"}]}],
		"SubagentStop": [{"hooks": [{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/hooks/substop.sh"}]}]}}`,
	"hooks/start.sh":  tell + `echo "started"` + "\n",
	"hooks/prompt.sh": tell + `case $in in *'"prompt":"stop"'*) echo "no prompt" >&2; exit 2;; esac; echo "told"` + "\n",
	"hooks/guard.sh": tell + `case $in in
*forbidden*) echo "not that" >&2; exit 2;;
*structured*) echo '{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "by JSON"}}';;
*asking*) echo '{"hookSpecificOutput": {"permissionDecision": "ask", "permissionDecisionReason": "ask first"}}';;
*halting*) echo '{"continue": false, "stopReason": "all of it", "reason": "not this"}';;
*broken*) echo "oh" >&2; exit 1;;
*slow*) sleep 3600;;
esac
`,
	"hooks/gone.sh":    "exit 2\n",
	"hooks/after.sh":   tell + `echo '{"hookSpecificOutput": {"additionalContext": "mind this"}}'` + "\n",
	"hooks/compact.sh": tell + "echo keep\n",
	"hooks/stop.sh":    tell,
	"hooks/substop.sh": tell,
}

const tell = `in=$(cat); printf %s "$in" > "$CLAUDE_PROJECT_DIR/${0##*/}.json"` + "\n"

// moduleRun is a rendered module on disk with its scripts.
type moduleRun struct{ home, proj, module, driver string }

// newModuleRun renders modulePack for a surface of extension events and writes what the
// module needs; one script is gone again.
func newModuleRun(t *testing.T, surface string, s plan.Scope) moduleRun {
	t.Helper()
	run := moduleRun{home: filepath.Join(t.TempDir(), "a 'home'"), proj: filepath.Join(t.TempDir(), "my project")}
	files := map[string]string{"pack.toml": "name = \"gsd\"\nversion = \"1.0.0\"\nprefix = \"gsd\"\nhome = \"gsd\"\n[[payload]]\nfrom = \"hooks\"\nto = \"gsd/hooks\"\n"}
	for name, text := range modulePack {
		files[name] = text
	}
	in := input(t, readPack(t, files), "opencode", s, layout.Env{Home: run.home, Project: run.proj})
	in.Host.HostIntegration.ExtensionEvents = surface
	pl, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]string{}
	for _, m := range pl.Mounts {
		dirs[m.ID] = m.Dir
	}
	for _, a := range pl.Artifacts {
		if a.Kind != "hook" && a.Kind != "payload" || strings.HasSuffix(a.Path, "gone.sh") {
			continue
		}
		file := filepath.Join(dirs[a.Mount], filepath.FromSlash(a.Path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, a.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		if a.Kind == "hook" {
			run.module = file
		}
	}
	if err := os.MkdirAll(filepath.Join(run.proj, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if run.driver, err = filepath.Abs(filepath.Join("testdata", "hookmodule", surface+".mjs")); err != nil {
		t.Fatal(err)
	}
	return run
}

// fire has node load the module in a folder of the project and fire events.
func (run moduleRun) fire(t *testing.T, dir, steps string) map[string]any {
	t.Helper()
	cmd := exec.Command("node", run.driver, run.module, steps)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, out)
}

// told is what a script was told.
func (run moduleRun) told(t *testing.T, script string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(run.proj, script+".sh.json"))
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, data)
}

func parsed(t *testing.T, data []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}

// holdTold compares what a script was told.
func (run moduleRun) holdTold(t *testing.T, script, want string) {
	t.Helper()
	want = strings.ReplaceAll(want, "PROJ", run.proj)
	if diff := cmp.Diff(parsed(t, []byte(want)), run.told(t, script)); diff != "" {
		t.Errorf("%s (-want +got)\n%s", script, diff)
	}
}

func TestModuleOfOpenCode(t *testing.T) {
	run := newModuleRun(t, "opencode", plan.Global)
	steps := `[
		["chat.message", {"sessionID": "s1"}, {"parts": [{"id": "prt_1", "messageID": "m1", "type": "text", "text": "hi"}]}],
		["chat.message", {"sessionID": "s1"}, {"parts": [{"id": "prt_2", "messageID": "m2", "type": "text", "text": "more"}]}],
		["chat.message", {"sessionID": "old"}, {"parts": [{"id": "prt_3", "messageID": "m3", "type": "text", "text": "again"}]}],
		["chat.message", {"sessionID": "child"}, {"parts": [{"id": "prt_4", "messageID": "m4", "type": "text", "text": "work"}]}],
		["chat.message", {"sessionID": "lost"}, {"parts": [{"id": "prt_5", "messageID": "m5", "type": "text", "text": "stop"}]}],
		["tool.execute.before", {"tool": "bash", "sessionID": "s1", "callID": "c1"}, {"args": {"command": "forbidden"}}],
		["tool.execute.before", {"tool": "bash", "sessionID": "s1", "callID": "c2"}, {"args": {"command": "structured"}}],
		["tool.execute.before", {"tool": "bash", "sessionID": "s1", "callID": "c21"}, {"args": {"command": "asking"}}],
		["tool.execute.before", {"tool": "bash", "sessionID": "s1", "callID": "c22"}, {"args": {"command": "halting"}}],
		["tool.execute.before", {"tool": "bash", "sessionID": "s1", "callID": "c3"}, {"args": {"command": "broken"}}],
		["tool.execute.before", {"tool": "bash", "sessionID": "s1", "callID": "c4"}, {"args": {"command": "slow"}}],
		["tool.execute.before", {"tool": "read", "sessionID": "s1", "callID": "c5"}, {"args": {"filePath": "forbidden"}}],
		["tool.execute.before", {"tool": "apply_patch", "sessionID": "s1", "callID": "c6"}, {"args": {"patchText": "*** Begin Patch\n*** Update File: a\n*** Add File: forbidden\n"}}],
		["tool.execute.before", {"tool": "edit", "sessionID": "s1", "callID": "c7"}, {"args": {"filePath": "/f", "oldString": "a", "newString": "b"}}],
		["tool.execute.after", {"tool": "read", "sessionID": "s1", "callID": "c8", "args": {"filePath": "/f"}}, {"title": "f", "output": "text"}],
		["tool.execute.after", {"tool": "demo_x", "sessionID": "s1", "callID": "c9", "args": null}, {"content": []}],
		["experimental.session.compacting", {"sessionID": "s1"}, {"context": []}],
		["event", {"event": {"type": "session.idle", "properties": {"sessionID": "s1"}}}],
		["event", {"event": {"type": "session.idle", "properties": {"sessionID": "child"}}}],
		["event", {"event": {"type": "other"}}]]`
	got := run.fire(t, run.proj, steps)
	want := parsed(t, []byte(`{"exports": 1, "results": [
		{"output": {"parts": [{"id": "prt_1", "messageID": "m1", "type": "text", "text": "hi"}, {"id": "prt_11", "sessionID": "s1", "messageID": "m1", "type": "text", "text": "started\n\ntold", "synthetic": true}]}},
		{"output": {"parts": [{"id": "prt_2", "messageID": "m2", "type": "text", "text": "more"}, {"id": "prt_21", "sessionID": "s1", "messageID": "m2", "type": "text", "text": "told", "synthetic": true}]}},
		{"output": {"parts": [{"id": "prt_3", "messageID": "m3", "type": "text", "text": "again"}, {"id": "prt_31", "sessionID": "old", "messageID": "m3", "type": "text", "text": "told", "synthetic": true}]}},
		{"output": {"parts": [{"id": "prt_4", "messageID": "m4", "type": "text", "text": "work"}]}},
		{"threw": "no prompt", "output": {"parts": [{"id": "prt_5", "messageID": "m5", "type": "text", "text": "stop"}]}},
		{"threw": "not that", "output": {"args": {"command": "forbidden"}}},
		{"threw": "by JSON", "output": {"args": {"command": "structured"}}},
		{"threw": "ask first", "output": {"args": {"command": "asking"}}},
		{"threw": "all of it", "output": {"args": {"command": "halting"}}},
		{"output": {"args": {"command": "broken"}}},
		{"output": {"args": {"command": "slow"}}},
		{"output": {"args": {"filePath": "forbidden"}}},
		{"threw": "not that\n\nnot that", "output": {"args": {"patchText": "*** Begin Patch\n*** Update File: a\n*** Add File: forbidden\n"}}},
		{"output": {"args": {"filePath": "/f", "oldString": "a", "newString": "b"}}},
		{"output": {"title": "f", "output": "text\n\nmind this"}},
		{"output": {"content": []}},
		{"output": {"context": ["keep"]}},
		{}, {}, {}]}`))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	run.holdTold(t, "start", `{"hook_event_name": "SessionStart", "session_id": "lost", "cwd": "PROJ", "source": "startup"}`)
	run.holdTold(t, "prompt", `{"hook_event_name": "UserPromptSubmit", "session_id": "lost", "cwd": "PROJ", "prompt": "stop"}`)
	run.holdTold(t, "guard", `{"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "PROJ", "tool_name": "Edit", "tool_use_id": "c7",
		"tool_input": {"file_path": "/f", "old_string": "a", "new_string": "b"}}`)
	run.holdTold(t, "after", `{"hook_event_name": "PostToolUse", "session_id": "s1", "cwd": "PROJ", "tool_name": "Read", "tool_use_id": "c8",
		"tool_input": {"file_path": "/f"}, "tool_response": "text"}`)
	run.holdTold(t, "compact", `{"hook_event_name": "PreCompact", "session_id": "s1", "cwd": "PROJ", "trigger": "auto"}`)
	run.holdTold(t, "stop", `{"hook_event_name": "Stop", "session_id": "s1", "cwd": "PROJ", "stop_hook_active": false}`)
	run.holdTold(t, "substop", `{"hook_event_name": "SubagentStop", "session_id": "child", "cwd": "PROJ", "stop_hook_active": false}`)
}

// A project's hooks find their scripts from any folder of it.
func TestModuleInAProject(t *testing.T) {
	for _, surface := range []string{"opencode", "pi"} {
		run := newModuleRun(t, surface, plan.Local)
		steps := `[["tool.execute.before", {"tool": "bash", "sessionID": "s1", "callID": "c1"}, {"args": {"command": "forbidden"}}]]`
		want := `{"exports": 1, "results": [{"threw": "not that", "output": {"args": {"command": "forbidden"}}}]}`
		if surface == "pi" {
			steps = `[["tool_call", {"toolName": "bash", "toolCallId": "c1", "input": {"command": "forbidden"}}]]`
			want = `{"exports": 1, "notices": [], "results": [{"output": {"block": true, "reason": "not that"}}]}`
		}
		if diff := cmp.Diff(parsed(t, []byte(want)), run.fire(t, filepath.Join(run.proj, "sub"), steps)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", surface, diff)
		}
	}
}

func TestModuleOfPi(t *testing.T) {
	run := newModuleRun(t, "pi", plan.Global)
	steps := `[
		["session_start", {"reason": "startup"}],
		["input", {"text": "hi", "source": "interactive"}],
		["before_agent_start", {"prompt": "hi"}],
		["before_agent_start", {"prompt": "nothing new"}],
		["session_start", {"reason": "resume"}],
		["before_agent_start", {"prompt": "hi"}],
		["input", {"text": "stop", "source": "interactive"}],
		["input", {"text": "stop", "source": "extension"}],
		["tool_call", {"toolName": "bash", "toolCallId": "c1", "input": {"command": "forbidden"}}],
		["tool_call", {"toolName": "bash", "toolCallId": "c2", "input": {"command": "broken"}}],
		["tool_call", {"toolName": "read", "toolCallId": "c3", "input": {"path": "forbidden"}}],
		["tool_call", {"toolName": "edit", "toolCallId": "c4", "input": {"path": "/f", "edits": [{"oldText": "a", "newText": "b"}, {"oldText": "c", "newText": "d"}]}}],
		["tool_result", {"toolName": "read", "toolCallId": "c5", "input": {"path": "/f"}, "content": [{"type": "text", "text": "t"}]}],
		["tool_result", {"toolName": "bash", "toolCallId": "c6", "input": {}, "content": []}],
		["session_before_compact", {"reason": "threshold"}],
		["agent_settled", {}],
		["session_shutdown", {"reason": "quit"}]]`
	want := parsed(t, []byte(`{"exports": 1, "notices": [["no prompt", "warning"]], "results": [
		{}, {}, {"output": {"message": {"customType": "gsd-hooks", "content": "started\n\ntold", "display": false}}}, {},
		{}, {}, {"output": {"action": "handled"}}, {},
		{"output": {"block": true, "reason": "not that"}}, {}, {}, {},
		{"output": {"content": [{"type": "text", "text": "t"}, {"type": "text", "text": "mind this"}]}}, {},
		{}, {}, {}]}`))
	if diff := cmp.Diff(want, run.fire(t, run.proj, steps)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	run.holdTold(t, "guard", `{"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "PROJ",
		"tool_name": "Edit", "tool_use_id": "c4", "tool_input": {"file_path": "/f", "old_string": "a\nc", "new_string": "b\nd"}}`)
	run.holdTold(t, "stop", `{"hook_event_name": "Stop", "session_id": "s1", "cwd": "PROJ", "stop_hook_active": false}`)
}

// Each event that a host with a module is said to have is one that its module fires.
func TestModuleFiresAllEvents(t *testing.T) {
	for _, h := range descriptors.All() {
		if h.Hooks.Form != "module" {
			continue
		}
		code, err := moduleCode.ReadFile("hookmodule/" + h.HostIntegration.ExtensionEvents + ".js")
		if err != nil {
			t.Errorf("%s: %v", h.ID, err)
		}
		for event := range h.Hooks.Events {
			if !strings.Contains(string(code), `"`+event+`"`) {
				t.Errorf("%s: the module never fires %s", h.ID, event)
			}
		}
		if h.Hooks.TimeoutUnit != "s" {
			t.Errorf("%s: the module takes seconds", h.ID)
		}
	}
}
