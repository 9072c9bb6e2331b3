package layout

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

const ofX = `{"packs":[{"hosts":["x"]}]}`

// TestProbes holds that of several folders the one with our records is the home, else the
// first with its marker, else the first that is there, else the usual one.
func TestProbes(t *testing.T) {
	host := descriptors.Host{ID: "x", ConfigHome: descriptors.ConfigHome{
		Kind: "dot-home", Name: ".x", Local: ".x",
		Probes: []descriptors.Probe{{Dir: ".a"}, {Dir: ".b", Marker: "mark"}, {Dir: ".c", Marker: "mark"}},
	}}
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"none":              {nil, ".x"},
		"the usual one":     {[]string{".x/f"}, ".x"},
		"one":               {[]string{".c/"}, ".c"},
		"two":               {[]string{".b/", ".c/"}, ".b"},
		"a marker":          {[]string{".a/", ".b/", ".c/mark"}, ".c"},
		"two markers":       {[]string{".a/", ".c/mark", ".b/mark"}, ".b"},
		"records":           {[]string{".a/", ".b/mark", ".c/" + ledgerFile}, ".c"},
		"an empty record":   {[]string{".a/", ".b/mark", ".c/.gsd-install/"}, ".b"},
		"a marker of other": {[]string{".a/mark", ".c/"}, ".a"},
	} {
		t.Run(name, func(t *testing.T) {
			home, project := homeAndProject(t)
			files := map[string]string{}
			for _, f := range c.files {
				files[f] = ofX
			}
			fill(t, home, files)
			for range 2 { // and again, once something of ours is there
				mounts, _, err := Mounts(host, plan.Global, Env{Home: home})
				if err != nil || len(mounts) != 1 || mounts[0].Dir != filepath.Join(home, c.want) {
					t.Fatalf("%v, %v, want %s", mounts, err, c.want)
				}
				fill(t, mounts[0].Dir, map[string]string{ledgerFile: ofX})
				fill(t, home, map[string]string{".a/mark": "", ".b/mark": ""})
			}
			mounts, _, err := Mounts(host, plan.Local, Env{Home: home, Project: project})
			if err != nil || mounts[0].Dir != filepath.Join(project, ".x") {
				t.Errorf("local: %v, %v", mounts, err)
			}
		})
	}
}

// TestSharedRoots holds where a host looks for a shared folder: where it has records, else
// in the root with the marker, else in the usual place; hosts that agree have one mount.
func TestSharedRoots(t *testing.T) {
	host := descriptors.Host{
		ID:             "x",
		ConfigHome:     descriptors.ConfigHome{Kind: "dot-home", Name: ".x", Local: ".x"},
		SharedRoots:    []descriptors.SharedRoot{{Mount: "agents", Dir: ".config/agents", Marker: "skills"}},
		ArtifactLayout: []descriptors.Row{{Kind: "skills", Mount: "agents", File: "{name}/SKILL.md"}},
	}
	const usual, other = "agents ~/.agents", "x-agents ~/.config/agents"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"nothing":                       {nil, usual},
		"the marker":                    {map[string]string{".config/agents/skills/": ""}, other},
		"the folder without it":         {map[string]string{".config/agents/x": ""}, usual},
		"ours in the usual place":       {map[string]string{".config/agents/skills/": "", ".agents/" + ledgerFile: ofX}, usual},
		"ours in the other":             {map[string]string{".config/agents/" + ledgerFile: ofX}, other},
		"another's in the usual place":  {map[string]string{".config/agents/skills/": "", ".agents/" + ledgerFile: `{"packs":[{"hosts":["y"]}]}`}, other},
		"a broken one in the usual one": {map[string]string{".config/agents/skills/": "", ".agents/" + ledgerFile: `{`}, usual},
	} {
		t.Run(name, func(t *testing.T) {
			home, project := homeAndProject(t)
			fill(t, home, c.files)
			mounts, _, err := Mounts(host, plan.Global, Env{Home: home})
			if err != nil || len(mounts) != 2 {
				t.Fatalf("%v, %v", mounts, err)
			}
			if got := mounts[1].ID + " " + mounts[1].Shown; got != c.want || !mounts[1].Shared {
				t.Errorf("%s, want %s", got, c.want)
			}
			if id, _ := Own(mounts, "agents", "skills/a/SKILL.md"); id != mounts[1].ID {
				t.Errorf("a row's agents is %s", id)
			}
			local, _, err := Mounts(host, plan.Local, Env{Home: home, Project: project})
			if err != nil || local[1].ID != "agents" || local[1].Shown != ".agents" {
				t.Errorf("local: %v, %v", local, err)
			}
		})
	}
}

