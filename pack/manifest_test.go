package pack

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const tinyPack = `
name = "Tiny"
version = "1.2.3"
prefix = "t"
home = "core"
skills = []

[[commands]]
from = "cmd"
exclude = ["*.draft.md", "old/**"]

[[payload]]
from = "core"
exclude = ["tmp/**"]
template = ["**/*.sh"]
exec = ["bin/*"]

[[payload]]
from = "notes.md"
to = "core/docs/notes.md"
rewrite = []

[[generated]]
to = "core/VERSION"
text = "{version}"

[[generated]]
to = "core/host"
text = "{host}\n"
unshared = true

[tokens]
"{{V}}" = "v{version}"

[aliases]
"docs/long" = "core/docs"
docs = "core/docs"

[[hooks]]
event = "Stop"
script = "core/bin/stop.sh"
args = ["a"]
timeout = 3

[[hooks]]
event = "PreToolUse"
matcher = "Bash"
command = "true"
output = "json"

[profiles.small]
commands = ["a"]
`

var tinyFiles = map[string]string{
	"pack.toml": tinyPack,
	"cmd/a.md":  "# A\n", "cmd/a.draft.md": "# Draft\n", "cmd/old/b.md": "# B\n",
	"commands/no.md": "# Not named by the manifest\n", "skills/s/SKILL.md": "# S\n", "hooks/hooks.json": "{broken",
	"core/x.md": "{{V}}\n", "core/bin/stop.sh": "echo {{V}}\n", "core/bin/run": "x\n", "core/tmp/y": "y\n", "notes.md": "n\n",
}

func TestPackToml(t *testing.T) {
	p := mustRead(t, tinyFiles)
	want := []string{
		"command t-a a: A",
		"payload core/VERSION  x=false",
		"payload core/bin/run  x=true",
		"payload core/bin/stop.sh template x=true",
		"payload core/docs/notes.md  x=false",
		"payload core/host template x=false",
		"payload core/x.md prose x=false",
		"alias docs/long core/docs",
		"alias docs core/docs",
		`hook Stop [] "" sh core/bin/stop.sh [a] "" 3 text`,
		`hook PreToolUse [Bash] ""   [] "true" 0 json`,
	}
	if diff := cmp.Diff(want, describePack(p)); diff != "" {
		t.Error(diff)
	}
	if p.Name != "Tiny" || p.Version != "1.2.3" || p.Prefix != "t" || p.Home != "core" {
		t.Errorf("%+v", p)
	}
	texts := map[string]string{"core/VERSION": "1.2.3", "core/bin/stop.sh": "echo v1.2.3\n", "core/x.md": "{{V}}\n", "core/host": "{host}\n"}
	for _, f := range p.Payload {
		if want, ok := texts[f.Dest]; ok && string(f.Data) != want {
			t.Errorf("%s: %q, want %q", f.Dest, f.Data, want)
		}
		if f.Unshared != (f.Dest == "core/host") {
			t.Errorf("%s: unshared %v", f.Dest, f.Unshared)
		}
	}
}

// A pack.toml that names nothing has the plain folders.
func TestPackTomlDefaults(t *testing.T) {
	p := mustRead(t, with(good, "commands/x.md", "---\ndescription: d\n---\nRead `templates/x.md`.\n", "pack.toml", "name = \"other\"\n", "package.json", `{"version": "3.0.0"}`, ".claude-plugin/plugin.json", "{broken", "templates/x.md", "x\n"))
	want := []string{"command other-x x: d", "payload other/templates/x.md prose x=false", "alias templates other/templates"}
	if diff := cmp.Diff(want, describePack(p)); diff != "" {
		t.Error(diff)
	}
	if p.Version != "3.0.0" || p.Home != "other" {
		t.Errorf("%s %s", p.Version, p.Home)
	}
}

