package emit

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

const twinPath = ".codex/skills/gsd-help/SKILL.md"

// twins is the plan of a host that reads skills in a further folder of its own.
func (h *house) twins(version string) *plan.Plan {
	p := h.codex(version)
	for i, a := range p.Artifacts {
		if strings.HasPrefix(a.Path, "skills/") {
			p.Artifacts[i].Twins = []plan.Place{{Mount: "codex", Path: a.Path}}
		}
	}
	return p
}

// A foreign item of the same name in another folder of the host keeps ours from its
// place, is put aside, or stops the run.
func TestForeignTwin(t *testing.T) {
	const ours = ".agents/skills/gsd-help/SKILL.md"
	for _, policy := range []Policy{Keep, Replace, Stop} {
		t.Run(string(policy), func(t *testing.T) {
			h := newHouse(t)
			h.write(twinPath, "the user's own")
			h.do(os.Chmod(h.path(twinPath), 0o600))
			before, files := h.tree(), h.fileTimes()
			req := install(h.twins("1"))
			req.Policy = policy
			got, err := run(req)
			if policy == Stop {
				if err != ErrStopped {
					t.Errorf("stop: %v", err)
				}
				h.same("stopped", h.tree(), before)
				return
			}
			h.do(err)
			c := action(t, got, "skills/gsd-help/SKILL.md")
			if policy == Keep {
				if c.Mount != "agents" || c.Action != plan.Conflict || !strings.Contains(c.Why, "~/"+twinPath) {
					t.Errorf("keep: %+v", c)
				}
				if h.has(ours) || h.read(twinPath) != "the user's own" || len(got.conflicts()) != 1 || !h.has(".agents/skills/gsd-same/SKILL.md") {
					t.Errorf("keep: %v", h.tree())
				}
			} else if h.read(ours) != "help 1" || h.has(twinPath) || len(got.conflicts()) != 0 {
				t.Errorf("replace: %v", h.tree())
			}
			installed := h.times()
			if again := h.run(install(h.twins("1"))); !again.empty() {
				t.Errorf("a second install has something to do: %v", again.Changes)
			}
			h.same("second install", h.times(), installed)
			for _, c := range h.verify(h.twins("1")) {
				if c.Action != plan.Keep {
					t.Errorf("verify: %v", c)
				}
			}
			h.run(install(h.twins("2")))
			h.run(uninstall(h.twins("2")))
			h.same("uninstall", h.tree(), before)
			h.same("times of files", h.fileTimes(), files)
		})
	}
}

func (h *house) verify(p *plan.Plan) []plan.Change {
	h.t.Helper()
	changes, err := Verify(p.Mounts, nil)
	h.do(err)
	return changes
}

// A twin that comes when ours is there already keeps nothing from its place: the next run
// takes the pack's bytes, and puts the twin aside if it may.
func TestTwinThatCameLater(t *testing.T) {
	for _, policy := range []Policy{Keep, Replace, Stop} {
		h := newHouse(t)
		h.run(install(h.twins("1")))
		h.write(twinPath, "the user's own")
		req := install(h.twins("2"))
		req.Policy = policy
		got := h.run(req)
		if len(got.conflicts()) != 0 || h.read(".agents/skills/gsd-help/SKILL.md") != "help 2" || h.has(twinPath) != (policy != Replace) {
			t.Errorf("%s: %v", policy, got.Changes)
		}
		h.run(uninstall(h.twins("2")))
		if got := h.tree(); len(visible(got)) != 5 || h.read(twinPath) != "the user's own" {
			t.Errorf("%s: after uninstall %v", policy, got)
		}
	}
}

