package emit

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// forge puts the journal of a committed run into the folder .agents, and pointers
// to it into the folders named.
func forge(h *house, j journal, pointers ...string) {
	for _, dir := range append(pointers, ".agents") {
		b, _ := json.Marshal(pointer{1, "forged", h.path(".agents"), 1, nil})
		h.write(dir+"/.gsd-install/pointer.json", string(b))
	}
	j.Schema, j.Run = 1, "forged"
	for i := range j.Sites {
		j.Sites[i].Lock = h.dir
	}
	b, _ := json.Marshal(j)
	h.write(".agents/.gsd-install/journal.json", string(b))
	h.write(".agents/.gsd-install/stage/0", "evil")
}

// A journal that somebody else wrote reaches no further than whoever put it there.
func TestForgedJournals(t *testing.T) {
	evil := fileState(plan.SumOf([]byte("evil")), false)
	victim := fileState(plan.SumOf([]byte("victim")), false)
	tests := []struct {
		name     string
		pointers []string
		journal  func(h *house) journal
	}{
		{"a path that leaves", nil, func(h *house) journal {
			return journal{
				Sites: []site{{Dir: h.path(".agents"), Store: 0}},
				Steps: []step{{Do: doRemove, Path: "../victim", Have: victim}},
			}
		}},
		{"a stage that leaves", nil, func(h *house) journal {
			return journal{
				Sites: []site{{Dir: h.path(".agents"), Store: 0}},
				Steps: []step{{Do: doPut, Path: "x", From: ".gsd-install/stage/../../../victim", Want: victim}},
			}
		}},
		{"a directory that does not point back", nil, func(h *house) journal {
			return journal{
				Sites: []site{{Dir: h.path(".agents"), Store: 0}, {Dir: h.dir, Store: 1}},
				Steps: []step{{Do: doRemove, Site: 1, Path: "victim", Have: victim}},
			}
		}},
		{"a single file that is not of the run", nil, func(h *house) journal {
			return journal{
				Sites: []site{{Dir: h.path(".agents"), Store: 0}, {Dir: h.path("elsewhere"), Only: "victim", Store: 0, Key: "x"}},
				Steps: []step{{Do: doPut, Site: 1, Path: "victim", From: ".gsd-install/stage/0", Have: victim, Want: evil}},
			}
		}},
		{"a folder that is a link", []string{".codex"}, func(h *house) journal {
			h.do(os.Symlink(h.dir, h.path(".codex/link")))
			return journal{
				Sites: []site{{Dir: h.path(".agents"), Store: 0}, {Dir: h.path(".codex"), Store: 1}},
				Steps: []step{{Do: doRemove, Site: 1, Path: "link/victim", Have: victim}},
			}
		}},
		{"a step without a site", nil, func(h *house) journal {
			return journal{Sites: []site{{Dir: h.path(".agents"), Store: 0}}, Steps: []step{{Do: doRemove, Site: 7, Path: "victim", Have: victim}}}
		}},
		{"another directory's", nil, func(h *house) journal {
			return journal{Sites: []site{{Dir: h.path("elsewhere"), Store: 0}}, Steps: []step{{Do: doRemove, Path: "victim", Have: victim}}}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t)
			h.write("victim", "victim")
			h.write("elsewhere/victim", "victim")
			for _, dir := range tt.pointers {
				h.write(dir+"/x", "")
			}
			forge(h, tt.journal(h), tt.pointers...)
			mounts := []plan.Mount{h.mount("agents", ".agents"), h.mount("codex", ".codex")}
			_, _, err := Recover(mounts)
			if err == nil && tt.name != "a directory that does not point back" {
				t.Error("no error")
			}
			if h.read("victim") != "victim" || h.read("elsewhere/victim") != "victim" {
				t.Errorf("after %v: %v", err, h.tree())
			}
		})
	}
}