func TestPackTomlRefused(t *testing.T) {
	tests := []struct {
		name, toml string
		want       []string
	}{
		{"syntax", "name = \"x\"\nprefix = \n", []string{"pack.toml:2: expected value but found '\\n' instead"}},
		{"type", "name = 1\n", []string{"pack.toml:1: name: incompatible types: TOML value has type int64; destination has type string"}},
		{"unknown keys", "nmae = \"x\"\n\n[[payload]]\nfrom = \"commands\"\nform = 1\n[profiles.a]\ncommands = []\nclsoed = true\n[extra]\nx = 1\n", []string{
			`pack.toml:1: unknown key "nmae"`,
			`pack.toml:5: unknown key "payload.form"`,
			`pack.toml:8: unknown key "profiles.a.clsoed"`,
			`pack.toml:9: unknown key "extra"`,
			`pack.toml:10: unknown key "extra.x"`,
		}},
		{"only for recipes", "package = \"x\"\n", []string{`pack.toml:1: unknown key "package"`}},
		{"paths", "home = \"/abs\"\n[[payload]]\nfrom = \"../x\"\n[[payload]]\nfrom = \"commands\"\nto = 'a\\b'\nexclude = [\"[\"]\n[aliases]\nx = \"../y\"\n[[generated]]\nto = \"\"\n", []string{
			`pack.toml:1: home "/abs": want a relative path with slashes and without ..`,
			`pack.toml:2: payload.from "../x": want a relative path with slashes and without ..`,
			`pack.toml:4: payload.to "a\\b": want a relative path with slashes and without ..`,
			`pack.toml:4: payload: bad pattern "["`,
			`pack.toml:9: alias "x" to "../y": both must be relative paths without ..`,
			`pack.toml:10: generated.to "": want a relative path with slashes and without ..`,
		}},
		{"what is not there", "[[commands]]\nfrom = \"cmd\"\n[[payload]]\nfrom = \"core\"\n[profiles.a]\ncommands = [\"y\"]\nagents = [\"z\"]\n", []string{
			`pack.toml:1: commands: "cmd" is not in the pack`,
			`pack.toml:3: payload: "core" is not in the pack`,
			`pack.toml:5: profile a: there is no command "y"`,
			`pack.toml:5: profile a: there is no agent "z"`,
		}},
		{"hooks", "[[hooks]]\nevent = \"Stop\"\n[[hooks]]\nscript = \"x\"\n[[hooks]]\nevent = \"Stop\"\nscript = \"x\"\n[[hooks]]\nevent = \"Stop\"\ncommand = \"x\"\noutput = \"xml\"\n[[hooks]]\nevent = \"Stop\"\ncommand = \"x\"\ntimeout = -1\n", []string{
			"pack.toml:1: hook for Stop: want either a script or a command",
			"pack.toml:3: hook without an event",
			`pack.toml:5: hook for Stop: there is no script "x" in the payload`,
			`pack.toml:8: hook for Stop: unknown output "xml": want json or text`,
			"pack.toml:12: hook for Stop: timeout -1 is negative",
		}},
		{"names", "prefix = \"計画\"\n[profiles.full]\ncommands = []\n", []string{
			`pack.toml:1: prefix "計画" has no letter from a to z and no digit`,
			`pack.toml:2: profile "full" cannot have that name`,
		}},
		{"no version", "[[generated]]\nto = \"VERSION\"\ntext = \"{version}\"\n", []string{"pack.toml:1: VERSION needs a version and the pack has none"}},
		{"one place", "[[payload]]\nfrom = \"commands\"\nto = \"a\"\n[[payload]]\nfrom = \"commands/x.md\"\nto = \"A/x.md\"\n[[payload]]\nfrom = \"commands/x.md\"\nto = \"a/x.md/y\"\n[[payload]]\nfrom = \"commands\"\nto = \".gſd-Install/x\"\n", []string{
			`commands/x.md: it and commands/x.md both go to a/x.md; only case tells them apart`,
			`commands/x.md: it cannot go to ".gſd-Install/x/x.md", which is kept for the installer's own records`,
			`commands/x.md: it goes to a/x.md/y, where commands/x.md goes to A/x.md; only case tells them apart`,
		}},
		{"UTF-8", "name = \"\xff\"\n", []string{"pack.toml: invalid UTF-8 at byte offset 8 (byte 0xFF)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(mapFS(map[string]string{"commands/x.md": "# X\n", "pack.toml": tt.toml}), "/packs/tiny")
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("%v", err)
			}
			got := messages(e.Problems)
			for _, w := range tt.want {
				found := false
				for _, g := range got {
					found = found || g == w
				}
				if !found {
					t.Errorf("missing: %s", w)
				}
			}
			if len(got) != len(tt.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Every recipe is read by the strict reader.
func TestRecipes(t *testing.T) {
	list, err := recipes.ReadDir("recipes")
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	for _, e := range list {
		data, err := recipes.ReadFile("recipes/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		var r report
		if m := parseManifest(e.Name(), data, &r); m == nil || m.Package == "" || len(r.problems) > 0 {
			t.Errorf("%s: %v", e.Name(), r.problems)
		}
	}
}

func TestGlobs(t *testing.T) {
	tests := []struct {
		pattern, path string
		want          bool
	}{
		{"*.md", "a.md", true}, {"*.md", "d/a.md", false}, {"**/*.md", "a.md", true}, {"**/*.md", "d/e/a.md", true},
		{"d/**", "d/a/b", true}, {"d/**", "e/a", false}, {"**", "a/b", true}, {"a/**/b", "a/b", true}, {"a/**/b", "a/c/d/b", true},
		{"a/**/b", "a/c", false}, {"a?.md", "ab.md", true}, {"", "a", false},
	}
	for _, tt := range tests {
		if got := matchAny([]string{tt.pattern}, tt.path); got != tt.want {
			t.Errorf("%q on %q: %v", tt.pattern, tt.path, got)
		}
	}
}
