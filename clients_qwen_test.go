package gsdinstall_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestQwenLoads has Qwen Code list every command and skill once and every agent, run
// the hooks of a turn, and complain of nothing.
func TestQwenLoads(t *testing.T) { each(t, "qwen", nil, qwenLoads) }

func qwenLoads(t *testing.T, s sandbox, scope string, w wanted) {
	v := ask(t, "qwen", s)
	all := append(slices.Clone(w.commands), w.skills...)
	same(t, "skill", names(v.Skills), all)
	same(t, "slash command", names(v.Commands), all)
	same(t, "agent", v.Agents, w.agents)
	noErrors(t, v)
	if len(v.Hooks) == 0 {
		t.Error("no hook ran")
	}
	for _, h := range v.Hooks {
		if h.Outcome != "success" {
			t.Errorf("hook for %s ended with %s", h.Event, h.Outcome)
		}
	}
}

// TestKimiCodeLoads has Kimi Code CLI accept its config.toml with our hooks behind one of
// the user's, list every command and skill once and every agent, and warn of nothing.
func TestKimiCodeLoads(t *testing.T) {
	fired := func(s sandbox) string { return filepath.Join(s.root, "fired") }
	own := func(t *testing.T, s sandbox) {
		s.write(t, "home/.kimi-code/config.toml", fmt.Sprintf("# mine\n[[hooks]]\nevent = \"Stop\"\ncommand = \"touch %s\"\n", fired(s)))
	}
	each(t, "kimi-code", own, func(t *testing.T, s sandbox, scope string, w wanted) {
		v := ask(t, "kimi-code", s)
		same(t, "skill", names(v.Skills), append(slices.Clone(w.commands), w.skills...))
		same(t, "agent", v.Agents, w.agents)
		noErrors(t, v)
		if _, err := os.Stat(fired(s)); err != nil {
			t.Errorf("the user's own hook did not run: %v", err)
		}
	})
}
