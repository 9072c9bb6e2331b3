package emit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// tamperings are what users do to a file of ours, each with what it leaves to see.
var tamperings = map[string]func(h *house, name string){
	"edited":  func(h *house, name string) { h.write(name, "the user's words") },
	"chmod":   func(h *house, name string) { h.do(os.Chmod(h.path(name), 0o700)) },
	"deleted": func(h *house, name string) { h.do(os.Remove(h.path(name))) },
	"link": func(h *house, name string) {
		h.write("dot/file", "the user's words")
		h.do(os.Remove(h.path(name)))
		h.do(os.Symlink(h.path("dot/file"), h.path(name)))
	},
	"emptied": func(h *house, name string) { h.write(name, "") },
}

// find reports whether some file below the home holds the text.
func (h *house) find(text string) bool {
	return slices.ContainsFunc(h.tree(), func(l string) bool { return strings.HasSuffix(l, fmt.Sprintf(" %q", text)) })
}

// Whatever a user did to a file of ours, and whatever is done next, what they made of
// it is still somewhere.
func TestUserEditsAreNeverLost(t *testing.T) {
	const name = ".codex/agents/a.toml"
	nexts := map[string]func(h *house) Request{
		"install again": func(h *house) Request { return install(h.codex("1")) },
		"upgrade":       func(h *house) Request { return install(h.codex("2")) },
		"repair":        func(h *house) Request { r := install(h.codex("1")); r.Repair = true; return r },
		"uninstall":     func(h *house) Request { return uninstall(h.codex("1")) },
	}
	for what, tamper := range tamperings {
		for next, req := range nexts {
			for _, policy := range []Policy{"", Keep, Replace, Stop} {
				h := newHouse(t)
				h.run(install(h.codex("1")))
				tamper(h, name)
				before := h.times()
				at := fmt.Sprintf("%s, then %s with %q", what, next, policy)
				r := req(h)
				r.Policy = policy
				got, err := run(r)
				if errors.Is(err, ErrStopped) && policy == Stop {
					h.same(at, h.times(), before)
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", at, err)
					continue
				}
				c := action(t, got, "agents/a.toml")
				switch {
				case what == "deleted" || what == "chmod" && next == "uninstall":
					continue // nothing of the user's is in it
				case what == "edited" && !h.find("the user's words"), what == "link" && !h.find("the user's words"):
					t.Errorf("%s: the edit is lost (%v)", at, c)
				case (policy == "" || policy == Keep) && next != "repair" && c.Action != plan.Conflict:
					t.Errorf("%s: %v is no conflict", at, c)
				case c.Backup != "" && h.lstat(".codex/"+c.Backup) == "":
					t.Errorf("%s: nothing in %s", at, c.Backup)
				case what == "link" && c.Action == plan.Conflict && !strings.HasPrefix(h.lstat(name), "L"):
					t.Errorf("%s: the link is %s", at, h.lstat(name))
				case what == "emptied" && c.Action == plan.Conflict && h.read(name) != "":
					t.Errorf("%s: the file is no longer empty", at)
				}
				if what == "link" && h.read("dot/file") != "the user's words" {
					t.Errorf("%s: it wrote through the link", at)
				}
			}
		}
	}
}

func (h *house) lstat(name string) string {
	h.t.Helper()
	info, err := os.Lstat(h.path(name))
	h.do(err)
	return info.Mode().String()
}