// TestSharedOff holds that a variable can make a host leave the shared folder: what belongs
// there goes to its own.
func TestSharedOff(t *testing.T) {
	host := descriptors.Host{
		ID: "x",
		ConfigHome: descriptors.ConfigHome{Kind: "dot-home", Name: ".x", Local: ".x", Env: []descriptors.Env{
			{Name: "X_HOME", Means: "directory", SharedOff: true}, {Name: "X_MORE", Means: "extra", SharedOff: true},
		}},
		ArtifactLayout: []descriptors.Row{{Kind: "skills", Mount: "agents", File: "{name}/SKILL.md"}},
	}
	home, _ := homeAndProject(t)
	for name, want := range map[string]string{"": "~/.x agents=~/.agents", "X_HOME": "~/moved agents=~/moved", "X_MORE": "~/.x agents=~/.agents"} {
		env := Env{Home: home, Getenv: func(n string) string {
			if n == name {
				return filepath.Join(home, "moved")
			}
			return ""
		}}
		mounts, _, err := Mounts(host, plan.Global, env)
		if err != nil {
			t.Fatal(err)
		}
		id, _ := Own(mounts, "agents", "skills/a")
		m, _ := find(mounts, id)
		if got := mounts[0].Shown + " agents=" + m.Shown; got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

// TestFolders holds that a host has further folders of its own where its rows go, by a
// mount of their own, in the scopes that have one.
func TestFolders(t *testing.T) {
	host := descriptors.Host{
		ID:             "x",
		ConfigHome:     descriptors.ConfigHome{Kind: "dot-home", Name: ".x", Local: ".x"},
		Folders:        map[string]descriptors.Folder{"more": {Global: "Documents/X", Local: "x-rules"}, "unused": {Global: ".u"}},
		ArtifactLayout: []descriptors.Row{{Kind: "rules", Mount: "more", File: "{name}.md"}},
	}
	home, project := homeAndProject(t)
	env := Env{Home: home, Project: project}
	for s, want := range map[plan.Scope]string{plan.Global: "x=~/.x x-more=~/Documents/X", plan.Local: "x=.x x-more=x-rules"} {
		mounts, _, err := Mounts(host, s, env)
		var got []string
		for _, m := range mounts {
			got = append(got, m.ID+"="+m.Shown)
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: %v, %v, want %s", s, got, err, want)
		}
	}
	host.ArtifactLayout[0].Mount = "nowhere"
	if _, _, err := Mounts(host, plan.Global, env); err == nil {
		t.Error("a mount that is not there is taken")
	}
}

// TestTwinsAreReachable holds that each further folder of a host's own, which may hold an
// item of the same name as ours, lies in a mount of the host if it is there.
func TestTwinsAreReachable(t *testing.T) {
	home, project := homeAndProject(t)
	env := Env{Home: home, Project: project}
	for _, h := range descriptors.All() {
		for _, r := range h.AlsoReads {
			if !r.Own || r.Kind == "hooks" {
				continue
			}
			root := map[plan.Scope]string{plan.Global: home, plan.Local: project}[r.Scope]
			mkdir(t, filepath.Join(root, r.Path))
			mounts, _, err := Mounts(h, r.Scope, env)
			if err != nil {
				t.Fatal(err)
			}
			id, rest := ownFolder(h, r.Scope, r.Path)
			if m, there := find(mounts, id); !there || filepath.Join(m.Dir, rest) != filepath.Join(root, r.Path) {
				t.Errorf("%s: %s (%s) is in no mount", h.ID, r.Path, r.Scope)
			}
		}
	}
}
