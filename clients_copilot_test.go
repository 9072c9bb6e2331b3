package gsdinstall_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestCopilotLoads has Copilot CLI list every command and skill once, tell the model of each
// and of every agent, run hooks of a turn, and complain of nothing.
func TestCopilotLoads(t *testing.T) { each(t, "copilot", nil, copilotLoads) }

func copilotLoads(t *testing.T, s sandbox, scope string, w wanted) {
	v := ask(t, "copilot", s)
	all := append(slices.Clone(w.commands), w.skills...)
	same(t, "skill", names(v.Skills), all)
	same(t, "skill that the model is told of", names(v.Commands), all)
	same(t, "agent", v.Agents, w.agents)
	noErrors(t, v)
	if len(v.Hooks) == 0 {
		t.Error("no hook ran")
	}
}

// TestCopilotHasBothHosts has Copilot CLI list all once where VS Code has the pack too.
func TestCopilotHasBothHosts(t *testing.T) {
	needClient(t, "copilot")
	w := packs(t)["builtin"]
	for _, scope := range []string{"--global", "--local"} {
		s := newSandbox(t)
		s.run(t, "install", "--copilot", "--vscode", scope, "--yes")
		s.run(t, "uninstall", "--copilot", scope, "--yes")
		v := ask(t, "copilot", s)
		same(t, "skill", names(v.Skills), append(slices.Clone(w.commands), w.skills...))
		same(t, "agent", v.Agents, w.agents)
		noErrors(t, v)
	}
}

// TestCopilotInAMovedHome has Copilot CLI find all in a home that it reads alone.
func TestCopilotInAMovedHome(t *testing.T) {
	needClient(t, "copilot")
	w := packs(t)["builtin"]
	s := newSandbox(t)
	moved := s.home + "/moved"
	s.run(t, "install", "--copilot", "--codex", "--yes")
	s.run(t, "install", "--copilot", "--config-dir", moved, "--yes")
	v := ask(t, "copilot", s, "COPILOT_HOME="+moved)
	same(t, "skill", names(v.Skills), append(slices.Clone(w.commands), w.skills...))
	same(t, "agent", v.Agents, w.agents)
	noErrors(t, v)
}

// TestClineLoads has Cline's loaders find every command and skill once, every agent with tools
// that there are, and the rules, and its runner run our programs.
func TestClineLoads(t *testing.T) {
	each(t, "cline", nil, func(t *testing.T, s sandbox, scope string, w wanted) {
		v := ask(t, "cline", s)
		all := append(slices.Clone(w.commands), w.skills...)
		same(t, "skill", names(v.Skills), all)
		same(t, "command", names(v.Commands), all)
		same(t, "agent", v.Agents, w.agents)
		noErrors(t, v)
		for _, h := range v.Hooks {
			if h.Phase == "" {
				t.Errorf("hook for %s is for nothing", h.Event)
			}
		}
		if len(v.Hooks) == 0 {
			t.Error("no hook is found")
		}
	})
}

// TestClineStops has Cline keep from what a hook of one pack does not allow, and go on once
// the pack is gone, with what the hook of another has to say.
func TestClineStops(t *testing.T) {
	needClient(t, "cline")
	hook := `{"hooks":{"PreToolUse":[{"matcher":"%s","hooks":[{"type":"command","command":"%s"}]}]}}`
	for _, scope := range []string{"--global", "--local"} {
		s := newSandbox(t)
		for name, text := range map[string]string{"no": fmt.Sprintf(hook, "Edit", `echo 'not \"this\"' >&2; exit 2`), "more": fmt.Sprintf(hook, "Edit|Bash", "echo mind this")} {
			s.write(t, name+"/pack.toml", fmt.Sprintf("name = %q\nprefix = %q\n", name, name))
			s.write(t, name+"/hooks/hooks.json", text)
			s.run(t, "install", "--cline", scope, "--yes", "--pack", s.root+"/"+name)
		}
		answer := func(tool string) string {
			return fmt.Sprint(ask(t, "cline", s, "TOOL="+tool).Answers["beforeTool"])
		}
		for tool, want := range map[string]string{"editor": `map[reason:not "this" stop:true]`, "run_commands": "map[appendContext:mind this]", "read_files": "<nil>"} {
			if got := answer(tool); got != want {
				t.Errorf("%s %s: %s, want %s", scope, tool, got, want)
			}
		}
		s.run(t, "uninstall", "--cline", scope, "--prefix", "no", "--yes")
		if got, want := answer("editor"), "map[appendContext:mind this]"; got != want {
			t.Errorf("%s without the first: %s, want %s", scope, got, want)
		}
	}
}

// TestCodeBuddyLoads has CodeBuddy Code offer every command, tell the model of each skill and
// agent once, run hooks of a turn, and complain of nothing.
func TestCodeBuddyLoads(t *testing.T) {
	each(t, "codebuddy", nil, func(t *testing.T, s sandbox, scope string, w wanted) {
		v := ask(t, "codebuddy", s)
		same(t, "slash command", names(v.Commands), w.commands)
		same(t, "skill", names(v.Skills), w.skills)
		same(t, "agent", v.Agents, w.agents)
		noErrors(t, v)
		for _, h := range v.Hooks {
			if h.Exit == nil || *h.Exit != 0 {
				t.Errorf("hook for %s ended with %v", h.Event, h.Exit)
			}
		}
		if len(v.Hooks) == 0 {
			t.Error("no hook ran")
		}
	})
}

// TestCodeBuddyListsAll has CodeBuddy Code tell the model of more skills than it has room for,
// each with a description.
func TestCodeBuddyListsAll(t *testing.T) {
	needClient(t, "codebuddy")
	s := newSandbox(t)
	s.write(t, "pack/pack.toml", "name = \"gsd\"\nprefix = \"gsd\"\n")
	for i := range 45 {
		s.write(t, fmt.Sprintf("pack/skills/gsd-%02d/SKILL.md", i), "---\ndescription: "+strings.Repeat("word ", 29)+"\n---\nText.\n")
	}
	s.run(t, "install", "--codebuddy", "--yes", "--pack", s.root+"/pack")
	v := ask(t, "codebuddy", s)
	listed := 0
	for _, skill := range v.Skills {
		skill := skill.(map[string]any)
		if text := fmt.Sprint(skill["description"]); strings.HasPrefix(fmt.Sprint(skill["name"]), "gsd-") && strings.HasPrefix(text, "word ") && strings.Count(text, "…") == 1 {
			listed++
		}
	}
	if listed != 45 {
		t.Errorf("%d of 45 are listed with what they are for", listed)
	}
}
