package emit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// What stands in the way is found before anything is written.
func TestRefusals(t *testing.T) {
	tests := []struct {
		name  string
		setup func(h *house, p *plan.Plan)
		want  string
		hint  string
	}{
		{
			"user file that cannot be read as JSON",
			func(h *house, p *plan.Plan) { h.write(".codex/hooks.json", "{\n  \"a\": 1,\n  \"b\": [\n}\n") },
			"~/.codex/hooks.json:4: ", "",
		},
		{
			"user file with another shape",
			func(h *house, p *plan.Plan) {
				h.write(".codex/hooks.json", "{\"hooks\": {\"Stop\": {\"weird\": true}}}")
			},
			"~/.codex/hooks.json:1: ", "",
		},
		{
			"user file is a directory",
			func(h *house, p *plan.Plan) { h.write(".codex/hooks.json/x", "") },
			"~/.codex/hooks.json: it is a directory, and a file has to be there", "move it away",
		},
		{
			"user file is a pipe",
			func(h *house, p *plan.Plan) { h.pipe(".codex/hooks.json") },
			"~/.codex/hooks.json: open", "",
		},
		{
			"user file is a link that leaves",
			func(h *house, p *plan.Plan) {
				h.write("dot/hooks.json", "{}")
				h.write(".codex/x", "")
				h.do(os.Symlink("../dot/hooks.json", h.path(".codex/hooks.json")))
			},
			"~/.codex/hooks.json: it is a link to ../dot/hooks.json: path leaves its directory", "--allow-link HOME/dot/hooks.json",
		},
		{
			"user file is an absolute link",
			func(h *house, p *plan.Plan) {
				h.write(".codex/x", "{}")
				h.do(os.Symlink(h.path(".codex/x"), h.path(".codex/hooks.json")))
			},
			"path leaves its directory", "--allow-link HOME/.codex/x",
		},
		{
			"user file is a link to nothing",
			func(h *house, p *plan.Plan) {
				h.write(".codex/x", "")
				h.do(os.Symlink("none", h.path(".codex/hooks.json")))
			},
			"~/.codex/hooks.json: it is a link that leads nowhere", "",
		},
		{
			"folder is a link that leaves",
			func(h *house, p *plan.Plan) {
				h.write("dot/x", "")
				h.write(".codex/x", "")
				h.do(os.Symlink("../dot", h.path(".codex/agents")))
			},
			"~/.codex/agents: it is a link to ../dot: path leaves its directory", "--allow-link HOME/dot",
		},
		{
			"folder is a link to nothing",
			func(h *house, p *plan.Plan) {
				h.write(".codex/x", "")
				h.do(os.Symlink("none", h.path(".codex/agents")))
			},
			"~/.codex/agents: it is a link that leads nowhere", "make what it leads to, or remove the link",
		},
		{
			"folder is a file",
			func(h *house, p *plan.Plan) { h.write(".agents/skills", "a file") },
			"~/.agents/skills: it is a file, and a directory has to be there", "move it away",
		},
		{
			"mount is a file",
			func(h *house, p *plan.Plan) { h.write(".agents", "a file") },
			".agents: it is a file, and a directory has to be there", "move it away",
		},
		{
			"file is a directory",
			func(h *house, p *plan.Plan) { h.write(".codex/agents/a.toml/x", "") },
			"~/.codex/agents/a.toml: it is a directory, and a file has to be there", "move it away",
		},
		{
			"file is a pipe",
			func(h *house, p *plan.Plan) { h.pipe(".codex/agents/a.toml") },
			"~/.codex/agents/a.toml: it is neither a file nor a directory", "",
		},
		{
			"paths that leave",
			func(h *house, p *plan.Plan) { add(p, "codex", "../victim", "x"); add(p, "codex", "/etc/x", "x") },
			`"../victim": not a path below a mount`, "",
		},
		{
			"a path in our own records",
			func(h *house, p *plan.Plan) { add(p, "codex", ".GSD-install/ledger.json", "{}") },
			"folder of our own records", "",
		},
		{
			"names that differ by case only",
			func(h *house, p *plan.Plan) { add(p, "agents", "skills/gsd-Help/SKILL.md", "x") },
			"one would take the other's place; only case tells them apart", "",
		},
		{
			"an unknown mount",
			func(h *house, p *plan.Plan) { add(p, "none", "x", "x") },
			`mount "none", which is not of the run`, "",
		},
		{
			"a path twice",
			func(h *house, p *plan.Plan) { add(p, "codex", "agents/a.toml", "agent 1") },
			"it is wanted twice", "",
		},
		{
			"a file whole and edited",
			func(h *house, p *plan.Plan) { add(p, "codex", "hooks.json", "{}") },
			"it is wanted whole and as a file of the user's", "",
		},
		{
			"the state folder is a file",
			func(h *house, p *plan.Plan) { h.write(".codex/.gsd-install", "mine") },
			"~/.codex/.gsd-install: it is the place of our own records", "move it away",
		},
		{
			"a ledger that cannot be read",
			func(h *house, p *plan.Plan) { h.write(".codex/.gsd-install/ledger.json", "{bad") },
			"ledger cannot be read", "gsd-install repair",
		},
		{
			"a ledger with a path that leaves",
			func(h *house, p *plan.Plan) {
				h.run(install(p))
				name := ".codex/.gsd-install/ledger.json"
				h.write(name, strings.Replace(h.read(name), `"agents/a.toml"`, `"../victim"`, 1))
			},
			`"../victim": not a path below a mount`, "gsd-install repair",
		},
		{
			"a ledger of a newer program",
			func(h *house, p *plan.Plan) {
				h.write(".codex/.gsd-install/ledger.json", `{"schema": 99, "new": {}}`)
			},
			"it has schema 99", "newer gsd-install",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t)
			p := h.codex("1")
			tt.setup(h, p)
			before := h.times()
			for what, req := range map[string]Request{"install": install(p), "replace": {Plans: []plan.Plan{*p}, Policy: Replace}} {
				_, err := run(req)
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Fatalf("%s: error is %v, want %q", what, err, tt.want)
				}
				if hint := hints(err); !strings.Contains(hint, strings.ReplaceAll(tt.hint, "HOME", h.dir)) {
					t.Errorf("%s: hint is %q", what, hint)
				}
				if strings.Contains(tt.want, "leaves") && !errors.Is(err, confine.ErrEscape) {
					t.Errorf("%s: %v does not wrap ErrEscape", what, err)
				}
			}
			h.same("refused", h.times(), before)
		})
	}
}

