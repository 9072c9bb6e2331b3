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

// acme is a host that was added, with a home in both scopes and a variable that moves it.
func acme(t *testing.T) descriptors.Host {
	t.Helper()
	h, ok := descriptors.Builtin().With(descriptors.Host{
		ID: "acme", Title: "Acme",
		ConfigHome:     descriptors.ConfigHome{Kind: "dot-home", Name: ".acme", Local: ".acme", Env: []descriptors.Env{{Name: "ACME_HOME", Means: "directory"}}},
		ArtifactLayout: []descriptors.Row{{Kind: "payload", Mount: "config"}},
	}).Get("acme")
	if !ok || !h.Added() {
		t.Fatal("it was not added")
	}
	return h
}

// An added host goes nowhere but into folders of its own, whatever moves it there.
func TestConfined(t *testing.T) {
	box := t.TempDir()
	home, project := filepath.Join(box, "home"), filepath.Join(box, "project")
	for _, dir := range []string{"home/.ssh", "home/.config/fish", "home/own", "home/.claude", "project/.git/hooks", "elsewhere", "codex"} {
		if err := os.MkdirAll(filepath.Join(box, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	inHome := func(p string) string { return filepath.Join(home, p) }
	for name, tt := range map[string]struct {
		scope     plan.Scope
		moved     string // ACME_HOME
		configDir string
		link      string // what .acme is a link to
		others    string // CODEX_HOME
		want      string // empty if it is taken
	}{
		"usual":                 {},
		"local":                 {scope: plan.Local},
		"moved":                 {moved: filepath.Join(box, "elsewhere")},
		"a link":                {link: inHome("own")},
		"a link elsewhere":      {link: filepath.Join(box, "elsewhere")},
		"in a shelf":            {moved: inHome(".config/acme")},
		"not there":             {moved: filepath.Join(box, "new/acme")},
		"the home":              {moved: home, want: "it is your home"},
		"tilde":                 {moved: "~", want: "it is your home"},
		"above the home":        {moved: box, want: "it holds ~, your home"},
		"the root":              {moved: "/", want: "it holds ~, your home"},
		"the system":            {moved: "/etc/acme", want: "it lies in /etc, the system's"},
		"keys":                  {moved: "~/.ssh", want: "it is taken by keys of yours"},
		"in keys":               {moved: "~/.ssh/acme", want: "it lies in ~/.ssh, taken by keys of yours"},
		"case":                  {moved: "~/.SSH/acme", want: "it lies in ~/.ssh, taken by keys of yours"},
		"settings":              {moved: "~/.config", want: "it is taken by the settings of many programs"},
		"startup files":         {configDir: inHome(".config/fish"), want: "it is taken by a shell's startup files"},
		"another host":          {configDir: inHome(".claude"), want: "it is the home of Claude Code"},
		"in another host":       {configDir: inHome(".claude/skills"), want: "it lies in ~/.claude, the home of Claude Code"},
		"shared":                {moved: "~/.agents", want: "it is taken by what several hosts share"},
		"another host, moved":   {moved: filepath.Join(box, "codex/acme"), others: filepath.Join(box, "codex"), want: "the home of Codex"},
		"it was another host's": {moved: "~/.codex", others: filepath.Join(box, "codex"), want: "it is the home of Codex"},
		"another host besides":  {moved: "~/.kilocode/skills/acme", want: "it lies in ~/.kilocode/skills, the home of Kilo Code"},
		"another host's other":  {moved: "~/.trae-cn", want: "it is the home of Trae"},
		"settings, moved":       {moved: filepath.Join(box, "xdg"), want: "taken by the settings of many programs"},
		"own records, moved":    {moved: filepath.Join(box, "xdg/gsd-install"), want: "taken by this program's own records"},
		"in settings, moved":    {moved: filepath.Join(box, "xdg/acme")},
		"a repository":          {moved: "~/.config/.git", want: "it lies in a folder .git, taken by a repository of git"},
		"a repository's hooks":  {moved: filepath.Join(box, "elsewhere/.Git/hooks"), want: "it lies in a folder .Git, taken by a repository of git"},
		"a link to keys":        {link: inHome(".ssh"), want: "it is taken by keys of yours"},
		"a link to the home":    {link: home, want: "it is your home"},
		"a link to a host":      {link: inHome(".claude"), want: "it is the home of Claude Code"},
		"a link in a project":   {scope: plan.Local, link: filepath.Join(project, ".git"), want: "it is taken by a repository of git"},
		"below it":              {scope: plan.Local, link: filepath.Join(project, ".git/hooks"), want: "it lies in "},
		"the project":           {scope: plan.Local, link: project, want: "it is the project"},
	} {
		t.Run(name, func(t *testing.T) {
			env := Env{Home: home, Project: project, ConfigDir: tt.configDir, Getenv: func(name string) string {
				return map[string]string{"ACME_HOME": tt.moved, "CODEX_HOME": tt.others, "XDG_CONFIG_HOME": filepath.Join(box, "xdg")}[name]
			}}
			scope := plan.Global
			if tt.scope != "" {
				scope = tt.scope
			}
			at := filepath.Join(env.root(scope), ".acme")
			if tt.link != "" {
				if err := os.Symlink(tt.link, at); err != nil {
					t.Fatal(err)
				}
				defer os.Remove(at)
			}
			_, _, err := Mounts(acme(t), scope, env)
			var refused *HomeError
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %s", err, tt.want)
			case refused != nil && (refused.Hint() == "" || (tt.link == "") != (refused.Moved != "")):
				t.Errorf("moved by %q: %s", refused.Moved, refused.Hint())
			}
		})
	}
}

// No link leads out of an added host's home, allowed or not.
func TestConfinedLinks(t *testing.T) {
	box := t.TempDir()
	home, out := filepath.Join(box, "home"), filepath.Join(box, "out")
	for _, dir := range []string{home, out, filepath.Join(home, ".acme")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(out, filepath.Join(home, ".acme", "more")); err != nil {
		t.Fatal(err)
	}
	mounts, _, err := Mounts(acme(t), plan.Global, Env{Home: home, AllowLinks: []string{out}, Links: []Link{{"acme", "more", out}}})
	if err != nil || len(mounts) != 1 {
		t.Errorf("%v, %v", mounts, err)
	}
}