// A pointer whose journal is another run's is dropped with its stage.
func TestStalePointer(t *testing.T) {
	h := newHouse(t)
	h.run(install(h.codex("1")))
	before := h.tree()
	b, _ := json.Marshal(pointer{1, "stale", h.path(".agents"), 0, nil})
	h.write(".codex/.gsd-install/pointer.json", string(b))
	h.write(".codex/.gsd-install/stage/0", "half a fi")
	if recovered, _, err := Recover([]plan.Mount{h.mount("codex", ".codex")}); !recovered || err != nil {
		t.Errorf("%v, %v", recovered, err)
	}
	h.same("recovered", h.tree(), before)
	if recovered, _, err := Recover([]plan.Mount{h.mount("codex", ".codex")}); recovered || err != nil {
		t.Errorf("again: %v, %v", recovered, err)
	}
}

// A run that meets a pointer finishes all of that run, whatever its own hosts.
func TestRecoveryByAnotherHost(t *testing.T) {
	h := newHouse(t)
	userFiles(h)
	killAfter(journalPath, func() { run(install(h.codex("1"))) })
	if !h.has(".agents/.gsd-install/journal.json") {
		t.Fatalf("it had not committed: %v", h.tree())
	}
	if recovered, _, err := Recover([]plan.Mount{h.mount("codex", ".codex")}); !recovered || err != nil {
		t.Errorf("%v, %v", recovered, err)
	}
	other := newHouse(t)
	userFiles(other)
	other.run(install(other.codex("1")))
	h.same("recovered", h.tree(), other.tree())
}

// A directory that a user removes after a crash is no reason to be stuck.
func TestRecoveryWithoutAFolder(t *testing.T) {
	for _, gone := range []string{".codex", ".agents", ".codex/.gsd-install", ".agents/.gsd-install"} {
		h := newHouse(t)
		killAfter("gsd/run.sh", func() { run(install(h.codex("1"))) })
		h.do(os.RemoveAll(h.path(gone)))
		req := install(h.codex("1"))
		if strings.Contains(gone, stateDir) {
			req.Repair = true
		}
		h.run(req)
		if r := h.run(install(h.codex("1"))); !r.empty() {
			t.Errorf("%s: %v", gone, r.Changes)
		}
	}
}

