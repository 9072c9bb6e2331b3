package emit

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

// house is a home directory to try things in.
type house struct {
	t   testing.TB
	dir string
}

func newHouse(t testing.TB) *house {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "house")
	if err != nil {
		dir = t.TempDir() // slower, since this one has to be made durable
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	return &house{t, dir}
}

func (h *house) path(name string) string { return filepath.Join(h.dir, filepath.FromSlash(name)) }

// write makes the file, and the folders above it.
func (h *house) write(name, text string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Dir(h.path(name)), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(h.path(name), []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) read(name string) string {
	h.t.Helper()
	b, err := os.ReadFile(h.path(name))
	if err != nil {
		h.t.Fatal(err)
	}
	return string(b)
}

func (h *house) has(name string) bool {
	_, err := os.Lstat(h.path(name))
	return err == nil
}

func (h *house) do(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// tree lists everything below the home, a line each: path, mode, and content.
func (h *house) tree() []string { return h.list(false) }

// times is tree with modification times.
func (h *house) times() []string { return h.list(true) }

func (h *house) list(times bool) []string {
	h.t.Helper()
	var lines []string
	err := filepath.WalkDir(h.dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(h.dir, p)
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s %v", filepath.ToSlash(rel), info.Mode())
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, _ := os.Readlink(p)
			line += " -> " + target
		case info.Mode().IsRegular():
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			line += fmt.Sprintf(" %q", b)
		}
		if times {
			line += " " + info.ModTime().String()
		}
		lines = append(lines, line)
		return nil
	})
	h.do(err)
	return lines
}

// visible leaves out what lies in state folders.
func visible(tree []string) []string {
	var lines []string
	for _, line := range tree {
		if !strings.Contains(line, stateDir) {
			lines = append(lines, line)
		}
	}
	return lines
}

func (h *house) same(what string, got, want []string) {
	h.t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		h.t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// mount is the folder of the home as a mount with the id.
func (h *house) mount(id, dir string) plan.Mount {
	return plan.Mount{
		ID: id, Dir: h.path(dir), Shown: "~/" + dir, Store: id, Lock: h.dir, Shared: id == "agents",
	}
}

// file is the single file of the home as a mount.
func (h *house) file(id, name, store string) plan.Mount {
	return plan.Mount{ID: id, Dir: h.dir, Only: name, Shown: "~", Store: store, Lock: h.dir}
}

// pack starts the plan of a host.
func (h *house) pack(host, version string, mounts ...plan.Mount) *plan.Plan {
	return &plan.Plan{
		Host: host, Scope: plan.Global, Mounts: mounts,
		Pack: plan.PackRef{Prefix: "gsd", Name: "gsd", Version: version, Source: "builtin", Integrity: "sha256-" + version, Profile: "full"},
	}
}

func add(p *plan.Plan, mount, path, text string) {
	mode := fs.FileMode(0o644)
	if strings.HasSuffix(path, ".sh") {
		mode = 0o755
	}
	p.Artifacts = append(p.Artifacts, plan.Artifact{
		Mount: mount, Path: path, Kind: "payload", Data: []byte(text), Sum: plan.SumOf([]byte(text)), Mode: mode,
		Rule: "copy", Sources: []plan.Source{{Path: "src/" + path}},
	})
}

func addHook(p *plan.Plan, mount, path, command string) {
	value, _ := json.Marshal(map[string]string{"command": command})
	p.Edits = append(p.Edits, plan.Edit{
		Mount: mount, Path: path, Format: plan.JSON, Rule: "hook", Sources: []plan.Source{{Path: "hooks.json"}},
		Ops: []plan.Op{{Kind: plan.Append, Key: []string{"hooks", "Stop"}, Value: value}},
	})
}

// codex is the plan of a host with its own folder and a shared one.
func (h *house) codex(version string) *plan.Plan {
	p := h.pack("codex", version, h.mount("codex", ".codex"), h.mount("agents", ".agents"))
	addShared(p, version)
	add(p, "codex", "agents/a.toml", "agent "+version)
	addHook(p, "codex", "hooks.json", "run "+version)
	if version == "1" {
		add(p, "codex", "agents/old.toml", "only in 1")
	} else {
		add(p, "codex", "more/deep/new.toml", "only in "+version)
	}
	return p
}

// cursor shares a folder with codex.
func (h *house) cursor(version string) *plan.Plan {
	p := h.pack("cursor", version, h.mount("cursor", ".cursor"), h.mount("agents", ".agents"))
	addShared(p, version)
	add(p, "cursor", "agents/a.md", "agent "+version)
	return p
}

func addShared(p *plan.Plan, version string) {
	add(p, "agents", "skills/gsd-help/SKILL.md", "help "+version)
	add(p, "agents", "skills/gsd-same/SKILL.md", "same in all")
	add(p, "agents", "gsd/run.sh", "#!/bin/sh\n# "+version)
}

// run is one whole run, as a command makes it.
func run(req Request) (*Run, error) {
	mounts := req.Mounts
	for _, p := range req.Plans {
		mounts = append(mounts, p.Mounts...)
	}
	lock, err := Lock(context.Background(), mounts, nil)
	if err != nil {
		return nil, err
	}
	defer lock.Unlock()
	if _, _, err := Recover(mounts); err != nil {
		return nil, err
	}
	r, err := Diff(req)
	if err != nil {
		return nil, err
	}
	return r, r.Apply(context.Background())
}

func install(plans ...*plan.Plan) Request {
	var req Request
	for _, p := range plans {
		req.Plans = append(req.Plans, *p)
	}
	return req
}

// uninstall is the request to uninstall what a plan has installed.
func uninstall(plans ...*plan.Plan) Request {
	var req Request
	for _, p := range plans {
		req.Leave = append(req.Leave, Claim{Host: p.Host})
		req.Mounts = append(req.Mounts, p.Mounts...)
	}
	return req
}

func (h *house) run(req Request) *Run {
	h.t.Helper()
	r, err := run(req)
	h.do(err)
	return r
}

// action returns the change at a path.
func action(t testing.TB, r *Run, path string) plan.Change {
	t.Helper()
	for _, c := range r.Changes {
		if c.Path == path {
			return c
		}
	}
	t.Fatalf("no change at %s", path)
	return plan.Change{}
}
