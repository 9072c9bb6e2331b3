package emit

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

const edited1 = ".codex/agents/a.toml"

// restoring is the request to bring back the n-th of what was put aside for a path.
func restoring(h *house, p *plan.Plan, path string, n int) Request {
	h.t.Helper()
	all := h.backups(p, path)
	if n >= len(all) {
		h.t.Fatalf("backups of %s: %v", path, all)
	}
	return Request{Mounts: p.Mounts, Restore: &all[n]}
}

func (h *house) backups(p *plan.Plan, path string) []Backup {
	h.t.Helper()
	all, err := Backups(p.Mounts)
	h.do(err)
	return slices.DeleteFunc(all, func(b Backup) bool { return b.Path != path })
}

// rendered is a Request.Pristine that can render everything in a plan.
func rendered(plans ...*plan.Plan) func(plan.Sum) []byte {
	return func(sum plan.Sum) []byte {
		for _, p := range plans {
			for _, a := range p.Artifacts {
				if a.Sum == sum {
					return a.Data
				}
			}
		}
		return nil
	}
}

// No edit takes the place of another one's copy, whatever it says, nor does it take that
// of a copy which somebody has edited where it lies.
func TestBackupsAreNeverOverwritten(t *testing.T) {
	h := newHouse(t)
	p := h.codex("1")
	h.run(install(p))
	edits := []string{"one", "two", "one", "agent 1\n", "one"}
	for i, text := range edits {
		h.write(edited1, text)
		h.run(repair(p))
		got := h.backups(p, "agents/a.toml")
		if len(got) != i+1 {
			t.Fatalf("after %q: %v", edits[:i+1], got)
		}
		if i == 0 {
			h.write(".codex/"+got[0].Name, "edited in the backup folder")
		}
	}
	var held []string
	for _, b := range h.backups(p, "agents/a.toml") {
		held = append(held, h.read(".codex/"+b.Name))
		if h.read(".codex/"+b.Pristine) != "agent 1" {
			t.Errorf("%s: what was installed is not beside it: %q", b.Name, b.Pristine)
		}
	}
	slices.Sort(held)
	if want := []string{"agent 1\n", "edited in the backup folder", "one", "one", "two"}; !slices.Equal(held, want) {
		t.Errorf("held are %q", held)
	}
	before := h.times()
	h.run(repair(p))
	h.same("a repair of what is in order", h.times(), before)
}

// Beside an edited copy lies what it was made from, if that can still be rendered.
func TestPristine(t *testing.T) {
	for next, req := range map[string]func(h *house) Request{
		"install again": func(h *house) Request { return install(h.codex("1")) },
		"upgrade":       func(h *house) Request { return install(h.codex("2")) },
		"repair":        func(h *house) Request { return repair(h.codex("1")) },
		"uninstall":     func(h *house) Request { return uninstall(h.codex("1")) },
	} {
		for _, can := range []bool{true, false} {
			h := newHouse(t)
			p := h.codex("1")
			h.run(install(p))
			h.write(edited1, "mine")
			r := req(h)
			r.Policy = Replace
			want := "agent 1"
			if can {
				r.Pristine = rendered(p)
			} else if next == "upgrade" || next == "uninstall" {
				r.Pristine = func(plan.Sum) []byte { return []byte("something else") }
				want = ""
			}
			c := action(t, h.run(r), "agents/a.toml")
			at := fmt.Sprintf("%s, can render: %v", next, can)
			if h.read(".codex/"+c.Backup) != "mine" {
				t.Errorf("%s: the edit is lost", at)
			}
			switch {
			case want == "" && (c.Pristine != "" || !strings.HasSuffix(c.Why, "cannot be rendered again")):
				t.Errorf("%s: %+v", at, c)
			case want != "" && (strings.Contains(c.Why, "rendered") || h.read(".codex/"+c.Pristine) != want):
				t.Errorf("%s: %+v", at, c)
			}
			all := h.backups(p, "agents/a.toml")
			if len(all) != 1 || all[0].Name != c.Backup || all[0].Pristine != c.Pristine || !all[0].Edited || all[0].Returns {
				t.Errorf("%s: backups are %v", at, all)
			}
		}
	}
}