func FuzzLedger(f *testing.F) {
	h := newHouse(f)
	userFiles(h)
	h.run(install(h.codex("1"), h.cursor("1")))
	for _, dir := range []string{".codex", ".agents"} {
		f.Add([]byte(h.read(dir + "/.gsd-install/ledger.json")))
	}
	f.Add([]byte(`{"schema":1,"records":[{"path":"../x"}]}`))
	f.Add([]byte(`{"schema":3}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := decodeLedger(b)
		if err != nil {
			var newer *newerError
			if !errors.Is(err, ErrLedger) && !errors.As(err, &newer) {
				t.Errorf("%v is neither", err)
			}
			return
		}
		for _, r := range l.Records {
			if err := checkPath(r.Path); err != nil {
				t.Error(err)
			}
		}
		first := l.encode()
		again, err := decodeLedger(first)
		if err != nil {
			t.Fatalf("%v in %s", err, first)
		}
		if string(again.encode()) != string(first) {
			t.Errorf("%s\nbecomes\n%s", first, again.encode())
		}
	})
}

// Whatever is in a journal and a pointer, recovery stays in the folders that they
// were found in.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"schema":1,"run":"r","sites":[{"dir":"DIR/.agents","store":0,"lock":"DIR"}],"steps":[{"do":"remove","site":0,"path":"x"}]}`))
	f.Add([]byte(`{"schema":1,"run":"r","sites":[{"dir":"DIR/.agents","store":0,"lock":"DIR","ledger":true},{"dir":"DIR","only":"victim","store":0,"key":"k","lock":"DIR"}],"steps":[{"do":"mkdir","site":0,"path":"a/b"}]}`))
	f.Add([]byte(`{"schema":1,"run":"r","sites":[{"dir":"DIR","store":0,"lock":"/"}],"steps":[{"do":"aside","site":0,"path":"victim","from":".gsd-install/backup/x"}]}`))
	f.Add([]byte(`{"schema":1,"run":"r","sites":[{"dir":"DIR/.agents","store":0,"lock":"/"}],"steps":[{"do":"put","site":0,"path":"up/victim","from":".gsd-install/stage/0"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		h := newHouse(t)
		h.write("victim", "victim")
		h.write(".agents/.gsd-install/stage/0", "evil")
		h.do(os.Symlink("..", h.path(".agents/up")))
		p, _ := json.Marshal(pointer{1, "r", h.path(".agents"), 3, nil})
		h.write(".agents/.gsd-install/pointer.json", string(p))
		h.write(".agents/.gsd-install/journal.json", strings.ReplaceAll(string(b), "DIR", h.dir))
		Recover([]plan.Mount{{ID: "agents", Dir: h.path(".agents"), Store: "agents", Lock: h.path(".agents")}})
		if h.read("victim") != "victim" {
			t.Error("the file outside was changed")
		}
		entries, err := os.ReadDir(h.dir)
		h.do(err)
		if len(entries) > 2 {
			t.Errorf("there is more now: %v", h.tree())
		}
	})
}

// A link in the place of a folder of our own records is nobody's run: nothing behind it is
// touched, and a run is refused.
func TestLinksInTheStateFolder(t *testing.T) {
	for _, name := range []string{"stage", "backup", "."} {
		h := newHouse(t)
		p := h.codex("1")
		h.write(".agents/mine/notes.md", "the user's")
		h.write(".agents/mine/empty/x/y", "the user's")
		h.do(os.Remove(h.path(".agents/mine/empty/x/y")))
		if name == "." {
			h.do(os.Symlink("mine", h.path(".agents/.gsd-install")))
			h.do(os.MkdirAll(h.path(".agents/mine/stage"), 0o755))
		} else {
			h.do(os.Mkdir(h.path(".agents/.gsd-install"), 0o755))
			h.do(os.Symlink("../mine", h.path(".agents/.gsd-install/"+name)))
		}
		before := h.times()
		if recovered, _, err := Recover(p.Mounts); recovered || err != nil {
			t.Errorf("%s: recovered: %v, %v", name, recovered, err)
		}
		for _, req := range []Request{install(p), uninstall(p), repair(p)} {
			if _, err := run(req); err == nil || !strings.Contains(err.Error(), "no directory") {
				t.Errorf("%s: %v", name, err)
			}
		}
		h.same(name, h.times(), before)
		if left(t, p.Mounts) {
			t.Errorf("%s: it is taken for a run", name)
		}
		h.do(settle(h.path(".agents"), h.dir))
		h.same(name+": settled", h.times(), before)
	}
}

// An empty state folder goes, and is no run that was interrupted.
func TestEmptyStateFolder(t *testing.T) {
	h := newHouse(t)
	h.do(os.MkdirAll(h.path(".codex/.gsd-install"), 0o755))
	p := h.codex("1")
	if left(t, p.Mounts) {
		t.Error("it is taken for a run")
	}
	if recovered, _, err := Recover(p.Mounts); recovered || err != nil || h.has(".codex/.gsd-install") {
		t.Errorf("%v, %v, %v", recovered, err, h.tree())
	}
}

// Nor is anything put aside behind a link, or brought back from there.
func TestLinksInTheBackupFolder(t *testing.T) {
	for _, below := range []string{"backup/foreign", "backup/foreign/agents"} {
		h := newHouse(t)
		p := h.codex("1")
		h.write(".codex/agents/a.toml", "the user's own")
		h.do(os.Mkdir(h.path(".codex/mine"), 0o755))
		link := ".codex/.gsd-install/" + below
		h.do(os.MkdirAll(filepath.Dir(h.path(link)), 0o755))
		h.do(os.Symlink(strings.Repeat("../", strings.Count(link, "/")-1)+"mine", h.path(link)))
		req := install(p)
		req.Policy = Replace
		before := h.times()
		if _, err := run(req); err == nil || !strings.Contains(err.Error(), "no directory") {
			t.Errorf("%s: %v", below, err)
		}
		h.same(below, h.times(), before)

		h.do(os.Remove(h.path(link)))
		h.run(req)
		aside := filepath.Join(h.path(".codex/mine"), filepath.Base(link))
		h.do(os.Rename(h.path(link), aside))
		h.do(os.Symlink(aside, h.path(link)))
		before = h.times()
		if _, err := run(uninstall(p)); err == nil || !strings.Contains(err.Error(), "no directory") {
			t.Errorf("%s: uninstall: %v", below, err)
		}
		h.same(below+": uninstall", h.times(), before)
	}
}

// What is wrong with a record is said exactly, and where.
func TestUnreadableRecords(t *testing.T) {
	sum := strings.Repeat("0", 64)
	ledgers := map[string]string{
		`{"schema":1} {}`:        "there is more after its end",
		`{"schema":0}`:           "schema 0 is none that there was; this gsd-install knows 1 to 2",
		`{"schema":1,"made":-1}`: "-1 directories made",
		`{"schema":1,"records":[{"path":"x","sum":"y","claims":["a/b"]}]}`:                                                             `x: sum "y" is no SHA-256`,
		`{"schema":1,"records":[{"path":"x","sum":"` + sum + `"}]}`:                                                                    "x: no claim",
		`{"schema":1,"records":[{"path":"x","sum":"` + sum + `","claims":["a/b"]},{"path":"x","sum":"` + sum + `","claims":["a/b"]}]}`: "x: recorded twice",
		`{"schema":1,"edits":[{"path":"x"}]}`:                                                                                          "x: no owner",
	}
	for text, want := range ledgers {
		if _, err := decodeLedger([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	journals := map[string]string{
		`{"schema":1,"run":"r"}x`: "there is more after its end",
		`{"schema":1}`:            "it has no run",
		`{"schema":1,"run":"r","sites":[{"dir":"d","lock":"/"}]}`:                                                                                                                 "site 0, d: no absolute path",
		`{"schema":1,"run":"r","sites":[{"dir":"/d","lock":"l"}]}`:                                                                                                                `site 0, /d: the lock's "l" is no absolute path`,
		`{"schema":1,"run":"r","sites":[{"dir":"/d","lock":"/","store":1}]}`:                                                                                                      "site 0, /d: its store is site 1 of 1",
		`{"schema":1,"run":"r","sites":[{"dir":"/d","lock":"/","only":"x","key":"k"}]}`:                                                                                           "site 0, /d: its store is a single file",
		`{"schema":1,"run":"r","sites":[{"dir":"/d","lock":"/","key":"k"}]}`:                                                                                                      `site 0, /d: a directory has no key, not "k"`,
		`{"schema":1,"run":"r","steps":[{"do":"remove","path":"x"}]}`:                                                                                                             "step 0, x: it is for site 0 of 0",
		`{"schema":1,"run":"r","sites":[{"dir":"/d","lock":"/"}],"steps":[{"do":"remove","path":"x","have":"y"}]}`:                                                                `step 0, x: "y" is no state`,
		`{"schema":1,"run":"r","sites":[{"dir":"/d","lock":"/"}],"steps":[{"do":"aside","path":"x","from":".gsd-install/backup/edited/x","pristine":".gsd-install/stage/../x"}]}`: `step 0, x: aside with ".gsd-install/stage/../x": not possible`,
		`{"schema":1,"run":"r","sites":[{"dir":"/d","lock":"/"}],"steps":[{"do":"aside","path":"x","from":".gsd-install/backup/foreign/x","pristine":".gsd-install/stage/1"}]}`:   `step 0, x: aside with ".gsd-install/stage/1": not possible`,
		`{"schema":1,"run":"r","sites":[{"dir":"/d","lock":"/"}],"steps":[{"do":"aside","path":"x","from":".gsd-install/backup/editedx/x","pristine":".gsd-install/stage/1"}]}`:   `not possible`,
	}
	for text, want := range journals {
		if _, err := decodeJournal([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	pointers := map[string]string{
		`{"schema":2,"journal":"/d"}`:           "schema 2 is not 1",
		`{"schema":1,"journal":"d"}`:            `the journal's "d" is no absolute path`,
		`{"schema":1,"journal":"/d","made":-1}`: "-1 directories made",
	}
	for text, want := range pointers {
		if _, err := decodePointer([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	h := newHouse(t)
	for want, spoil := range map[string]func(*plan.Plan){
		"plan /gsd: it has no host":                          func(p *plan.Plan) { p.Host = "" },
		"plan codex/: its pack has no prefix":                func(p *plan.Plan) { p.Pack.Prefix = "" },
		`plan codex/a/b: the prefix "a/b" has a slash in it`: func(p *plan.Plan) { p.Pack.Prefix = "a/b" },
		"plan codex/gsd: it is planned twice":                func(*plan.Plan) {},
	} {
		p := h.codex("1")
		spoil(p)
		if _, err := Diff(install(p, p)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
