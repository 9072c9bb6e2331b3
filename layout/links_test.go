package layout

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

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

// Nothing can allow a link out of a project to a host that was added, so nobody is told to.
func TestLocalRootOfAddedHostLeavesProject(t *testing.T) {
	home, project := homeAndProject(t)
	outside := filepath.Join(filepath.Dir(home), "outside")
	mkdir(t, outside)
	link(t, "../outside", filepath.Join(project, ".acme"))
	_, _, err := Mounts(acme(t), plan.Local, Env{Home: home, Project: project, AllowLinks: []string{outside}})
	var refusal *LinkError
	if !errors.As(err, &refusal) || refusal.Hint() != plan.ShutHint {
		t.Errorf("error %v", err)
	}
}
