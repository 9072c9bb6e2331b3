package emit

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gsd-install/gsd-install/plan"
)

var formerTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// formerOf is a predecessor of the packs of these tests.
func formerOf() map[string][]plan.Predecessor {
	braces := "{}\n"
	return map[string][]plan.Predecessor{"gsd": {{
		Name: "peer", Manifest: "peer.json", Files: "files", Version: "version", Time: "time",
		State: []string{".peer-*"}, Folders: []string{"staging"},
		Residue: []plan.Residue{{Paths: []string{"commands/peer-{name}.md", "lib/x.js"}}, {Paths: []string{"braces.json"}, Text: &braces}},
		Owned:   []string{"peer-core/profile.md", "mine"},
		Marks:   []string{"peer-"},
		Entries: []plan.Entries{{Files: []string{"hooks.json"}, Format: plan.JSON}},
	}}}
}

// former leaves in a folder what a predecessor leaves: its files, recorded, and more of its
// own and of the user's beside them.
func (h *house) former(dir string, files map[string]string) {
	sums := map[string]plan.Sum{}
	for name, text := range files {
		h.write(dir+"/"+name, text)
		sums[name] = plan.SumOf([]byte(text))
	}
	h.manifest(dir, sums)
	for _, name := range []string{".peer-state", "commands/peer-a.md", "lib/x.js"} {
		h.write(dir+"/"+name, "of the peer")
		h.at(dir+"/"+name, formerTime)
	}
	h.write(dir+"/braces.json", "{}\n")
	h.at(dir+"/braces.json", formerTime)
	h.do(os.Mkdir(h.path(dir+"/staging"), 0o755))
}

func (h *house) manifest(dir string, files any) {
	b, err := json.Marshal(map[string]any{"version": "7", "time": formerTime.Format(time.RFC3339), "files": files})
	h.do(err)
	h.write(dir+"/peer.json", string(b))
	h.at(dir+"/peer.json", formerTime.Add(time.Second))
}

func (h *house) at(name string, when time.Time) { h.do(os.Chtimes(h.path(name), when, when)) }

// formerFiles are what it has put into ~/.codex, of which a plan wants two.
func formerFiles() map[string]string {
	return map[string]string{
		"agents/a.toml": "of the peer", "agents/old.toml": "only in 1", "agents/peer-a.toml": "of the peer",
		"peer-core/deep/x.js": "x", "skills/gsd-help/SKILL.md": "recorded here, and not here",
	}
}

func (h *house) takeover() Request {
	req := install(h.codex("1"))
	req.Predecessors = formerOf()
	return req
}

func noted(t *Taken, path, word string) bool {
	return slices.ContainsFunc(t.Notes, func(n plan.Note) bool { return n.Path == path && strings.Contains(n.Message, word) })
}

// What a predecessor has recorded goes the way of our own files, in whichever folder of the
// host it lies, and so do its state and what else it is known to leave.
func TestFormer(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/hooks.json", "{\n  \"n\": 1\n}\n")
	h.write(".codex/agents/mine.toml", "mine")
	before := h.tree()
	h.former(".codex", formerFiles())
	h.do(os.MkdirAll(h.path(".agents/skills/gsd-help"), 0o755))
	h.do(os.Rename(h.path(".codex/skills/gsd-help/SKILL.md"), h.path(".agents/skills/gsd-help/SKILL.md")))
	h.do(os.RemoveAll(h.path(".codex/skills")))
	h.write(".codex/hooks.json", "{\n  \"n\": 1,\n  \"hooks\": {\"Stop\": [{\"command\": \"node '"+h.path(".codex/peer-core/deep/x.js")+"'\"}]}\n}\n")
	kept := map[string]string{
		"agents/peer-b.toml": "not recorded", "peer-core/deep/y.js": "nor this", "peer-core/profile.md": "owned", "mine/x.md": "owned as well",
	}
	for name, text := range kept {
		h.write(".codex/"+name, text)
	}
	r := h.run(h.takeover())
	if len(r.Taken) != 1 {
		t.Fatalf("taken over: %v", r.Taken)
	}
	got := *r.Taken[0]
	if got.Version != "7" || got.Replaced != 3 || got.Removed != 7 || got.Kept != 0 || got.Entries != 1 {
		t.Errorf("%+v", got)
	}
	times := h.times()
	h.run(h.takeover())
	h.same("the second install", h.times(), times)
	for name := range kept {
		word := "stays"
		if strings.Contains(name, "profile") || strings.HasPrefix(name, "mine/") {
			word = "yours"
		}
		if !noted(&got, "~/.codex/"+name, word) || !h.has(".codex/"+name) {
			t.Errorf("%s is not kept, or nothing is said of it: %v", name, got.Notes)
		}
		h.do(os.Remove(h.path(".codex/" + name)))
	}
	for _, dir := range []string{"mine", "peer-core/deep", "peer-core"} {
		h.do(os.Remove(h.path(".codex/" + dir)))
	}
	other := newHouse(t)
	other.write(".codex/hooks.json", "{\n  \"n\": 1\n}\n")
	other.write(".codex/agents/mine.toml", "mine")
	other.run(install(other.codex("1")))
	h.same("the tree of an install", visible(h.tree()), visible(other.tree()))
	h.run(uninstall(h.codex("1")))
	h.same("after uninstall", h.tree(), before)
}

