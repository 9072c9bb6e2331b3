package layout

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

func get(t testing.TB, id string) descriptors.Host {
	t.Helper()
	h, ok := descriptors.Get(id)
	if !ok {
		t.Fatalf("no host %s", id)
	}
	return h
}

// place is a home and a project side by side, links resolved.
func homeAndProject(t *testing.T) (home, project string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, project = filepath.Join(root, "home"), filepath.Join(root, "proj")
	mkdir(t, home, project)
	return home, project
}

func mkdir(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func touch(t *testing.T, name string) {
	t.Helper()
	mkdir(t, filepath.Dir(name))
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

// describe writes mounts one a line, the root of the test as R.
func describe(mounts []plan.Mount, root string) string {
	var lines []string
	for _, m := range mounts {
		line := m.ID + " " + m.Dir
		if m.Only != "" {
			line += "/" + m.Only
		}
		line += " as " + m.Shown + " locks " + m.Lock
		if m.Store != m.ID {
			line += " in " + m.Store
		}
		if m.Shared {
			line += " shared"
		}
		if len(m.Aliases) > 0 {
			line += " or " + strings.Join(m.Aliases, ",")
		}
		lines = append(lines, strings.ReplaceAll(line, root, "R"))
	}
	return strings.Join(lines, "\n")
}

func TestMounts(t *testing.T) {
	for name, c := range map[string]struct {
		host      string
		scope     plan.Scope
		env       map[string]string
		configDir string
		want      string
	}{
		"own and shared": {host: "codex", want: `
codex R/home/.codex as ~/.codex locks R/home
agents R/home/.agents as ~/.agents locks R/home shared`},
		"a file in the home": {host: "claude", want: `
claude R/home/.claude as ~/.claude locks R/home
home R/home/.claude.json as ~ locks R/home in claude`},
		"local": {host: "codex", scope: plan.Local, env: map[string]string{"CODEX_HOME": "/else"}, want: `
codex R/proj/.codex as .codex locks R/proj
agents R/proj/.agents as .agents locks R/proj shared
project R/proj as . locks R/proj shared`},
		"a file in the project": {host: "claude", scope: plan.Local, want: `
claude R/proj/.claude as .claude locks R/proj
project R/proj as . locks R/proj shared`},
		"a blank variable": {host: "codex", env: map[string]string{"CODEX_HOME": "  "}, want: `
codex R/home/.codex as ~/.codex locks R/home
agents R/home/.agents as ~/.agents locks R/home shared`},
		"a tilde in it": {host: "codex", env: map[string]string{"CODEX_HOME": "~/alt/"}, want: `
codex R/home/alt as ~/alt locks R/home
agents R/home/.agents as ~/.agents locks R/home shared`},
		"outside the home": {host: "codex", env: map[string]string{"CODEX_HOME": "R/out/c"}, want: `
codex R/out/c as R/out/c locks R/out
agents R/home/.agents as ~/.agents locks R/home shared`},
		"the flag before it": {host: "codex", env: map[string]string{"CODEX_HOME": "~/alt"}, configDir: "~/flag", want: `
codex R/home/flag as ~/flag locks R/home
agents R/home/.agents as ~/.agents locks R/home shared`},
		"a variable for the parent": {host: "gemini", env: map[string]string{"GEMINI_CLI_HOME": "~/g"}, want: `
gemini R/home/g/.gemini as ~/g/.gemini locks R/home
gemini-agents R/home/g/.agents as ~/g/.agents locks R/home shared or agents`},
		"the flag for the parent": {host: "gemini", configDir: "R/out/g", want: `
gemini R/out/g/.gemini as R/out/g/.gemini locks R/out/g
gemini-agents R/out/g/.agents as R/out/g/.agents locks R/out/g shared or agents`},
		"the file moves along": {host: "claude", env: map[string]string{"CLAUDE_CONFIG_DIR": "~/alt"}, want: `
claude R/home/alt as ~/alt locks R/home or home`},
		"one folder for two": {host: "codex", env: map[string]string{"CODEX_HOME": "~/.agents"}, want: `
codex R/home/.agents as ~/.agents locks R/home shared or agents`},
	} {
		t.Run(name, func(t *testing.T) {
			home, project := homeAndProject(t)
			root := filepath.Dir(home)
			scope := c.scope
			if scope == "" {
				scope = plan.Global
			}
			env := Env{Home: home, Project: project, ConfigDir: strings.ReplaceAll(c.configDir, "R/", root+"/")}
			env.Getenv = func(name string) string { return strings.ReplaceAll(c.env[name], "R/", root+"/") }
			mounts, notes, err := Mounts(get(t, c.host), scope, env)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(mounts, root)
			if got != strings.TrimSpace(c.want) {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
			if outside := strings.Contains(c.want, "as R/"); outside != (len(notes) > 0) {
				t.Errorf("notes %v", notes)
			}
		})
	}
}

// TestNoEnvironment holds that --home leaves the variables out.
func TestNoEnvironment(t *testing.T) {
	t.Setenv("CODEX_HOME", "/else")
	home, _ := homeAndProject(t)
	mounts, _, err := Mounts(get(t, "codex"), plan.Global, Env{Home: home})
	if err != nil || mounts[0].Dir != filepath.Join(home, ".codex") {
		t.Errorf("%v %v", mounts, err)
	}
}

// TestOtherMeanings covers what a variable may mean on hosts to come.
func TestOtherMeanings(t *testing.T) {
	for means, want := range map[string]string{
		"directory": "/v/w", "file": "/v", "parent": "/v/w/.config/x", "xdg-root": "/v/w/x", "extra": "/home/u/.config/x",
	} {
		h := descriptors.Host{ID: "x", ConfigHome: descriptors.ConfigHome{
			Kind: "xdg", Name: ".config/x", Env: []descriptors.Env{{Name: "X_HOME", Means: means}},
		}}
		at, err := resolveHome(h, plan.Global, Env{Home: "/home/u", Getenv: func(string) string { return "/v/w" }})
		if err != nil || at.dir != want {
			t.Errorf("%s: %s %v, want %s", means, at.dir, err, want)
		}
	}
}

func TestMountsRefuse(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T, home, project string) Env
		scope   plan.Scope
		usage   bool
		want    string
	}{
		"a relative variable": {func(t *testing.T, home, project string) Env {
			return Env{Home: home, Getenv: func(string) string { return "rel/dir" }}
		}, plan.Global, true, `CODEX_HOME: "rel/dir" is a relative path`},
		"a relative flag": {func(t *testing.T, home, project string) Env {
			return Env{Home: home, ConfigDir: "rel"}
		}, plan.Global, true, `--config-dir: "rel" is a relative path`},
		"local in the home": {func(t *testing.T, home, project string) Env {
			return Env{Home: home, Project: home}
		}, plan.Local, true, `R/home: local scope in the home directory itself`},
		"local in the home by a link": {func(t *testing.T, home, project string) Env {
			link(t, home, home+"-link")
			return Env{Home: home, Project: home + "-link"}
		}, plan.Local, true, `R/home-link: local scope in the home directory itself`},
		"a dead link": {func(t *testing.T, home, project string) Env {
			link(t, "/no/such/dir", filepath.Join(home, ".codex"))
			return Env{Home: home}
		}, plan.Global, false, `R/home/.codex: it is a link to /no/such/dir, which does not exist`},
		"a file": {func(t *testing.T, home, project string) Env {
			touch(t, filepath.Join(home, ".codex"))
			touch(t, filepath.Join(home, ".agents"))
			return Env{Home: home}
		}, plan.Global, false, "R/home/.codex: it is a file, and a directory has to be there\n" +
			"R/home/.agents: it is a file, and a directory has to be there"},
		"below a file": {func(t *testing.T, home, project string) Env {
			touch(t, filepath.Join(home, "f"))
			return Env{Home: home, Getenv: func(string) string { return "~/f/c" }}
		}, plan.Global, false, "R/home/f: it is a file, and a directory has to be there"},
		"a relative link allowance": {func(t *testing.T, home, project string) Env {
			return Env{Home: home, AllowLinks: []string{"x"}}
		}, plan.Global, true, `--allow-link: "x" is a relative path`},
	} {
		t.Run(name, func(t *testing.T) {
			home, project := homeAndProject(t)
			env := c.prepare(t, home, project)
			_, _, err := Mounts(get(t, "codex"), c.scope, env)
			if err == nil {
				t.Fatal("no error")
			}
			if got := strings.ReplaceAll(err.Error(), filepath.Dir(home), "R"); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
			if usage := new(UsageError); errors.As(err, &usage) != c.usage {
				t.Errorf("%T", err)
			}
		})
	}
}

// TestRootLinks holds that a mount that is a link becomes its target and is
// still spelled the way people do.
func TestRootLinks(t *testing.T) {
	home, _ := homeAndProject(t)
	root := filepath.Dir(home)
	mkdir(t, filepath.Join(root, "dotfiles", "codex"))
	link(t, filepath.Join(root, "dotfiles", "codex"), filepath.Join(home, ".codex"))
	mounts, notes, err := Mounts(get(t, "codex"), plan.Global, Env{Home: home})
	if err != nil {
		t.Fatal(err)
	}
	want := "codex R/dotfiles/codex as ~/.codex locks R/dotfiles\nagents R/home/.agents as ~/.agents locks R/home shared"
	if got := describe(mounts, root); got != want || len(notes) != 0 {
		t.Errorf("%s\n%v", got, notes)
	}
}

// TestAllowedLinks holds that a link inside is a mount of its own only where it
// is allowed, and that Own leads through it.
func TestAllowedLinks(t *testing.T) {
	home, _ := homeAndProject(t)
	root := filepath.Dir(home)
	out := filepath.Join(root, "out")
	mkdir(t, filepath.Join(out, "skills"), filepath.Join(root, "other"), filepath.Join(home, ".claude", "commands"))
	touch(t, filepath.Join(out, "claude.json"))
	link(t, filepath.Join(out, "skills"), filepath.Join(home, ".claude", "skills"))
	link(t, filepath.Join(out, "claude.json"), filepath.Join(home, ".claude", "settings.json"))
	link(t, filepath.Join(root, "other"), filepath.Join(home, ".claude", "agents"))
	env := Env{Home: home, AllowLinks: []string{out}}
	mounts, _, err := Mounts(get(t, "claude"), plan.Global, env)
	if err != nil {
		t.Fatal(err)
	}
	want := `claude R/home/.claude as ~/.claude locks R/home
home R/home/.claude.json as ~ locks R/home in claude
claude/settings.json R/out/claude.json as ~/.claude/settings.json locks R/out in claude
claude/skills R/out/skills as ~/.claude/skills locks R/out`
	if got := describe(mounts, root); got != want {
		t.Errorf("got\n%s", got)
	}
	for in, want := range map[string]string{
		"skills/x/SKILL.md": "claude/skills x/SKILL.md",
		"settings.json":     "claude/settings.json claude.json",
		"settings.json.bak": "claude settings.json.bak",
		"skills-x/y":        "claude skills-x/y",
		"agents/a.md":       "claude agents/a.md",
		"gsd/skills/x":      "claude gsd/skills/x",
	} {
		if id, p := Own(mounts, "claude", in); id+" "+p != want {
			t.Errorf("%s is %s %s, want %s", in, id, p, want)
		}
	}
	if mounts, _, err := Mounts(get(t, "claude"), plan.Global, Env{Home: home}); err != nil || len(mounts) != 2 {
		t.Errorf("without allowance: %v %v", mounts, err)
	}
}

// TestRememberedLinks holds that a link that was allowed before needs no flag as long as
// it leads to the same place, and that nothing else is allowed with it.
func TestRememberedLinks(t *testing.T) {
	tests := []struct {
		name   string
		scope  plan.Scope
		change func(home, project, out string) // of the links
		target string
		want   string // the linked mount, or what is said
	}{
		{"the same", plan.Global, nil, "out/skills", "claude/skills R/out/skills as ~/.claude/skills locks R/out"},
		{"elsewhere", plan.Global, func(home, _, out string) { relink(t, out+"/other", home+"/.claude/skills") }, "out/skills",
			"~/.claude/skills: it was a link to R/out/skills, where files of ours are, and leads to R/out/other now"},
		{"gone", plan.Global, func(home, _, _ string) { os.Remove(home + "/.claude/skills") }, "out/skills",
			"~/.claude/skills: it was a link to R/out/skills, where files of ours are, and is gone"},
		{"gone with its target", plan.Global, func(home, _, _ string) { os.Remove(home + "/.claude/skills") }, "out/none", ""},
		{"out of a project", plan.Local, func(_, project, out string) { relink(t, out+"/skills", project+"/.claude/skills") }, "out/skills",
			".claude/skills: it is a link to R/out/skills, outside the project, where files of ours are"},
		{"inside a project", plan.Local, nil, "proj/shared", "claude/skills R/proj/shared as .claude/skills locks R/proj"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home, project := homeAndProject(t)
			root := filepath.Dir(home)
			out := filepath.Join(root, "out")
			shared := filepath.Join(project, "shared")
			mkdir(t, out+"/skills", out+"/other", shared, home+"/.claude", project+"/.claude")
			link(t, out+"/skills", home+"/.claude/skills")
			link(t, out+"/other", home+"/.claude/agents")
			link(t, shared, project+"/.claude/skills")
			if tt.change != nil {
				tt.change(home, project, out)
			}
			env := Env{Home: home, Project: project, Links: []Link{{"claude", "skills", filepath.Join(root, tt.target)}}}
			mounts, _, err := Mounts(get(t, "claude"), tt.scope, env)
			got := ""
			var moved *TargetError
			switch {
			case errors.As(err, &moved):
				got = strings.ReplaceAll(err.Error(), root, "R")
			case err != nil:
				t.Fatal(err)
			case mounts[len(mounts)-1].Link != "":
				got = describe(mounts[len(mounts)-1:], root)
			}
			if got != tt.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

func relink(t *testing.T, target, at string) {
	t.Helper()
	if err := os.Remove(at); err != nil {
		t.Fatal(err)
	}
	link(t, target, at)
}

func TestOwn(t *testing.T) {
	mounts := []plan.Mount{
		{ID: "outer", Dir: "/h/.g"}, {ID: "inner", Dir: "/h/.g/config"}, {ID: "two", Dir: "/h/t", Aliases: []string{"also"}},
		{ID: "project", Dir: "/h/.g", Only: "x.json"},
	}
	for in, want := range map[string]string{
		"outer a/b":       "outer a/b",
		"outer config/a":  "inner a",
		"outer config":    "outer config",
		"outer configs/a": "outer configs/a",
		"inner a":         "inner a",
		"also a":          "two a",
		"project x.json":  "project x.json",
		"unknown a":       "unknown a",
	} {
		id, p, _ := strings.Cut(in, " ")
		if id, p = Own(mounts, id, p); id+" "+p != want {
			t.Errorf("%s is %s %s, want %s", in, id, p, want)
		}
	}
}

// TestMerge joins the mounts of a run over several hosts.
func TestMerge(t *testing.T) {
	a := []plan.Mount{{ID: "a", Dir: "/h/a"}, {ID: "agents", Dir: "/h/agents", Shared: true}}
	b := []plan.Mount{{ID: "b", Dir: "/h/agents"}, {ID: "agents", Dir: "/h/agents", Shared: true}, {ID: "home", Dir: "/h/a", Only: "x"}}
	got := Merge(a, b)
	if len(got) != 2 || strings.Join(got[1].Aliases, ",") != "b" || strings.Join(got[0].Aliases, ",") != "home" || !got[1].Shared {
		t.Errorf("%+v", got)
	}
	if id, p := Own(got, "b", "x/y"); id != "agents" || p != "x/y" {
		t.Errorf("%s %s", id, p)
	}
}

// TestWindows holds the rules for paths of a system that the test is not run on.
func TestWindows(t *testing.T) {
	env := Env{Home: `C:\Users\Ann B`, Project: `D:\src\p`, OS: "windows"}
	env.Getenv = func(name string) string {
		return map[string]string{"CODEX_HOME": `~\alt`, "CLAUDE_CONFIG_DIR": `E:\c`, "GEMINI_CLI_HOME": `\rel`}[name]
	}
	for id, want := range map[string]string{
		"codex": `codex C:\Users\Ann B\alt as ~/alt locks C:\Users\Ann B` + "\n" +
			`agents C:\Users\Ann B\.agents as ~/.agents locks C:\Users\Ann B shared`,
		"claude": `claude E:\c as E:/c locks E:\ or home`,
		"cursor": `cursor C:\Users\Ann B\.cursor as ~/.cursor locks C:\Users\Ann B` + "\n" +
			`agents C:\Users\Ann B\.agents as ~/.agents locks C:\Users\Ann B shared`,
	} {
		mounts, _, err := Mounts(get(t, id), plan.Global, env)
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(mounts, "R"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if _, _, err := Mounts(get(t, "gemini"), plan.Global, env); err == nil {
		t.Error("a path without a drive is taken for absolute")
	}
	for p, want := range map[string]bool{`C:\x`: true, `c:/x`: true, `\\srv\x`: true, `C:x`: false, `/x`: false, `x`: false} {
		if isAbs("windows", p) != want {
			t.Errorf("%s", p)
		}
	}
	if rel, ok := below("windows", `C:\Users\Ann`, `c:\users\ann\.x`); !ok || rel != ".x" {
		t.Errorf("%q %v", rel, ok)
	}
}

func TestDetect(t *testing.T) {
	home, _ := homeAndProject(t)
	codex := get(t, "codex")
	env := Env{Home: home}
	expect := func(found bool, why string) {
		t.Helper()
		if d := Detect(codex, env); d.Found != found || d.Why != why {
			t.Errorf("%+v, want %v %q", d, found, why)
		}
	}
	expect(false, "")
	dir := filepath.Join(home, ".codex")
	mkdir(t, filepath.Join(dir, "agents"))
	expect(false, "")
	touch(t, filepath.Join(dir, "agents", "ours.toml"))
	mkdir(t, filepath.Join(dir, plan.StateDir))
	ledger := `{"schema":1,"files":[{"path":"agents/ours.toml"}]}`
	if err := os.WriteFile(filepath.Join(dir, plan.StateDir, "ledger.json"), []byte(ledger), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(false, "")
	touch(t, filepath.Join(dir, "agents", "theirs.toml"))
	expect(true, "~/.codex holds agents/theirs.toml")
	env.LookPath = func(name string) (string, error) { return "/bin/" + name, nil }
	expect(true, "codex is on PATH at /bin/codex")
}

// A project's own links must not choose where we write: a repository can bring them.
func TestLocalRootLeavesProject(t *testing.T) {
	h := get(t, "claude")
	for _, tt := range []struct {
		name, link, target string
		allow              bool
		refused            bool
	}{
		{name: "out", link: ".claude", target: "../outside", refused: true},
		{name: "out, deeper", link: ".claude", target: "../outside/new", refused: true},
		{name: "out and allowed", link: ".claude", target: "../outside", allow: true},
		{name: "inside", link: ".claude", target: "dot"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, project := homeAndProject(t)
			outside := filepath.Join(filepath.Dir(home), "outside")
			mkdir(t, outside, filepath.Join(outside, "new"), filepath.Join(project, "dot"))
			link(t, tt.target, filepath.Join(project, tt.link))
			env := Env{Home: home, Project: project}
			if tt.allow {
				env.AllowLinks = []string{outside}
			}
			_, _, err := Mounts(h, plan.Local, env)
			var refusal *LinkError
			if got := errors.As(err, &refusal); got != tt.refused || !got && err != nil {
				t.Fatalf("error %v, refused should be %v", err, tt.refused)
			}
			if tt.refused && !strings.Contains(refusal.Hint(), "--allow-link "+refusal.Dir) {
				t.Errorf("hint %q", refusal.Hint())
			}
		})
	}
}
