package emit

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// The directory of a project, of which only some files may be opened.

func projectFiles(h *house) {
	h.write("AGENTS.md", "# Mine\n")
	h.write("notes.txt", "mine")
}

// linkedFiles are those of a project whose AGENTS.md is a link.
func linkedFiles(h *house) {
	h.write("CLAUDE.md", "# Mine\n")
	h.do(os.Symlink("CLAUDE.md", h.path("AGENTS.md")))
}

// project is the home as the mount of a project's own files.
func (h *house) project() plan.Mount {
	return plan.Mount{
		ID: "project", Dir: h.dir, Names: []string{"AGENTS.md", ".mcp.json", "GEMINI.md"}, Shown: ".", Store: "project", Lock: h.dir, Shared: true,
	}
}

// local is the plan of a host that puts pieces into files of a project.
func (h *house) local(host, version string) *plan.Plan {
	p := h.pack(host, version, h.mount(host, "."+host), h.project())
	p.Scope = plan.Local
	add(p, host, "agents/a.md", "agent "+version)
	text, _ := json.Marshal("rules " + version)
	server, _ := json.Marshal(map[string]string{"command": "run " + version})
	p.Edits = append(p.Edits,
		plan.Edit{Mount: "project", Path: ".mcp.json", Format: plan.JSON, Rule: "mcp-server", Ops: []plan.Op{{Kind: plan.Set, Key: []string{"mcpServers", "docs"}, Value: server}}},
		plan.Edit{Mount: "project", Path: "AGENTS.md", Format: plan.Block, Rule: "marked-block", Ops: []plan.Op{{Kind: plan.Insert, Key: []string{"gsd"}, Value: text}}},
	)
	return p
}

// Several hosts put the same pieces into the files of a project; whoever leaves, the others
// have theirs, and the last one leaves nothing.
func TestProjectFiles(t *testing.T) {
	hosts := []string{"claude", "codex", "cursor"}
	for seed := range 12 {
		h := newHouse(t)
		if seed%2 == 0 {
			projectFiles(h)
		}
		before := h.tree()
		in, out := order(hosts, seed), order(hosts, seed/2+1)
		for _, host := range in {
			h.run(install(h.local(host, "1")))
		}
		joint := newHouse(t)
		if seed%2 == 0 {
			projectFiles(joint)
		}
		joint.run(install(joint.local("claude", "1"), joint.local("codex", "1"), joint.local("cursor", "1")))
		h.same("one by one", visible(h.tree()), visible(joint.tree()))
		for i, host := range out {
			for _, stays := range out[i:] {
				for _, c := range h.verify(h.local(stays, "1")) {
					if c.Action != plan.Keep {
						t.Errorf("seed %d: %s: %v", seed, stays, c)
					}
				}
			}
			h.run(uninstall(h.local(host, "1")))
		}
		h.same("uninstall", h.tree(), before)
	}
}

// order is a permutation that depends on the seed alone.
func order(words []string, seed int) []string {
	words = append([]string{}, words...)
	for i := len(words) - 1; i > 0; i-- {
		j := seed % (i + 1)
		seed /= i + 1
		words[i], words[j] = words[j], words[i]
	}
	return words
}

// A ledger in a project that was cloned may name any file of it, and so may a journal:
// neither is believed beyond the names that may be opened.
func TestHostileProject(t *testing.T) {
	for _, name := range []string{"notes.txt", "src/main.go", "AGENTS.md/x", ".AGENTS.md1111111111111111"} {
		for what, ledger := range map[string]*Ledger{
			"record":    {Schema: 1, Packs: []Pack{{Hosts: []string{"codex"}}}, Records: []Record{{Path: name, Sum: plan.SumOf([]byte("mine")), Mode: 0o644, Claims: []Claim{{"codex", "gsd"}}}}},
			"emptied":   {Schema: 1, Records: []Record{{Path: name, Backup: "foreign/x", Claims: []Claim{{"codex", "gsd"}}}}},
			"edit":      {Schema: 1, Edits: []Edit{{Path: name, Format: plan.Block, Stack: []Owner{{Claim: Claim{"codex", "gsd"}}}}}},
			"directory": {Schema: 1, Dirs: []string{"empty"}, Records: []Record{{Path: "AGENTS.md", Sum: plan.SumOf([]byte("# Mine\n")), Mode: 0o644, Claims: []Claim{{"codex", "gsd"}}}}},
			"made":      {Schema: 1, Made: 1, Edits: []Edit{{Path: "AGENTS.md", Format: plan.Block, Stack: []Owner{{Claim: Claim{"codex", "gsd"}}}}}},
			"link":      {Schema: 1, Links: []Link{{Path: name, Target: "/"}}},
		} {
			h := newHouse(t)
			projectFiles(h)
			h.write("src/main.go", "mine")
			h.write("empty/x", "")
			h.write(".gsd-install/ledger.json", string(ledger.encode()))
			before := h.tree()
			for _, req := range []Request{install(h.local("codex", "1")), uninstall(h.local("codex", "1"))} {
				if _, err := run(req); err == nil || !errors.Is(err, ErrLedger) {
					t.Errorf("%s of %s: %v", what, name, err)
				}
				h.same(what+" of "+name, h.tree(), before)
			}
		}
	}
}

