package emit

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

func TestFileMount(t *testing.T) {
	h := newHouse(t)
	h.write("AGENTS.json", "{\"mine\": 1}")
	before := h.tree()
	p := h.deep("1")
	add(p, "deep", "own.md", "own")
	h.run(install(p))
	first := h.times()
	if r := h.run(install(p)); !r.empty() {
		t.Errorf("the second install has something to do: %v", r.Changes)
	}
	h.same("second install", h.times(), first)
	h.run(uninstall(p))
	h.same("uninstall", h.tree(), before)

	add(p, "home", "other.txt", "x")
	if _, err := run(install(p)); err == nil || !strings.Contains(err.Error(), "only AGENTS.json may be opened") {
		t.Errorf("another name in a file mount: %v", err)
	}
	h.same("refused", h.tree(), before)
}

// A whole file in a file mount is copied, since a rename cannot cross roots.
func TestArtifactInFileMount(t *testing.T) {
	h := newHouse(t)
	p := h.pack("deep", "1", h.mount("deep", ".deep"), h.file("home", "AGENTS.md", "deep"))
	add(p, "home", "AGENTS.md", "ours")
	h.write("AGENTS.md", "theirs")
	before := h.tree()
	req := install(p)
	req.Policy = Replace
	h.run(req)
	if h.read("AGENTS.md") != "ours" {
		t.Errorf("AGENTS.md is %q", h.read("AGENTS.md"))
	}
	h.run(uninstall(p))
	h.same("uninstall", h.tree(), before)
}

// A link in the place of a single file is refused, and stays at uninstall.
func TestLinkInFileMount(t *testing.T) {
	h := newHouse(t)
	p := h.pack("deep", "1", h.mount("deep", ".deep"), h.file("home", "AGENTS.md", "deep"))
	add(p, "home", "AGENTS.md", "ours")
	h.write("other.md", "theirs")
	h.do(os.Symlink("other.md", h.path("AGENTS.md")))
	before := h.times()
	for _, policy := range []Policy{Keep, Replace} {
		req := install(p)
		req.Policy = policy
		if _, err := run(req); !errors.Is(err, confine.ErrEscape) {
			t.Errorf("%s: error is %v", policy, err)
		}
		h.same("refused", h.times(), before)
	}
	h.do(os.Remove(h.path("AGENTS.md")))
	h.run(install(p))
	h.do(os.Remove(h.path("AGENTS.md")))
	h.do(os.Symlink("other.md", h.path("AGENTS.md")))
	req := uninstall(p)
	req.Policy = Replace
	h.run(req)
	if !strings.HasPrefix(h.lstat("AGENTS.md"), "L") || h.read("other.md") != "theirs" || h.has(".deep") {
		t.Errorf("after uninstall: %v", h.tree())
	}
}

// Where a folder lies on another file system, files are copied instead of renamed.
func TestAcrossFileSystems(t *testing.T) {
	across := func(op, name string, do func() error) error {
		if op == "rename" && strings.Contains(name, "/agents/") {
			return &os.LinkError{Op: "rename", Old: "x", New: name, Err: syscall.EXDEV}
		}
		return do()
	}
	inject = across
	defer func() { inject = nil }()
	h := newHouse(t)
	userFiles(h)
	h.write(".codex/agents/a.toml", "theirs")
	h.do(os.Chmod(h.path(".codex/agents/a.toml"), 0o640))
	before := h.tree()
	req := install(h.codex("1"))
	req.Policy = Replace
	h.run(req)
	if h.read(".codex/agents/a.toml") != "agent 1" || h.lstat(".codex/agents/a.toml") != "-rw-r--r--" {
		t.Errorf("a.toml is %q, %s", h.read(".codex/agents/a.toml"), h.lstat(".codex/agents/a.toml"))
	}
	h.run(install(h.codex("2")))
	h.run(uninstall(h.codex("2")))
	h.same("uninstall", h.tree(), before)

	h.do(os.Remove(h.path(".codex/agents/a.toml")))
	h.do(os.Symlink("mine.toml", h.path(".codex/agents/a.toml")))
	r := h.run(req)
	if c := action(t, r, "agents/a.toml"); c.Action != plan.Conflict || !strings.HasPrefix(h.lstat(".codex/agents/a.toml"), "L") {
		t.Errorf("a link that cannot be moved: %v, %s", c, h.lstat(".codex/agents/a.toml"))
	}
}