// One that was put aside and is made again stays, and the first is named at uninstall.
func TestTwinMadeAgain(t *testing.T) {
	h := newHouse(t)
	h.write(twinPath, "the first")
	req := install(h.twins("1"))
	req.Policy = Replace
	h.run(req)
	h.write(twinPath, "the second")
	h.run(req)
	if h.read(twinPath) != "the second" {
		t.Error("the second is not left alone")
	}
	for _, c := range h.verify(h.twins("1")) {
		if (c.Action != plan.Keep) != (c.Mount == "codex" && c.Path == "skills/gsd-help/SKILL.md") {
			t.Errorf("verify: %v", c)
		}
	}
	c := func() plan.Change {
		for _, c := range h.run(uninstall(h.twins("1"))).Changes {
			if c.Mount == "codex" && c.Path == "skills/gsd-help/SKILL.md" {
				return c
			}
		}
		return plan.Change{}
	}()
	if c.Action != plan.Conflict || h.read(twinPath) != "the second" || h.read(".codex/"+c.Original) != "the first" {
		t.Errorf("uninstall: %+v, %v", c, h.tree())
	}
}

// What is ours, the same file by another name, and what is no item, is no twin; one behind
// a link that leaves the mount cannot be put aside.
func TestWhatIsATwin(t *testing.T) {
	for name, c := range map[string]struct {
		setup    func(h *house)
		conflict bool
	}{
		"a copy of ours": {func(h *house) {
			p := h.pack("other", "1", h.mount("codex", ".codex"))
			p.Pack.Prefix = "other"
			add(p, "codex", "skills/gsd-help/SKILL.md", "help 1")
			h.run(install(p))
		}, false},
		"a folder":            {func(h *house) { h.write(twinPath+"/x", "x") }, false},
		"a folder without it": {func(h *house) { h.write(".codex/skills/gsd-help/README.md", "x") }, false},
		"a link to our folder": {func(h *house) {
			h.write(".agents/skills/mine/SKILL.md", "x")
			h.write(".codex/x", "x")
			h.do(os.Symlink("../.agents/skills", h.path(".codex/skills")))
		}, false},
		"behind a link that leaves": {func(h *house) {
			h.write("dot/gsd-help/SKILL.md", "x")
			h.write(".codex/x", "x")
			h.do(os.Symlink(h.path("dot"), h.path(".codex/skills")))
		}, true},
		"a link": {func(h *house) {
			h.write(".codex/skills/gsd-help/other.md", "x")
			h.do(os.Symlink("other.md", h.path(twinPath)))
		}, true},
		"a file": {func(h *house) { h.write(twinPath, "x") }, true},
	} {
		t.Run(name, func(t *testing.T) {
			for _, policy := range []Policy{Keep, Replace} {
				h := newHouse(t)
				c.setup(h)
				before := h.tree()
				req := install(h.twins("1"))
				req.Policy = policy
				got := h.run(req)
				stuck := name == "behind a link that leaves"
				if want := c.conflict && (policy == Keep || stuck); (len(got.conflicts()) == 1) != want {
					t.Errorf("%s: conflicts %v", policy, got.conflicts())
				}
				h.run(install(h.twins("2")))
				h.run(uninstall(h.twins("2")))
				h.same(fmt.Sprint(policy, ": uninstall"), h.tree(), before)
			}
		})
	}
}

// A twin of a file that several hosts share comes back when the last of them that put it
// aside goes.
func TestTwinOfSharedFile(t *testing.T) {
	h := newHouse(t)
	h.write(twinPath, "the user's own")
	before := h.tree()
	req := install(h.twins("1"), h.cursor("1"))
	req.Policy = Replace
	h.run(req)
	h.run(uninstall(h.cursor("1")))
	if h.has(twinPath) {
		t.Error("it came back too early")
	}
	h.run(install(h.cursor("1")))
	h.run(uninstall(h.twins("1")))
	if !h.has(twinPath) || !h.has(".agents/skills/gsd-help/SKILL.md") {
		t.Errorf("it did not come back: %v", h.tree())
	}
	h.run(uninstall(h.cursor("1")))
	h.same("uninstall", h.tree(), before)
}
