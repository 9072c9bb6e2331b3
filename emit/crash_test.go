package emit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

// errKilled is what every call returns after the run was killed; none of them
// does anything.
var errKilled = errors.New("killed")

// fault lets something happen at the n-th call that changes the disk.
type fault struct {
	mu   sync.Mutex
	n    int
	how  string
	dead bool
	hit  string
}

// faults are the ways in which a call can go wrong; a kill before it is one after
// the call before.
var faults = []string{"full", "denied", "read-only", "broken", "error after", "kill after", "kill amid"}

// refusing are the faults in which the call does nothing, with what the system says.
var refusing = map[string]syscall.Errno{
	"full": syscall.ENOSPC, "denied": syscall.EACCES, "read-only": syscall.EROFS, "broken": syscall.EIO,
}

func (f *fault) inject(op, name string, do func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dead {
		return errKilled
	}
	if op == "sync" {
		do = func() error { return nil } // durable or not is nothing a test can see
	}
	if f.n--; f.n != 0 {
		return do()
	}
	f.hit = op + " " + filepath.Base(name)
	if errno, ok := refusing[f.how]; ok {
		return fmt.Errorf("%s: %w", name, errno)
	}
	switch f.how {
	case "error after":
		return errors.Join(do(), fmt.Errorf("%s: %w", name, syscall.EIO))
	case "kill after":
		do()
	case "kill amid":
		tear(op, name, do)
	}
	f.dead = true
	return errKilled
}

// tear leaves the disk as a kill in the middle of the call would.
func tear(op, name string, do func() error) {
	switch op {
	case "replace":
		old, oldErr := os.ReadFile(name)
		do()
		written, err := os.ReadFile(name)
		if err != nil {
			return
		}
		temp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"4711471147114711471")
		os.WriteFile(temp, written[:len(written)/2], 0o600)
		if oldErr == nil {
			os.WriteFile(name, old, 0o600)
		} else {
			os.Remove(name)
		}
	case "create":
		do()
		os.Truncate(name, 1)
	}
}

// with runs do with the n-th call at fault, and reports which it was.
func with(how string, n int, do func()) string {
	f := &fault{n: n, how: how}
	inject = f.inject
	defer func() { inject = nil }()
	do()
	return f.hit
}

// scene is a run to be disturbed: what is there before, and what it is to do.
type scene struct {
	name  string
	setup func(h *house)
	req   func(h *house) Request
}

func userFiles(h *house) {
	h.write(".codex/hooks.json", "{\n  // mine\n  \"n\": 1\n}\n")
	h.write(".codex/agents/mine.toml", "mine")
}

var scenes = []scene{
	{"install", userFiles, func(h *house) Request { return install(h.codex("1")) }},
	{"install into nothing", func(h *house) {}, func(h *house) Request { return install(h.deep("1"), h.cursor("1")) }},
	{
		"upgrade",
		func(h *house) { userFiles(h); h.run(install(h.codex("1"), h.cursor("1"))) },
		func(h *house) Request { return install(h.codex("2"), h.cursor("2")) },
	},
	{
		"uninstall",
		func(h *house) { userFiles(h); h.run(install(h.codex("1"))) },
		func(h *house) Request { return uninstall(h.codex("1")) },
	},
	{
		"uninstall all",
		func(h *house) { h.run(install(h.deep("1"), h.cursor("1"))) },
		func(h *house) Request { return uninstall(h.deep("1"), h.cursor("1")) },
	},
	{
		"replace",
		func(h *house) {
			userFiles(h)
			h.write(".codex/agents/a.toml", "the user's own")
			h.do(os.Symlink("mine.toml", h.path(".codex/agents/old.toml")))
		},
		func(h *house) Request { req := install(h.codex("1")); req.Policy = Replace; return req },
	},
	{
		"uninstall what replaced",
		func(h *house) {
			h.write(".codex/agents/a.toml", "the user's own")
			req := install(h.codex("1"))
			req.Policy = Replace
			h.run(req)
		},
		func(h *house) Request { return uninstall(h.codex("1")) },
	},
	{
		"put a twin aside",
		func(h *house) {
			userFiles(h)
			h.write(".codex/skills/gsd-help/SKILL.md", "the user's own")
		},
		func(h *house) Request { req := install(h.twins("1")); req.Policy = Replace; return req },
	},
	{
		"bring a twin back",
		func(h *house) {
			h.write(".codex/skills/gsd-help/SKILL.md", "the user's own")
			req := install(h.twins("1"))
			req.Policy = Replace
			h.run(req)
		},
		func(h *house) Request { return uninstall(h.twins("1")) },
	},
	{
		"install into a project",
		projectFiles,
		func(h *house) Request { return install(h.local("codex", "1"), h.local("cursor", "1")) },
	},
	{
		"upgrade in a project",
		func(h *house) { linkedFiles(h); h.run(install(h.local("codex", "1"), h.local("cursor", "1"))) },
		func(h *house) Request { return install(h.local("codex", "2"), h.local("cursor", "2")) },
	},
	{
		"uninstall from a project",
		func(h *house) { projectFiles(h); h.run(install(h.local("codex", "1"), h.local("cursor", "1"))) },
		func(h *house) Request { return uninstall(h.local("codex", "1"), h.local("cursor", "1")) },
	},
	{
		"repair",
		func(h *house) {
			userFiles(h)
			h.run(install(h.codex("1")))
			h.write(".codex/agents/a.toml", "edited")
			h.do(os.Remove(h.path(".agents/gsd/run.sh")))
		},
		func(h *house) Request { req := install(h.codex("1")); req.Repair = true; return req },
	},
}

