package layout

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
)

// TestDetect holds what shows that a host is there, and that what an installer of packs
// has put there does not.
func TestDetect(t *testing.T) {
	const ledger = ".codex/.gsd-install/ledger.json"
	for name, c := range map[string]struct {
		files map[string]string
		why   string
	}{
		"nothing":         {},
		"an empty folder": {files: map[string]string{".codex/agents/": ""}},
		"a file":          {files: map[string]string{".codex/config.toml": ""}, why: "~/.codex holds config.toml"},
		"a file of ours":  {files: map[string]string{".codex/agents/ours.toml": "", ledger: `{"records":[{"path":"agents/ours.toml"}]}`}},
		"ours and another": {files: map[string]string{".codex/agents/ours.toml": "", ".codex/agents/theirs.toml": "", ledger: `{"records":[{"path":"agents/ours.toml"}]}`},
			why: "~/.codex holds agents/theirs.toml"},
		"what was there before us":    {files: map[string]string{".codex/x": "", ledger: `{"records":[{"path":"x","preexisting":true}]}`}, why: "~/.codex holds x"},
		"ours in the place of theirs": {files: map[string]string{".codex/x": "", ledger: `{"records":[{"path":"x","backup":"foreign/x"}]}`}, why: "~/.codex holds x"},
		"a file that we made":         {files: map[string]string{".codex/hooks.json": "", ledger: `{"edits":[{"path":"hooks.json","stack":[{"receipt":{"after":"1"}}]}]}`}},
		"a file that we edited":       {files: map[string]string{".codex/hooks.json": "", ledger: `{"edits":[{"path":"hooks.json","stack":[{"receipt":{"before":"0","after":"1"}}]}]}`}, why: "~/.codex holds hooks.json"},
		"backups of ours":             {files: map[string]string{".codex/.gsd-install/backup/edited/x": ""}},
		"what a nested ledger says":   {files: map[string]string{".codex/deep/x": "", ".codex/deep/.gsd-install/ledger.json": `{"records":[{"path":"x"}]}`}},
		"a ledger that is broken":     {files: map[string]string{".codex/x": "", ledger: `{`}, why: "~/.codex holds x"},
		"another host":                {files: map[string]string{".cursor/x": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			home, _ := homeAndProject(t)
			fill(t, home, c.files)
			if d := Detect(get(t, "codex"), Env{Home: home}); d.Found != (c.why != "") || d.Why != c.why {
				t.Errorf("%+v, want %q", d, c.why)
			}
		})
	}
}

