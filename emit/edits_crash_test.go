package emit

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// The scenes of what was put aside.
func init() {
	edit := func(h *house) {
		userFiles(h)
		h.run(install(h.codex("1")))
		h.write(edited1, "edited")
	}
	scenes = append(scenes,
		scene{"uninstall what was edited", edit, func(h *house) Request {
			req := uninstall(h.codex("1"))
			req.Policy, req.Pristine = Replace, rendered(h.codex("1"))
			return req
		}},
		scene{"restore over another edit", func(h *house) {
			edit(h)
			h.run(repair(h.codex("1")))
			h.write(edited1, "a second edit")
		}, oldest},
		scene{"restore what was uninstalled", func(h *house) {
			edit(h)
			req := uninstall(h.codex("1"))
			req.Policy, req.Pristine = Replace, rendered(h.codex("1"))
			h.run(req)
		}, oldest},
	)
}

// oldest brings back what was put aside with the words "edited"; once it is back, nothing.
func oldest(h *house) Request {
	p := h.codex("1")
	req := Request{Mounts: p.Mounts, Pristine: rendered(p)}
	for _, b := range h.backups(p, "agents/a.toml") {
		if h.read(".codex/"+b.Name) == "edited" {
			req.Restore = &b
		}
	}
	return req
}

// An edit made between a crash and its recovery is not lost either, whatever was done to
// which file at which call of which run, and whatever comes after. Nor is one made before.
func TestTamperedAfterCrash(t *testing.T) {
	const name = ".codex/agents/a.toml"
	runs := map[string]func(h *house) Request{
		"upgrade":   func(h *house) Request { return install(h.codex("2")) },
		"uninstall": func(h *house) Request { return uninstall(h.codex("1")) },
		"repair":    func(h *house) Request { return repair(h.codex("1")) },
		"restore":   oldest,
	}
	for what, runReq := range runs {
		for _, how := range []string{"edited", "link", "chmod"} {
			for _, policy := range []Policy{Keep, Replace} {
				for n := 1; ; n++ {
					h := newHouse(t)
					h.run(install(h.codex("1")))
					if what == "restore" {
						h.write(name, "edited")
						h.run(repair(h.codex("1")))
					}
					h.write(name, "the first edit")
					req := runReq(h)
					req.Policy, req.Pristine = Replace, rendered(h.codex("1"))
					hit := with("kill after", n, func() { run(req) })
					if hit == "" {
						break
					}
					if h.has(name) {
						tamperings[how](h, name)
					} else if how == "edited" {
						h.write(name, "the user's words")
					}
					at := fmt.Sprintf("%s, killed at %s, %s, then %q", what, hit, how, policy)
					_, _, err := Recover(h.codex("1").Mounts)
					h.do(err)
					req = runReq(h)
					req.Policy, req.Pristine = policy, rendered(h.codex("1"))
					if _, err := run(req); err != nil {
						t.Fatalf("%s: %v", at, err)
					}
					if how == "edited" && !h.find("the user's words") || how == "link" && h.has("dot/file") && !h.links(name) {
						t.Fatalf("%s: the edit is lost:\n%s", at, strings.Join(h.tree(), "\n"))
					}
					// What is tampered with is the first edit itself, or what has come in its place.
					if how == "chmod" && !h.find("the first edit") || what == "restore" && !h.find("edited") && how == "chmod" {
						t.Fatalf("%s: the first edit is lost:\n%s", at, strings.Join(h.tree(), "\n"))
					}
				}
			}
		}
	}
}

// links reports whether the link of the tamperings is at the path, or put aside for it.
func (h *house) links(name string) bool {
	target := " -> " + h.path("dot/file")
	return slices.ContainsFunc(h.tree(), func(l string) bool {
		return strings.HasSuffix(l, target) && (strings.HasPrefix(l, name+" ") || strings.Contains(l, "/backup/edited/agents/a.toml."))
	})
}

// A copy that was put aside may be read by its owner only, whoever reads our files.
func TestBackupsAreTheOwners(t *testing.T) {
	h := newHouse(t)
	p := h.codex("1")
	h.run(install(p))
	h.write(edited1, "mine")
	h.do(os.Chmod(h.path(edited1), 0o600))
	h.run(repair(p))
	for _, b := range h.backups(p, "agents/a.toml") {
		if h.lstat(".codex/"+b.Name) != "-rw-------" || h.lstat(".codex/.gsd-install/backup") != "drwx------" {
			t.Errorf("%s: %s in %s", b.Name, h.lstat(".codex/"+b.Name), h.lstat(".codex/.gsd-install/backup"))
		}
	}
}