// deep is the plan of a host whose folders are all missing, with a single
// file in the home.
func (h *house) deep(version string) (p *plan.Plan) {
	p = h.pack("deep", version, h.mount("deep", ".config/deep/er"), h.mount("agents", ".agents"), h.file("home", "AGENTS.json", "deep"))
	addShared(p, version)
	add(p, "deep", "commands/x/y.md", "y "+version)
	addHook(p, "home", "AGENTS.json", "run "+version)
	return p
}

// Whatever happens at any call, the next run ends in the old tree or the new one, and
// user files are whole all the time.
func TestCrash(t *testing.T) {
	for _, sc := range scenes {
		t.Run(sc.name, func(t *testing.T) {
			h := newHouse(t)
			sc.setup(h)
			before := h.tree()
			h.run(sc.req(h))
			after := h.tree()
			calls := 0
			for i, how := range faults {
				if testing.Short() && i%2 == 1 {
					continue
				}
				for n := 1; ; n++ {
					h := newHouse(t)
					sc.setup(h)
					if !sc.disturb(h, how, n, before, after) {
						calls += n - 1
						break
					}
				}
			}
			t.Logf("%d calls disturbed", calls)
		})
	}
}

// disturb reports whether there was an n-th call.
func (sc scene) disturb(h *house, how string, n int, before, after []string) bool {
	h.t.Helper()
	var err error
	hit := with(how, n, func() { _, err = run(sc.req(h)) })
	if hit == "" {
		return false
	}
	at := fmt.Sprintf("%s at call %d (%s)", how, n, hit)
	if _, goesOn := refusing[how]; err == nil && how != "error after" && !goesOn {
		h.t.Errorf("%s: no error", at)
	}
	whole(h, at, before, after)
	var mounts []plan.Mount
	req := sc.req(h)
	mounts = append(mounts, req.Mounts...)
	for _, p := range req.Plans {
		mounts = append(mounts, p.Mounts...)
	}
	killed := left(h.t, mounts)
	recovered, _, err := Recover(mounts)
	if err != nil {
		h.t.Fatalf("%s: recover: %v", at, err)
	}
	if killed != recovered {
		h.t.Errorf("%s: something to recover was seen: %v, and was there: %v", at, killed, recovered)
	}
	if left(h.t, mounts) {
		h.t.Errorf("%s: something to recover is still there", at)
	}
	if got := h.tree(); !slices.Equal(got, before) && !slices.Equal(got, after) {
		h.t.Fatalf("%s: after recover the tree is a mix: against the old (-) and the new one:\n%s\n%s", at, cmp.Diff(before, got), cmp.Diff(after, got))
	}
	if _, err := run(sc.req(h)); err != nil {
		h.t.Fatalf("%s: run again: %v", at, err)
	}
	h.same(at+": after running it again", h.tree(), after)
	return !h.t.Failed()
}

// whole checks that each file of the user's has its old or its new bytes.
func whole(h *house, at string, before, after []string) {
	h.t.Helper()
	for _, name := range []string{".codex/hooks.json", "AGENTS.json", ".codex/agents/mine.toml", "AGENTS.md", "CLAUDE.md", ".mcp.json", "notes.txt"} {
		info, err := os.Lstat(h.path(name))
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		b, err := os.ReadFile(h.path(name))
		h.do(err)
		line := []byte(fmt.Sprintf(" %q", b))
		found := slices.ContainsFunc(slices.Concat(before, after), func(l string) bool {
			return bytes.HasPrefix([]byte(l), []byte(name+" ")) && bytes.HasSuffix([]byte(l), line)
		})
		if !found {
			h.t.Errorf("%s: %s is neither old nor new: %q", at, name, b)
		}
	}
}
