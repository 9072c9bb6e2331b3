package emit

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

// linked is a plan for a host whose skills and settings lie behind links.
func (h *house) linked() *plan.Plan {
	skills := h.mount("claude/skills", "dot/skills")
	skills.Holder, skills.Link = "claude", "skills"
	settings := plan.Mount{
		ID: "claude/settings.json", Dir: h.path("dot"), Only: "s.json", Shown: "~/.claude/settings.json",
		Store: "claude", Lock: h.dir, Holder: "claude", Link: "settings.json",
	}
	p := h.pack("claude", "1", h.mount("claude", ".claude"), skills, settings)
	add(p, "claude/skills", "gsd-help/SKILL.md", "help")
	addHook(p, "claude/settings.json", "s.json", "run")
	return p
}

func TestLinksAreRemembered(t *testing.T) {
	h := newHouse(t)
	h.write(".claude/x", "")
	h.write("dot/skills/mine/SKILL.md", "")
	h.do(os.Symlink("../dot/skills", h.path(".claude/skills")))
	h.write("dot/s.json", "{}\n")
	h.do(os.Symlink("../dot/s.json", h.path(".claude/settings.json")))
	before := h.tree()
	p := h.linked()
	h.run(install(p))

	want := []Link{{"settings.json", h.path("dot/s.json")}, {"skills", h.path("dot/skills")}}
	links := func() []Link {
		l, err := ReadLedger(p.Mounts[0])
		if err != nil || l == nil {
			t.Fatalf("no ledger: %v", err)
		}
		return l.Links
	}
	if d := cmp.Diff(want, links()); d != "" {
		t.Error(d)
	}
	// A run that knows nothing of them forgets none.
	h.run(install(h.codex("1")))
	only := h.pack("claude", "1", h.mount("claude", ".claude"))
	only.Pack.Prefix = "other"
	add(only, "claude", "other.md", "other")
	h.run(install(only))
	if d := cmp.Diff(want, links()); d != "" {
		t.Error(d)
	}
	h.run(Request{Leave: []Claim{{"claude", "other"}}, Mounts: only.Mounts})
	h.run(uninstall(h.codex("1")))
	if d := cmp.Diff(want, links()); d != "" {
		t.Error(d)
	}
	h.run(uninstall(p))
	h.same("after uninstall", h.tree(), before)
}