// A copy that comes back is the user's edit again, whatever is in its place.
func TestRestore(t *testing.T) {
	for name, tt := range map[string]struct {
		meanwhile func(h *house, p *plan.Plan)
		// aside is what is put aside, action what is done, drift whether the ledger tells of
		// the path.
		aside  string
		action plan.Action
		drift  bool
	}{
		"ours is there":     {func(*house, *plan.Plan) {}, "", plan.Update, true},
		"an update of ours": {func(h *house, _ *plan.Plan) { h.run(install(h.codex("2"))) }, "", plan.Update, true},
		"another edit":      {func(h *house, _ *plan.Plan) { h.write(edited1, "second") }, "second", plan.Update, true},
		"the same edit":     {func(h *house, _ *plan.Plan) { h.write(edited1, "mine") }, "", plan.Keep, true},
		"nothing":           {func(h *house, _ *plan.Plan) { h.do(os.RemoveAll(h.path(".codex/agents"))) }, "", plan.Create, true},
		"uninstalled":       {func(h *house, p *plan.Plan) { h.run(uninstall(p)) }, "", plan.Create, false},
		"uninstalled, and a file of the user's": {func(h *house, p *plan.Plan) {
			h.run(uninstall(p))
			h.write(edited1, "my new one")
		}, "my new one", plan.Update, false},
	} {
		h := newHouse(t)
		p := h.codex("1")
		h.run(install(p))
		h.write(edited1, "mine")
		h.run(repair(p))
		tt.meanwhile(h, p)
		r := h.run(restoring(h, p, "agents/a.toml", 0))
		c := action(t, r, "agents/a.toml")
		if h.read(edited1) != "mine" || c.Action != tt.action {
			t.Errorf("%s: %q, %+v", name, h.read(edited1), c)
		}
		var held []string
		for _, b := range h.backups(p, "agents/a.toml") {
			held = append(held, h.read(".codex/"+b.Name))
		}
		want := map[bool][]string{true: nil, false: {tt.aside}}[tt.aside == ""]
		if tt.action == plan.Keep {
			want = []string{"mine"} // nothing was done
		}
		if !slices.Equal(held, want) {
			t.Errorf("%s: still put aside are %q, want %q", name, held, want)
		}
		changes, err := Verify(p.Mounts, nil)
		h.do(err)
		edit := slices.ContainsFunc(changes, func(c plan.Change) bool {
			return c.Path == "agents/a.toml" && c.Action == plan.Conflict && c.Why == whyEdited
		})
		if edit != tt.drift {
			t.Errorf("%s: verify says %v", name, changes)
		}
		if tt.aside == "" && tt.action != plan.Keep && h.has(".codex/.gsd-install/backup") {
			t.Errorf("%s: left is %v", name, h.tree())
		}
		h.run(uninstall(p))
		if h.read(edited1) != "mine" || tt.aside == "" && tt.action != plan.Keep && h.has(".codex/.gsd-install") {
			t.Errorf("%s: after uninstall: %v", name, h.tree())
		}
	}
}

// A file that was not ours may come back before uninstall too, and does not come again.
func TestRestoreOriginal(t *testing.T) {
	h := newHouse(t)
	h.write(edited1, "the user's own")
	before := h.tree()
	p := h.codex("1")
	req := install(p)
	req.Policy = Replace
	h.run(req)
	if all := h.backups(p, "agents/a.toml"); len(all) != 1 || all[0].Edited || !all[0].Returns {
		t.Fatalf("backups are %v", all)
	}
	h.run(restoring(h, p, "agents/a.toml", 0))
	if h.read(edited1) != "the user's own" {
		t.Errorf("it holds %q", h.read(edited1))
	}
	repair := install(p)
	repair.Repair = true
	if c := action(t, h.run(repair), "agents/a.toml"); c.Action != plan.Conflict || c.Why != whyForeign {
		t.Errorf("repair: %+v", c)
	}
	repair.Policy = Replace
	h.run(repair)
	if h.read(edited1) == "the user's own" {
		t.Error("a repair that may replace it leaves it")
	}
	h.run(uninstall(p))
	h.same("uninstall", h.tree(), before)
}

// One that a later edit kept from coming back at uninstall can be asked for.
func TestRestoreOriginalThatStayed(t *testing.T) {
	h := newHouse(t)
	h.write(edited1, "the user's own")
	p := h.codex("1")
	req := install(p)
	req.Policy = Replace
	h.run(req)
	h.write(edited1, "edited")
	h.run(uninstall(p))
	if all := h.backups(p, "agents/a.toml"); len(all) != 1 || all[0].Returns {
		t.Fatalf("backups are %v", all)
	}
	h.run(restoring(h, p, "agents/a.toml", 0))
	all := h.backups(p, "agents/a.toml")
	if h.read(edited1) != "the user's own" || len(all) != 1 || h.read(".codex/"+all[0].Name) != "edited" {
		t.Errorf("%q, %v", h.read(edited1), all)
	}
}

// A twin that was put aside comes back, and its record goes.
func TestRestoreTwin(t *testing.T) {
	h := newHouse(t)
	h.write(".codex/skills/gsd-help/SKILL.md", "the user's own")
	p := h.twins("1")
	req := install(p)
	req.Policy = Replace
	h.run(req)
	h.run(restoring(h, p, "skills/gsd-help/SKILL.md", 0))
	if h.read(".codex/skills/gsd-help/SKILL.md") != "the user's own" {
		t.Error("it is not back")
	}
	l, err := ReadLedger(p.Mounts[0])
	h.do(err)
	if slices.ContainsFunc(l.Records, func(r Record) bool { return r.Path == "skills/gsd-help/SKILL.md" }) {
		t.Errorf("it has a record: %v", l.Records)
	}
	h.run(uninstall(p))
	if h.read(".codex/skills/gsd-help/SKILL.md") != "the user's own" || h.has(".codex/.gsd-install") {
		t.Errorf("uninstalled: %v", h.tree())
	}
}