// An edited file of a predecessor's is kept or put aside like one of ours.
func TestFormerEdited(t *testing.T) {
	for policy, word := range map[Policy]string{Keep: "conflict", Replace: "update"} {
		h := newHouse(t)
		h.former(".codex", formerFiles())
		h.write(".codex/agents/a.toml", "edited, wanted")
		h.write(".codex/agents/peer-a.toml", "edited, not wanted")
		h.write(".codex/commands/peer-a.md", "edited, not recorded")
		req := h.takeover()
		req.Policy = policy
		r := h.run(req)
		if c := action(t, r, "agents/a.toml"); string(c.Action) != word {
			t.Errorf("%s: %+v", policy, c)
		}
		if got := r.Taken[0]; got.Kept != 2 || !noted(got, "~/.codex/commands/peer-a.md", "stays") {
			t.Errorf("%s: %+v", policy, got)
		}
		for name, text := range map[string]string{"agents/a.toml": "edited, wanted", "agents/peer-a.toml": "edited, not wanted"} {
			if policy == Replace {
				name = action(t, r, name).Backup
			}
			if h.read(".codex/"+name) != text {
				t.Errorf("%s: %s is %q", policy, name, h.read(".codex/"+name))
			}
		}
		if h.read(".codex/commands/peer-a.md") != "edited, not recorded" {
			t.Errorf("%s: what is not recorded is gone", policy)
		}
	}
}

// What a ledger records is not a predecessor's, but for bytes that it has put there since.
func TestFormerAndLedger(t *testing.T) {
	h := newHouse(t)
	h.run(install(h.codex("1"), h.cursor("1")))
	h.former(".codex", map[string]string{"agents/a.toml": "of the peer, over ours"})
	h.former(".cursor", map[string]string{"agents/a.md": "over another host's"})
	r := h.run(h.takeover())
	if h.read(".codex/agents/a.toml") != "agent 1" || r.Taken[0].Replaced != 1 {
		t.Errorf("%q, %+v", h.read(".codex/agents/a.toml"), r.Taken[0])
	}
	if h.read(".cursor/agents/a.md") != "over another host's" || !h.has(".cursor/peer.json") {
		t.Error("something of a host that is not of the run was changed")
	}
}

