package emit

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

func repair(p *plan.Plan) Request {
	req := install(p)
	req.Repair = true
	return req
}

// lose are the ways in which a ledger gets lost.
var lose = map[string]func(h *house){
	"removed": func(h *house) {
		h.do(os.Remove(h.path(".codex/.gsd-install/ledger.json")))
		h.do(os.Remove(h.path(".agents/.gsd-install/ledger.json")))
	},
	"corrupt": func(h *house) {
		h.write(".codex/.gsd-install/ledger.json", "{bad")
		h.write(".agents/.gsd-install/ledger.json", "")
	},
	"folder removed": func(h *house) {
		h.do(os.RemoveAll(h.path(".codex/.gsd-install")))
		h.do(os.RemoveAll(h.path(".agents/.gsd-install")))
	},
}

// Without its ledger nothing is ours until a repair says so, and then everything is
// that the pack still has.
func TestRepairRebuildsALedger(t *testing.T) {
	for how, lost := range lose {
		h := newHouse(t)
		userFiles(h)
		before := h.tree()
		p := h.codex("1")
		h.run(install(p))
		installed := visible(h.tree())
		h.write(".codex/agents/old.toml", "edited")
		lost(h)
		if how == "corrupt" {
			for _, req := range []Request{install(p), uninstall(p)} {
				if _, err := run(req); !errors.Is(err, ErrLedger) {
					t.Errorf("%s: error is %v", how, err)
				}
			}
			if _, err := Verify(p.Mounts, nil); !errors.Is(err, ErrLedger) {
				t.Errorf("%s: verify: %v", how, err)
			}
		}
		r := h.run(repair(p))
		if c := action(t, r, "agents/old.toml"); c.Action != plan.Conflict || h.read(".codex/agents/old.toml") != "edited" {
			t.Errorf("%s: a file that may be anybody's: %v", how, c)
		}
		req := repair(p)
		req.Policy = Replace
		h.run(req)
		h.same(how+": repaired", visible(h.tree()), installed)
		h.run(uninstall(p))
		// Folders that were made are known no longer, and what was put aside comes back.
		left := slices.DeleteFunc(h.tree(), func(l string) bool {
			return strings.Contains(l, " drwx") || strings.Contains(l, `"edited"`)
		})
		h.same(how+": uninstalled", left, slices.DeleteFunc(slices.Clone(before), func(l string) bool { return strings.Contains(l, " drwx") }))
	}
}

func TestRepairPutsBack(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	before := h.tree()
	p := h.codex("1")
	h.run(install(p))
	installed := visible(h.tree())
	h.write(".codex/agents/a.toml", "edited")
	h.do(os.Chmod(h.path(".agents/gsd/run.sh"), 0o644))
	h.do(os.RemoveAll(h.path(".agents/skills")))
	h.write(".codex/hooks.json", strings.Replace(h.read(".codex/hooks.json"), "run 1", "none", 1))
	changes, err := Verify(p.Mounts, nil)
	h.do(err)
	got := map[string]plan.Action{}
	for _, c := range changes {
		got[c.Path] = c.Action
	}
	want := map[string]plan.Action{
		"agents/a.toml": plan.Conflict, "gsd/run.sh": plan.Conflict, "hooks.json": plan.Update,
		"skills/gsd-help/SKILL.md": plan.Create, "skills/gsd-same/SKILL.md": plan.Create, "agents/old.toml": plan.Keep,
	}
	for path, action := range want {
		if got[path] != action {
			t.Errorf("verify: %s is %s, want %s", path, got[path], action)
		}
	}
	h.run(repair(p))
	if !h.find("edited") {
		t.Error("the edited copy is lost")
	}
	h.run(repair(p))
	now := slices.DeleteFunc(visible(h.tree()), func(l string) bool { return strings.HasPrefix(l, ".codex/hooks.json ") })
	h.same("repaired", now, slices.DeleteFunc(installed, func(l string) bool { return strings.HasPrefix(l, ".codex/hooks.json ") }))
	if text := h.read(".codex/hooks.json"); !strings.Contains(text, "run 1") || !strings.Contains(text, "none") {
		t.Errorf("hooks.json is %s", text)
	}
	h.run(uninstall(p))
	if !h.find("edited") {
		t.Error("the edited copy did not survive uninstall")
	}
	left := slices.DeleteFunc(visible(h.tree()), func(l string) bool { return strings.HasPrefix(l, ".codex/hooks.json ") })
	h.same("uninstalled", left, slices.DeleteFunc(before, func(l string) bool { return strings.HasPrefix(l, ".codex/hooks.json ") }))
}

func TestVerifyTellsOfAnInterruptedRun(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	p := h.codex("1")
	with("kill after", 20, func() { run(install(p)) })
	before := h.times()
	if left, err := Interrupted(p.Mounts[1]); !left || err != nil {
		t.Errorf("interrupted: %v, %v", left, err)
	}
	if _, err := Verify(p.Mounts, nil); !errors.Is(err, ErrInterrupted) {
		t.Errorf("verify: %v", err)
	}
	if _, err := Diff(install(p)); !errors.Is(err, ErrInterrupted) {
		t.Errorf("diff: %v", err)
	}
	if !left(t, p.Mounts) {
		t.Error("Interrupted sees nothing")
	}
	h.same("looking", h.times(), before)
	h.run(install(p))
	if left, err := Interrupted(p.Mounts[1]); left || err != nil {
		t.Errorf("finished: interrupted is %v, %v", left, err)
	}
}

// left reports whether a killed run has left something in any mount.
func left(t testing.TB, mounts []plan.Mount) bool {
	t.Helper()
	for _, m := range mounts {
		if found, err := Interrupted(m); found || err != nil {
			return found
		}
	}
	return false
}

func TestVerifyLeavesOthersOut(t *testing.T) {
	h := newHouse(t)
	h.run(install(h.codex("1"), h.cursor("1")))
	changes, err := Verify(h.cursor("1").Mounts, []Claim{{Host: "cursor"}})
	h.do(err)
	if len(changes) != 4 {
		t.Errorf("verify looked at %v", changes)
	}
	if changes, err = Verify(h.cursor("1").Mounts, []Claim{{"none", "gsd"}}); len(changes) != 0 || err != nil {
		t.Errorf("a host that is not there: %v, %v", changes, err)
	}
}

func TestVerifyUserFileThatIsBroken(t *testing.T) {
	h := newHouse(t)
	p := h.codex("1")
	h.run(install(p))
	h.write(".codex/hooks.json", "{")
	h.do(os.RemoveAll(h.path(".codex/agents")))
	h.do(os.Symlink(h.dir, h.path(".codex/agents")))
	changes, err := Verify(p.Mounts, nil)
	h.do(err)
	for _, c := range changes {
		if c.Mount == "codex" && c.Action != plan.Conflict {
			t.Errorf("%v", c)
		}
	}
}
