package emit

import (
	"testing"
)

func TestInstallTwiceThenUninstall(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/hooks.json", "{\n\t// mine\n\t\"big\": 12345678901234567890,\n}\n")
	h.write(".codex/agents/mine.toml", "mine")
	h.write("notes.txt", "mine")
	before := h.tree()
	p := h.codex("1")
	h.run(install(p))
	if got := h.read(".codex/agents/a.toml"); got != "agent 1" {
		t.Errorf("agents/a.toml is %q", got)
	}
	first := h.times()
	if r := h.run(install(p)); !r.empty() {
		t.Errorf("the second install has something to do: %v", r.Changes)
	}
	h.same("second install", h.times(), first)
	changes, err := Verify(p.Mounts, nil)
	h.do(err)
	for _, c := range changes {
		if c.Action != "keep" {
			t.Errorf("verify: %v", c)
		}
	}
	if len(changes) != len(p.Artifacts)+len(p.Edits) {
		t.Errorf("verify looked at %d paths", len(changes))
	}
	h.run(uninstall(p))
	h.same("uninstall", h.tree(), before)
}