// A manifest that somebody else wrote reaches no further than the folder it lies in, and what
// it says of links, folders and our own records is not heeded.
func TestForgedManifests(t *testing.T) {
	victim := plan.SumOf([]byte("victim"))
	for name, forge := range map[string]func(h *house){
		"paths that leave": func(h *house) {
			h.manifest(".codex", map[string]plan.Sum{"../victim": victim, h.path("victim"): victim, "a/../../victim": victim, `..\victim`: victim})
		},
		"a link to a folder": func(h *house) {
			h.do(os.Symlink(h.dir, h.path(".codex/link")))
			h.manifest(".codex", map[string]plan.Sum{"link/victim": victim})
		},
		"a link to a file": func(h *house) {
			h.do(os.Symlink(h.path("victim"), h.path(".codex/link")))
			h.manifest(".codex", map[string]plan.Sum{"link": victim})
		},
		"our own records": func(h *house) {
			h.write(".codex/.gsd-install/backup/edited/x", "victim")
			h.manifest(".codex", map[string]plan.Sum{".gsd-install/backup/edited/x": victim, ".GSD-install/backup/edited/x": victim})
		},
		"no sums": func(h *house) {
			h.manifest(".codex", map[string]string{"x": "", "mine": "no sum", "y": strings.ToUpper(string(victim))})
		},
		"no paths":      func(h *house) { h.manifest(".codex", []string{"mine"}) },
		"no JSON":       func(h *house) { h.write(".codex/peer.json", "{") },
		"another's sum": func(h *house) { h.manifest(".codex", map[string]plan.Sum{"mine": plan.SumOf([]byte("another"))}) },
		"a link": func(h *house) {
			h.write("elsewhere.json", fmt.Sprintf(`{"files":{"mine":%q}}`, victim))
			h.do(os.Symlink(h.path("elsewhere.json"), h.path(".codex/peer.json")))
		},
		"state that is a folder and a link": func(h *house) {
			h.manifest(".codex", map[string]plan.Sum{})
			h.do(os.Mkdir(h.path(".codex/.peer-folder"), 0o755))
			h.do(os.Symlink(h.path("victim"), h.path(".codex/.peer-link")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.write("victim", "victim")
			h.write(".codex/mine", "victim")
			h.write(".codex/x/y", "victim")
			forge(h)
			want := h.tree()
			h.run(h.takeover())
			r := h.run(uninstall(h.codex("1")))
			got := h.tree()
			if len(r.conflicts()) > 0 {
				t.Errorf("conflicts: %v", r.conflicts())
			}
			gone := func(line string) bool {
				return strings.HasPrefix(line, ".codex/peer.json ") || strings.HasPrefix(line, ".codex/.peer-link ")
			}
			h.same("what is there", got, slices.DeleteFunc(want, func(l string) bool { return gone(l) && !slices.Contains(got, l) }))
		})
	}
}

// What a predecessor does not record is its own only if it was written while that ran.
func TestFormerTimes(t *testing.T) {
	for shift, gone := range map[time.Duration]bool{-2 * time.Minute: false, -time.Second: true, time.Second: true, 2 * time.Second: false, time.Hour: false} {
		h := newHouse(t)
		h.former(".codex", formerFiles())
		h.at(".codex/.peer-state", formerTime.Add(time.Second))
		h.at(".codex/commands/peer-a.md", formerTime.Add(shift))
		h.run(h.takeover())
		if h.has(".codex/commands/peer-a.md") == gone {
			t.Errorf("%v after its manifest: gone is %v, want %v", shift, !gone, gone)
		}
	}
}

// A takeover that is disturbed anywhere ends in the old tree or the new one.
func TestFormerCrash(t *testing.T) {
	sc := scene{"takeover", func(h *house) {
		h.write(".codex/hooks.json", "{\"n\": 1, \"hooks\": {\"Stop\": [{\"command\": \"~/.codex/peer-core/deep/x.js\"}]}}\n")
		h.former(".codex", formerFiles())
		h.write(".codex/agents/a.toml", "edited")
	}, func(h *house) Request { req := h.takeover(); req.Policy = Replace; return req }}
	h := newHouse(t)
	sc.setup(h)
	before := h.tree()
	h.run(sc.req(h))
	after := h.tree()
	for _, how := range faults {
		for n := 1; ; n++ {
			h := newHouse(t)
			sc.setup(h)
			if !sc.disturb(h, how, n, before, after) {
				break
			}
		}
	}
}

// The commands that name a script of a predecessor's, by each of the spellings of its folder.
func TestFormerNames(t *testing.T) {
	h := newHouse(t)
	m := &mount{Mount: h.mount("codex", ".codex")}
	local := &mount{Mount: plan.Mount{Dir: filepath.Join(h.dir, "p", ".codex"), Shown: ".codex"}}
	finder := &plan.Predecessor{Finder: plan.Finder{Begin: "$(for n in ", End: " done)"}}
	f := &former{Predecessor: finder, known: map[string]bool{"hooks/x.js": true}}
	for _, tt := range []struct {
		m       *mount
		command string
		file    string
		alone   bool
	}{
		{m, `node "` + m.Dir + `/hooks/x.js"`, "hooks/x.js", true},
		{m, `"$(for n in "/usr/bin/node"; do [ -x "$n" ] && printf '%s' "$n" && break; done)" "` + m.Dir + `/hooks/x.js"`, "hooks/x.js", true},
		{m, `$(find n) "` + m.Dir + `/hooks/x.js"`, "hooks/x.js", false},
		{m, `$(for n in a; done "` + m.Dir + `/hooks/x.js"`, "hooks/x.js", false},
		{m, `bash ~/.codex/hooks/x.js`, "hooks/x.js", true},
		{m, `"$HOME"/.codex/hooks/x.js`, "hooks/x.js", true},
		{m, `node '${HOME}/.codex/hooks/x.js'`, "hooks/x.js", true},
		{m, `date; ~/.codex/hooks/x.js`, "hooks/x.js", false},
		{m, `~/.codex/hooks/x.js | tee log`, "hooks/x.js", false},
		{m, `node ~/.codex/hooks/y.js`, "", false},
		{m, `node ~/.codex/hooks/x.js.mine`, "", false},
		{m, `node /elsewhere/.codex/hooks/x.js`, "", false},
		{m, `node hooks/x.js`, "", false},
		{m, ``, "", false},
		{local, `node "$CLAUDE_PROJECT_DIR"/.codex/hooks/x.js`, "hooks/x.js", true},
		{local, `node ./.codex/hooks/x.js`, "hooks/x.js", true},
		{local, `.codex/hooks/x.js`, "hooks/x.js", true},
		{local, `node ~/other.codex/hooks/x.js`, "", false},
	} {
		f.mounts = []*mount{tt.m}
		if file, alone := f.names(tt.command); file != tt.file || alone != tt.alone {
			t.Errorf("%s: %q %v, want %q %v", tt.command, file, alone, tt.file, tt.alone)
		}
	}
}