// A link that took the place of a file of ours comes back as a link.
func TestRestoreLink(t *testing.T) {
	h := newHouse(t)
	h.write("dot/file", "the user's words")
	p := h.codex("1")
	h.run(install(p))
	h.do(os.Remove(h.path(edited1)))
	h.do(os.Symlink("../../dot/file", h.path(edited1)))
	h.run(repair(p))
	h.run(restoring(h, p, "agents/a.toml", 0))
	if target, err := os.Readlink(h.path(edited1)); err != nil || target != "../../dot/file" {
		t.Errorf("%q, %v: %s", target, err, h.lstat(edited1))
	}
}

// The single file of a mount keeps its copies in the folder of another one.
func TestRestoreInAFileMount(t *testing.T) {
	h := newHouse(t)
	p := h.pack("deep", "1", h.mount("deep", ".deep"), h.file("home", "RULES.md", "deep"))
	add(p, "deep", "home/RULES.md", "below")
	add(p, "home", "RULES.md", "ours")
	h.run(install(p))
	h.write("RULES.md", "mine")
	h.write(".deep/home/RULES.md", "mine below")
	h.run(repair(p))
	for path, want := range map[string]string{"RULES.md": "mine", "home/RULES.md": "mine below"} {
		all := h.backups(p, path)
		if len(all) != 1 || h.read(".deep/"+all[0].Name) != want || all[0].Pristine == "" {
			t.Fatalf("%s: %+v", path, all)
		}
	}
	h.run(restoring(h, p, "RULES.md", 0))
	h.run(restoring(h, p, "home/RULES.md", 0))
	if h.read("RULES.md") != "mine" || h.read(".deep/home/RULES.md") != "mine below" || h.has(".deep/.gsd-install/backup") {
		t.Errorf("%v", h.tree())
	}
	if all, err := Backups(p.Mounts[:1]); len(all) != 0 || err != nil {
		t.Errorf("%v, %v", all, err)
	}
}

// What is in the way of a copy is found before anything is written.
func TestRestoreRefused(t *testing.T) {
	for want, spoil := range map[string]func(h *house, req *Request){
		"not of the run":      func(_ *house, req *Request) { req.Restore.Mount = "other" },
		"is no place":         func(_ *house, req *Request) { req.Restore.Name = ".gsd-install/ledger.json" },
		"is no place for":     func(_ *house, req *Request) { req.Restore.Path = "agents/b.toml" },
		"any more":            func(h *house, req *Request) { h.do(os.Remove(h.path(".codex/" + req.Restore.Name))) },
		"it is a directory":   func(h *house, _ *Request) { h.do(os.Remove(h.path(edited1))); h.do(os.Mkdir(h.path(edited1), 0o755)) },
		"it is a file, and a": func(h *house, _ *Request) { h.do(os.RemoveAll(h.path(".codex/agents"))); h.write(".codex/agents", "") },
		"it is a link to": func(h *house, _ *Request) {
			h.do(os.Rename(h.path(".codex/agents"), h.path("away")))
			h.do(os.Symlink(h.path("away"), h.path(".codex/agents")))
		},
		"no directory": func(h *house, _ *Request) {
			h.do(os.Rename(h.path(".codex/.gsd-install/backup/edited"), h.path(".codex/mine")))
			h.do(os.Symlink("../../mine", h.path(".codex/.gsd-install/backup/edited")))
		},
	} {
		h := newHouse(t)
		p := h.codex("1")
		h.run(install(p))
		h.write(edited1, "mine")
		h.run(repair(p))
		req := restoring(h, p, "agents/a.toml", 0)
		spoil(h, &req)
		before := h.times()
		if _, err := run(req); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %q", err, want)
		}
		h.same(want, h.times(), before)
	}
}

func TestParseBackup(t *testing.T) {
	for name, want := range map[string]Backup{
		"edited/a/b.toml.0123456789ab":         {Path: "a/b.toml", Edited: true},
		"edited/b.0123456789ab.0123456789ab.2": {Path: "b.0123456789ab", Edited: true},
		"foreign@home/x.json.0123456789ab":     {Path: "x.json"},
		"edited/b.toml":                        {},
		"edited/b.toml.0123456789abc":          {},
		"edited/.0123456789ab":                 {},
		"pristine/b.toml.0123456789ab":         {},
		"mine/b.toml.0123456789ab":             {},
		"b.toml.0123456789ab":                  {},
	} {
		got, ok := parseBackup(backupPath + "/" + name)
		got.Name = ""
		if got != want || ok != (want.Path != "") {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}