// hints are those of all errors that are joined in err.
func hints(err error) string {
	text := ""
	if h, ok := err.(interface{ Hint() string }); ok {
		text = h.Hint()
	}
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			text += hints(err)
		}
	case interface{ Unwrap() error }:
		if e.Unwrap() != nil {
			text += hints(e.Unwrap())
		}
	}
	return text
}

func TestAllRefusalsAtOnce(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/hooks.json", "[")
	h.write(".codex/agents/a.toml/x", "")
	h.write(".agents/skills", "a file")
	before := h.times()
	_, err := run(install(h.codex("1")))
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) || len(joined.Unwrap()) != 3 {
		t.Errorf("error is %v", err)
	}
	h.same("refused", h.times(), before)
}

func TestStopWritesNothing(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/agents/a.toml", "theirs")
	before := h.times()
	req := install(h.codex("1"))
	req.Policy = Stop
	r, err := run(req)
	if !errors.Is(err, ErrStopped) || len(r.conflicts()) != 1 {
		t.Errorf("error is %v", err)
	}
	h.same("stopped", h.times(), before)
}

func TestCancelledRunTakesEverythingBack(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	before := h.tree()
	r, err := Diff(install(h.codex("1")))
	h.do(err)
	ctx, cancel := context.WithCancel(context.Background())
	inject = func(op, name string, do func() error) error {
		if op == "sync" {
			cancel()
		}
		return do()
	}
	defer func() { inject = nil }()
	if err := r.Apply(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	h.same("cancelled", h.tree(), before)
}

func TestFoldedName(t *testing.T) {
	h := newHouse(t)
	h.write("d/Help.md", "")
	h.write("d/other", "")
	entries, err := os.ReadDir(h.path("d"))
	h.do(err)
	for base, want := range map[string]string{"help.md": "Help.md", "HELP.MD": "Help.md", "Help.md": "", "none": ""} {
		if got, found := foldedName(entries, base); got != want || found != (want != "") {
			t.Errorf("%s: %q, %v", base, got, found)
		}
	}
}

// Errors of a run that cannot go on name the path.
func TestErrorsNameThePath(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EACCES, syscall.EROFS, syscall.EIO} {
		for n := 1; ; n++ {
			h := newHouse(t)
			userFiles(h)
			var hit string
			var calls atomic.Int32 // files are staged at once
			inject = func(op, name string, do func() error) error {
				if op == "sync" {
					return nil
				}
				if calls.Add(1) == int32(n) {
					hit = name
					return fmt.Errorf("%s: %w", op, errno)
				}
				return do()
			}
			_, err := run(install(h.codex("1")))
			inject = nil
			if hit == "" {
				break
			}
			if !errors.Is(err, errno) {
				t.Fatalf("call %d: %v", n, err)
			}
			// A directory on its way has a mark behind its name, which nobody has to know of.
			if name := strings.TrimSuffix(hit, unborn); !strings.Contains(err.Error(), name) {
				t.Errorf("%v does not name %s", err, name)
			}
		}
	}
}

// An answer to stop stops: nothing is written, and nothing more is asked.
func TestStopIsAnAnswer(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/agents/a.toml", "one")
	h.write(".codex/agents/old.toml", "two")
	h.write(".agents/gsd/run.sh", "three")
	before := h.times()
	req := install(h.codex("1"))
	asked := 0
	req.Decide = func(plan.Change, []byte, []byte) Policy {
		if asked++; asked == 1 {
			return Replace
		}
		return Stop
	}
	if _, err := run(req); !errors.Is(err, ErrStopped) {
		t.Errorf("error is %v", err)
	}
	if asked != 2 {
		t.Errorf("%d questions", asked)
	}
	h.same("stopped", h.times(), before)
}
