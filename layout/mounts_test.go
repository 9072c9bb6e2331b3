package layout

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

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
		"a shared folder that is the home": {host: "copilot", want: `
copilot R/home/.copilot as ~/.copilot locks R/home shared or copilot-home
agents R/home/.agents as ~/.agents locks R/home shared`},
		"all in the home that is moved": {host: "copilot", env: map[string]string{"COPILOT_HOME": "~/alt"}, want: `
copilot R/home/alt as ~/alt locks R/home shared or copilot-agents,agents,copilot-copilot-home,copilot-home`},
		"a shared folder and no home": {host: "vscode", want: `
agents R/home/.agents as ~/.agents locks R/home shared
copilot-home R/home/.copilot as ~/.copilot locks R/home shared`},
		"another folder in the project": {host: "vscode", scope: plan.Local, want: `
vscode R/proj/.github as .github locks R/proj shared or copilot-home
agents R/proj/.agents as .agents locks R/proj shared
vscode-workspace R/proj/.vscode as .vscode locks R/proj`},
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
		}, plan.Global, false, `~/.codex: it is a link to /no/such/dir, which does not exist`},
		"a file": {func(t *testing.T, home, project string) Env {
			touch(t, filepath.Join(home, ".codex"))
			touch(t, filepath.Join(home, ".agents"))
			return Env{Home: home}
		}, plan.Global, false, "~/.codex: it is a file, and a directory has to be there\n" +
			"~/.agents: it is a file, and a directory has to be there"},
		"below a file": {func(t *testing.T, home, project string) Env {
			touch(t, filepath.Join(home, "f"))
			return Env{Home: home, Getenv: func(string) string { return "~/f/c" }}
		}, plan.Global, false, "~/f: it is a file, and a directory has to be there"},
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