// Likewise with a journal, which recovery would follow.
func TestHostileProjectJournal(t *testing.T) {
	for name, s := range map[string]step{
		"remove":  {Do: doRemove, Path: "notes.txt", Have: fileState(plan.SumOf([]byte("mine")), false)},
		"put":     {Do: doPut, Path: "src/main.go", From: stagePath + "/0", Want: fileState(plan.SumOf([]byte("x")), false)},
		"write":   {Do: doWrite, Path: "notes.txt", From: stagePath + "/0", Have: fileState(plan.SumOf([]byte("mine")), false), Want: fileState(plan.SumOf([]byte("x")), false), Edit: true},
		"aside":   {Do: doAside, Path: "notes.txt", From: backupPath + "/x", Have: fileState(plan.SumOf([]byte("mine")), false)},
		"mkdir":   {Do: doMkdir, Path: "new"},
		"prune":   {Do: doPrune, Path: "empty"},
		"renamed": {Do: doRemove, Path: "notes.txt", Name: "AGENTS.md", Have: fileState(plan.SumOf([]byte("mine")), false), Edit: true},
	} {
		t.Run(name, func(t *testing.T) {
			for _, withMount := range []bool{true, false} {
				h := newHouse(t)
				projectFiles(h)
				h.do(os.Mkdir(h.path("empty"), 0o755))
				h.write(".codex/x", "x")
				home := h.dir
				j := journal{Schema: 1, Run: "r", Sites: []site{{Dir: h.dir, Lock: h.dir}}, Steps: []step{s}}
				h.write(".gsd-install/journal.json", string(encodeJSON(j)))
				h.write(".gsd-install/pointer.json", string(encodeJSON(pointer{Schema: 1, Run: "r", Journal: home})))
				h.write(".gsd-install/stage/0", "x")
				before := visible(h.tree())
				mounts := []plan.Mount{h.mount("codex", ".codex"), h.project()}
				if !withMount {
					// A pointer in another folder of the project leads there.
					h.write(".codex/.gsd-install/pointer.json", string(encodeJSON(pointer{Schema: 1, Run: "r", Journal: home})))
					j.Sites = append(j.Sites, site{Dir: h.path(".codex"), Lock: h.dir, Store: 1})
					h.write(".gsd-install/journal.json", string(encodeJSON(j)))
					mounts = mounts[:1]
				}
				if _, _, err := Recover(mounts); err == nil {
					t.Error("it was believed")
				}
				h.same(name, visible(h.tree()), before)
			}
		})
	}
}

// A project may have one file under several names. What hosts put into any of them is one
// stack, and the link stays; a link to anything else is not written through.
func TestProjectLinks(t *testing.T) {
	other := func(h *house, version string) *plan.Plan {
		p := h.local("gemini", version)
		p.Edits[1].Path = "GEMINI.md"
		return p
	}
	for name, c := range map[string]struct {
		link, target string
		refused      bool
	}{
		"to another name":       {"GEMINI.md", "AGENTS.md", false},
		"to a file beside it":   {"AGENTS.md", "CLAUDE.md", false},
		"to another kind":       {"AGENTS.md", "main.go", true},
		"to a file below":       {"AGENTS.md", "src/x.md", true},
		"to a hidden one":       {"AGENTS.md", ".x.md", true},
		"to our records":        {".mcp.json", ".gsd-install/ledger.json", true},
		"to an absolute path":   {"AGENTS.md", "/etc/x.md", true},
		"to one that is a link": {"AGENTS.md", "second.md", true},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			for _, f := range []string{"AGENTS.md", "CLAUDE.md", "main.go", "src/x.md", ".x.md"} {
				h.write(f, "# Mine\n")
			}
			h.do(os.Symlink("CLAUDE.md", h.path("second.md")))
			os.Remove(h.path(c.link))
			h.do(os.Symlink(c.target, h.path(c.link)))
			before := h.tree()
			_, err := run(install(h.local("codex", "1"), other(h, "1")))
			if c.refused {
				if err == nil {
					t.Error("it is written through")
				}
				h.same("refused", h.tree(), before)
				return
			}
			h.do(err)
			if info, err := os.Lstat(h.path(c.link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("the link is gone: %v", err)
			}
			h.run(uninstall(other(h, "1")))
			for _, change := range h.verify(h.local("codex", "1")) {
				if change.Action != plan.Keep {
					t.Errorf("after the other has left: %v", change)
				}
			}
			h.run(uninstall(h.local("codex", "1")))
			h.same("uninstall", h.tree(), before)
		})
	}
}
