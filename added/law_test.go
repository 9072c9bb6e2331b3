package added

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// FuzzConfined: whatever a descriptor says, either it is refused or all its folders lie in the
// homes that it declares, and these in nobody else's.
func FuzzConfined(f *testing.F) {
	data, err := os.ReadFile("testdata/good/acme.toml")
	if err != nil {
		f.Fatal(err)
	}
	good := string(data)
	f.Add(".acme", ".acme", "commands", "{name}.md", "settings.json", "config", ".acme/more", "~/.acme")
	f.Add(".config/acme", ".acme", "a/b", "{prefix}/{name}.md", "../x", "agents", ".claude", "/")
	f.Add(".ssh", ".git", "..", "/{name}", "/etc/passwd", "home", "..", "..")
	f.Add("~", ".", ".gsd-install", "{name}/../../x", ".bashrc", "project", ".acme", "/home/u/.ssh/x")
	f.Fuzz(func(t *testing.T, name, local, dest, file, hooks, mount, folder, moved string) {
		text := good + "\n[folders.more]\nglobal = " + quote(t, folder) + "\nsource = \"https://acme.example\"\n"
		for old, now := range map[string]string{
			`name   = ".acme"`: "name = " + quote(t, name), `local  = ".acme"`: "local = " + quote(t, local),
			`destSubpath = "commands"`: "destSubpath = " + quote(t, dest), `file        = "{name}.md"`: "file = " + quote(t, file),
			`global = "settings.json"`: "global = " + quote(t, hooks), `mount  = { global = "config"`: "mount  = { global = " + quote(t, mount),
		} {
			text = strings.Replace(text, old, now, 1)
		}
		h, _, err := Source{Name: "acme.toml", Data: []byte(text)}.Check(descriptors.Builtin())
		if err != nil {
			return
		}
		h, _ = descriptors.Builtin().With(h).Get(h.ID)
		for _, scope := range []plan.Scope{plan.Global, plan.Local} {
			env := layout.Env{Home: "/nowhere/u", Project: "/nowhere/p", Getenv: func(v string) string {
				return map[string]string{"ACME_HOME": moved}[v]
			}}
			mounts, _, err := layout.Mounts(h, scope, env)
			if err != nil {
				continue
			}
			for _, m := range mounts {
				ownedBy(t, m, h, scope, moved)
			}
		}
		for _, p := range []string{path.Join(dest, descriptors.Names{Name: "n", Short: "n", Stem: "n", Prefix: "p"}.Fill(file)), hooks} {
			if !fs.ValidPath(p) {
				t.Errorf("%q leaves the home", p)
			}
		}
	})
}

func quote(t *testing.T, s string) string {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func ownedBy(t *testing.T, m plan.Mount, h descriptors.Host, scope plan.Scope, moved string) {
	t.Helper()
	base, home := "/nowhere/u/", h.ConfigHome.Name
	if scope == plan.Local {
		base, home = "/nowhere/p/", h.ConfigHome.Local
	}
	rel := strings.TrimPrefix(m.Dir, base)
	own := rel != m.Dir && (rel == home || strings.HasPrefix(rel, home+"/"))
	if !own && (scope == plan.Local || moved == "") {
		t.Errorf("%s is not in %q", m.Dir, home)
	}
	if strings.HasPrefix(rel, "/") {
		return // the user has moved it out of the home
	}
	top, _, _ := strings.Cut(strings.ToLower(rel), "/")
	theirs := slices.Contains([]string{".ssh", ".git", ".claude", ".agents", ".codex", ".gnupg", ".bashrc"}, top)
	if theirs || rel == ".config" || moved == "" && !strings.HasPrefix(top, ".") {
		t.Errorf("%s is somebody else's", m.Dir)
	}
}