// fill makes files below dir, and directories of names that end in a slash.
func fill(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if name[len(name)-1] == '/' {
			mkdir(t, full)
			continue
		}
		mkdir(t, filepath.Dir(full))
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDetectProgram holds that a program on PATH goes before files, on every host.
func TestDetectProgram(t *testing.T) {
	home, _ := homeAndProject(t)
	for _, h := range descriptors.All() {
		env := Env{Home: home, LookPath: func(name string) (string, error) {
			if name == h.Binaries[len(h.Binaries)-1] {
				return "/bin/" + name, nil
			}
			return "", errors.New("not found")
		}}
		last := h.Binaries[len(h.Binaries)-1]
		if d := Detect(h, env); !d.Found || d.Why != last+" is on PATH at /bin/"+last {
			t.Errorf("%s: %+v", h.ID, d)
		}
		if d := Detect(h, Env{Home: home}); d.Found {
			t.Errorf("%s is found in an empty home: %+v", h.ID, d)
		}
	}
}

// TestDetectEachHost holds that a file in one host's place shows that host, and no other
// whose place is not the same.
func TestDetectEachHost(t *testing.T) {
	for _, h := range descriptors.All() {
		home, _ := homeAndProject(t)
		env := Env{Home: home}
		for _, place := range places(h, env) {
			at := filepath.Join(place, "mine.txt")
			touch(t, at)
			if d := Detect(h, env); !d.Found {
				t.Errorf("%s is not found by %s", h.ID, at)
			}
			for _, other := range descriptors.All() {
				same := false
				for _, p := range places(other, env) {
					same = same || p == place
				}
				if d := Detect(other, env); d.Found && !same {
					t.Errorf("%s is found by %s, which is %s's: %s", other.ID, at, h.ID, d.Why)
				}
			}
			if err := os.RemoveAll(place); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestDetectBySigns holds that a sign is a path below the home, a file or a folder with
// something in it that is not ours, and that a host without a home of its own has no other.
func TestDetectBySigns(t *testing.T) {
	host := descriptors.Host{ID: "x", ConfigHome: descriptors.ConfigHome{Kind: "none", Name: ".x", Signs: []string{".y/deep", ".z.json", ".w/one/two"}}}
	files := map[string]string{".x/a": ""}
	for _, c := range []struct {
		add map[string]string
		why string
	}{
		{nil, ""},
		{map[string]string{".y/deep/": "", ".y/a": ""}, ""},
		{map[string]string{".y/deep/b": "", ".y/.gsd-install/ledger.json": `{"records":[{"path":"deep/b"}]}`}, ""},
		{map[string]string{".w/one/two/d": "", ".w/.gsd-install/ledger.json": `{"records":[{"path":"one/two/d"}]}`}, ""},
		{map[string]string{".z.json": ""}, "~/.z.json is there"},
		{map[string]string{".y/deep/c": ""}, "~/.y/deep holds c"},
	} {
		maps.Copy(files, c.add)
		home, _ := homeAndProject(t)
		fill(t, home, files)
		if d := Detect(host, Env{Home: home}); d.Found != (c.why != "") || d.Why != c.why {
			t.Errorf("with %v: %+v, want %q", c.add, d, c.why)
		}
	}
}

// TestDetectLinked holds that a file of ours is known behind a link that a host's home is, and one
// of the user's too.
func TestDetectLinked(t *testing.T) {
	home, _ := homeAndProject(t)
	fill(t, home, map[string]string{"dots/x": "", "dots/.gsd-install/ledger.json": `{"records":[{"path":"x"}]}`})
	if err := os.Symlink("dots", filepath.Join(home, ".codex")); err != nil {
		t.Fatal(err)
	}
	h := get(t, "codex")
	if d := Detect(h, Env{Home: home}); d.Found {
		t.Errorf("by a file of ours: %+v", d)
	}
	touch(t, filepath.Join(home, "dots", "mine"))
	if d := Detect(h, Env{Home: home}); d.Why != "~/.codex holds mine" {
		t.Errorf("by one of the user's: %+v", d)
	}
}

// TestDetectMoved holds that a moved home is looked at where it is.
func TestDetectMoved(t *testing.T) {
	home, _ := homeAndProject(t)
	touch(t, filepath.Join(home, ".codex", "config.toml"))
	env := Env{Home: home, Getenv: func(name string) string { return map[string]string{"CODEX_HOME": filepath.Join(home, "moved")}[name] }}
	if d := Detect(get(t, "codex"), env); d.Found {
		t.Errorf("%+v", d)
	}
	touch(t, filepath.Join(home, "moved", "config.toml"))
	if d := Detect(get(t, "codex"), env); d.Why != "~/moved holds config.toml" {
		t.Errorf("%+v", d)
	}
}

// TestDetectNested holds that what lies in another host's home, below the host's own, is
// that one's, be it a folder or a file.
func TestDetectNested(t *testing.T) {
	home, _ := homeAndProject(t)
	fill(t, home, map[string]string{".x/inner/a": "", ".x/b.json": ""})
	at := func(name string) string { return filepath.Join(home, name) }
	for _, c := range []struct {
		others []string
		want   string
	}{
		{nil, "b.json"},
		{[]string{".x/b.json"}, "inner/a"},
		{[]string{".x/b.json", ".x/inner"}, ""},
		{[]string{".x/b.json", ".x/inner/deeper"}, "inner/a"},
		{[]string{".x"}, "b.json"},
	} {
		others := map[string]bool{}
		for _, name := range c.others {
			others[at(name)] = true
		}
		if got, found := (residue{home, map[string]bool{}}).foreign(at(".x"), func() map[string]bool { return others }); got != c.want || found != (c.want != "") {
			t.Errorf("others at %v: %q, want %q", c.others, got, c.want)
		}
	}
}