// What was put aside as foreign comes back as it was, time and mode included.
func TestReplaceThenUninstall(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/agents/a.toml", "foreign")
	h.do(os.Chmod(h.path(".codex/agents/a.toml"), 0o600))
	h.do(os.Symlink("a.toml", h.path(".codex/agents/old.toml")))
	h.write(".agents/gsd/run.sh", "#!/bin/sh\n# 1")
	h.do(os.Chmod(h.path(".agents/gsd/run.sh"), 0o755)) // equal: the user's, and stays
	before, files := h.tree(), h.fileTimes()
	kept := h.run(install(h.codex("1")))
	if len(kept.conflicts()) != 2 || h.read(".codex/agents/a.toml") != "foreign" {
		t.Errorf("kept: %v", kept.conflicts())
	}
	req := install(h.codex("1"))
	req.Policy = Replace
	h.run(req)
	if h.read(".codex/agents/a.toml") != "agent 1" || h.read(".codex/agents/old.toml") != "only in 1" {
		t.Errorf("not replaced: %v", h.tree())
	}
	if got := h.run(install(h.codex("1"))); !got.empty() {
		t.Errorf("a second install has something to do: %v", got.Changes)
	}
	h.run(install(h.codex("2"))) // old.toml is no longer wanted, and the link comes back
	if got := h.lstat(".codex/agents/old.toml"); !strings.HasPrefix(got, "L") {
		t.Errorf("old.toml is %s", got)
	}
	h.run(uninstall(h.codex("2")))
	h.same("uninstall", h.tree(), before)
	h.same("times of files", h.fileTimes(), files)
}

// fileTimes are the lines of times that are about files.
func (h *house) fileTimes() []string {
	return slices.DeleteFunc(h.times(), func(l string) bool { return strings.Contains(l, " d") })
}

func TestAskAboutEach(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/agents/a.toml", "one")
	h.write(".codex/agents/old.toml", "two")
	req := install(h.codex("1"))
	var asked []string
	req.Decide = func(c plan.Change, have, want []byte) Policy {
		asked = append(asked, fmt.Sprintf("%s: %s, %s", c.Path, have, want))
		if c.Path == "agents/a.toml" {
			return Replace
		}
		return ""
	}
	h.run(req)
	if want := []string{"agents/a.toml: one, agent 1", "agents/old.toml: two, only in 1"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q", asked)
	}
	if h.read(".codex/agents/a.toml") != "agent 1" || h.read(".codex/agents/old.toml") != "two" {
		t.Errorf("answers were not heeded: %v", h.tree())
	}
}

// An edit made between Diff and Apply is not overwritten.
func TestEditWhileUnderWay(t *testing.T) {
	edits := map[string]string{
		".codex/agents/a.toml":   "agents/a.toml",
		".codex/agents/old.toml": "agents/old.toml",
		".codex/hooks.json":      "hooks.json",
		".agents/gsd/run.sh":     "gsd/run.sh",
	}
	for name, path := range edits {
		for next, req := range map[string]func(h *house) Request{
			"upgrade":   func(h *house) Request { return install(h.codex("2")) },
			"uninstall": func(h *house) Request { return uninstall(h.codex("1")) },
		} {
			h := newHouse(t)
			userFiles(h)
			h.run(install(h.codex("1")))
			r, err := Diff(req(h))
			h.do(err)
			text := h.read(name) + "\n// words\n"
			h.write(name, text)
			h.do(r.Apply(context.Background()))
			if h.read(name) != text {
				t.Errorf("%s during %s: it holds %q", name, next, h.read(name))
			}
			if c := action(t, r, path); c.Action != plan.Conflict {
				t.Errorf("%s during %s: %v", name, next, c)
			}
			h.run(install(h.codex("2"))) // goes on as if it had been edited before
			if !strings.Contains(h.read(name), "// words") {
				t.Errorf("%s after %s and another run: %q", name, next, h.read(name))
			}
			h.run(uninstall(h.codex("2")))
			if name == ".codex/hooks.json" && h.read(name) != "{\n  // mine\n  \"n\": 1\n}\n\n// words\n" {
				t.Errorf("hooks.json after %s and uninstall: %q", next, h.read(name))
			}
		}
	}
}

// An edit made between a crash and its recovery is not lost either.
func TestEditAfterCrash(t *testing.T) {
	for _, name := range []string{".codex/agents/a.toml", ".codex/hooks.json", ".codex/agents/old.toml"} {
		for n := 1; ; n++ {
			h := newHouse(t)
			userFiles(h)
			h.run(install(h.codex("1")))
			hit := with("kill after", n, func() { run(install(h.codex("2"))) })
			if hit == "" {
				break
			}
			if !h.has(name) {
				continue
			}
			text := h.read(name) + "\n// words\n"
			h.write(name, text)
			h.run(install(h.codex("2")))
			at := fmt.Sprintf("%s after a kill at %s", name, hit)
			if !strings.Contains(h.read(name), "// words") {
				t.Errorf("%s: %q", at, h.read(name))
			}
			h.run(uninstall(h.codex("2")))
			if name == ".codex/hooks.json" && h.read(name) != "{\n  // mine\n  \"n\": 1\n}\n\n// words\n" {
				t.Errorf("%s, uninstalled: %q", at, h.read(name))
			}
		}
	}
}

