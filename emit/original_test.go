package emit

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

// killAfter ends a run right after the first call that is about a path of this end.
func killAfter(path string, do func()) {
	dead := false
	inject = func(op, name string, do func() error) error {
		if dead {
			return errKilled
		}
		dead = op != "remove" && strings.HasSuffix(name, path)
		return do()
	}
	defer func() { inject = nil }()
	do()
}

// A user's own file that was put aside and does not come back, since ours was edited, is
// named.
func TestOriginalThatStaysIsNamed(t *testing.T) {
	for _, when := range []string{"before", "meanwhile", "after a crash"} {
		h := newHouse(t)
		h.write(".codex/agents/a.toml", "the user's own")
		p := h.codex("1")
		req := install(p)
		req.Policy = Replace
		h.run(req)
		if when == "before" {
			h.write(".codex/agents/a.toml", "edited")
		}
		r, err := Diff(uninstall(p))
		h.do(err)
		if when == "meanwhile" {
			h.write(".codex/agents/a.toml", "edited")
		}
		original := ""
		if when == "after a crash" {
			killAfter(journalPath, func() { r.Apply(context.Background()) })
			h.write(".codex/agents/a.toml", "edited")
			_, left, err := Recover(p.Mounts)
			h.do(err)
			for _, l := range left {
				if l.Path == h.path(".codex/agents/a.toml") {
					original = l.Original
				}
			}
		} else {
			h.do(r.Apply(context.Background()))
			original = h.path(".codex/" + action(t, r, "agents/a.toml").Original)
		}
		if b, err := os.ReadFile(original); err != nil || string(b) != "the user's own" {
			t.Errorf("%s: %q holds %q, %v", when, original, b, err)
		}
		if h.read(".codex/agents/a.toml") != "edited" {
			t.Errorf("%s: the edit is lost", when)
		}
	}
}

// A run that is finished by another one is finished under all of its locks.
func TestRecoveryTakesTheLocks(t *testing.T) {
	h := newHouse(t)
	h.do(os.Mkdir(h.path("away"), 0o755))
	p := h.pack("codex", "1", h.mount("agents", ".agents"), h.mount("away", "away/codex"))
	p.Mounts[1].Lock = h.path("away")
	addShared(p, "1")
	add(p, "away", "a.toml", "agent")
	killAfter(journalPath, func() { run(install(p)) })
	before := h.times()
	other, err := Lock(context.Background(), p.Mounts[1:], nil)
	h.do(err)
	defer func(brief time.Duration) { lockBrief = brief }(lockBrief)
	lockBrief = time.Millisecond
	if _, _, err := Recover(p.Mounts[:1]); err == nil || !strings.Contains(err.Error(), "another gsd-install is at work") {
		t.Errorf("error is %v", err)
	}
	h.same("refused", h.times(), before)
	h.do(other.Unlock())
	if recovered, left, err := Recover(p.Mounts[:1]); !recovered || left != nil || err != nil {
		t.Errorf("%v, %v, %v", recovered, left, err)
	}
	if h.read("away/codex/a.toml") != "agent" {
		t.Errorf("it is not finished: %v", h.tree())
	}
	if other, err = Lock(context.Background(), p.Mounts[1:], nil); err != nil {
		t.Error("the lock was kept")
	}
	other.Unlock()
}
