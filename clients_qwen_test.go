package gsdinstall_test

import (
	"slices"
	"testing"
)

// TestQwenLoads has Qwen Code list every command and skill once and every agent, run
// the hooks of a turn, and complain of nothing.
func TestQwenLoads(t *testing.T) {
	each(t, "qwen", nil, func(t *testing.T, s sandbox, scope string, w wanted) {
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
	})
}