func TestUserFileKeepsModeAndOwner(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	name := h.path(".codex/hooks.json")
	h.do(os.Chmod(name, 0o606))
	root := os.Geteuid() == 0
	if root {
		h.do(os.Chown(name, 12, 34))
	}
	check := func(when string) {
		t.Helper()
		info, err := os.Stat(name)
		h.do(err)
		if o := ownerOf(info); info.Mode() != 0o606 || root && o != (owner{12, 34}) {
			t.Errorf("%s: mode %v, owner %v", when, info.Mode(), o)
		}
	}
	h.run(install(h.codex("1")))
	check("install")
	h.run(uninstall(h.codex("1")))
	check("uninstall")
}

// A config file that is a link within its folder stays one.
func TestUserFileBehindALink(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/real/h.json", "{}\n")
	h.do(os.Symlink("real/h.json", h.path(".codex/hooks.json")))
	before := h.tree()
	h.run(install(h.codex("1")))
	if got := h.lstat(".codex/hooks.json"); !strings.HasPrefix(got, "L") || !strings.Contains(h.read(".codex/real/h.json"), "run 1") {
		t.Errorf("hooks.json is %s and leads to %q", got, h.read(".codex/real/h.json"))
	}
	first := h.times()
	h.run(install(h.codex("1")))
	h.same("second install", h.times(), first)
	h.run(uninstall(h.codex("1")))
	h.same("uninstall", h.tree(), before)
}

// A folder that is a link within its mount is used.
func TestFolderBehindALink(t *testing.T) {
	h := newHouse(t)
	h.do(os.MkdirAll(h.path(".codex/mine"), 0o755))
	h.do(os.Symlink("mine", h.path(".codex/agents")))
	before := h.tree()
	h.run(install(h.codex("1")))
	if h.read(".codex/mine/a.toml") != "agent 1" {
		t.Error("it is not there")
	}
	h.run(uninstall(h.codex("1")))
	h.same("uninstall", h.tree(), before)
}

// A path that was a file of ours may become a folder in the next version, and back.
func TestFileBecomesFolderAndBack(t *testing.T) {
	h := newHouse(t)
	before := h.tree()
	one, two := h.pack("codex", "1", h.mount("codex", ".codex")), h.pack("codex", "2", h.mount("codex", ".codex"))
	add(one, "codex", "x/thing", "a file")
	add(two, "codex", "x/thing/deep/er", "in a folder")
	h.run(install(one))
	h.run(install(two))
	if h.read(".codex/x/thing/deep/er") != "in a folder" {
		t.Error("no folder")
	}
	h.run(install(one))
	if h.read(".codex/x/thing") != "a file" {
		t.Error("no file")
	}
	h.run(install(two))
	h.write(".codex/x/thing/mine", "mine")
	if _, err := run(install(one)); err == nil || !strings.Contains(err.Error(), "it is a directory") {
		t.Errorf("with a file of the user's in the folder: %v", err)
	}
	h.do(os.Remove(h.path(".codex/x/thing/mine")))
	h.run(uninstall(two))
	h.same("uninstall", h.tree(), before)
}

func TestFoldersWithForeignFilesStay(t *testing.T) {
	h := newHouse(t)
	h.run(install(h.codex("1")))
	h.write(".agents/skills/gsd-help/notes.md", "mine")
	h.run(uninstall(h.codex("1")))
	want := []string{".agents", ".agents/skills", ".agents/skills/gsd-help", ".agents/skills/gsd-help/notes.md"}
	var got []string
	h.do(filepath.WalkDir(h.path(".agents"), func(p string, _ os.DirEntry, err error) error {
		rel, _ := filepath.Rel(h.dir, p)
		got = append(got, rel)
		return err
	}))
	if !slices.Equal(got, want) {
		t.Errorf("left is %v", got)
	}
}
