package descriptors

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// refusal changes one thing in a descriptor that is right, and gives the whole message
// that has to come, or what it has to hold where that is long.
type refusal struct {
	name     string
	file     string // which embedded descriptor; codex.toml if empty
	old, new string // what is replaced, once
	more     string // what is put at the end
	want     string
}

var refusals = slices.Concat(hostRefusals, rowRefusals, dialectRefusals, textRefusals, hookRefusals, surfaceRefusals, integrationRefusals)

// text is the descriptor with the fault, under the name of its file.
func (r refusal) text(t *testing.T) (file, text string) {
	t.Helper()
	switch r.file {
	case "minimal":
		return r.file, "id = \"minimal\"\n"
	case "":
		r.file = "codex.toml"
	}
	text = embedded(t, r.file)
	if !strings.Contains(text, r.old) {
		t.Fatalf("%s does not have %q", r.file, r.old)
	}
	return r.file, strings.Replace(text, r.old, r.new, 1) + r.more
}
func TestRefusals(t *testing.T) {
	for _, tt := range refusals {
		t.Run(tt.name, func(t *testing.T) {
			file, text := tt.text(t)
			h, err := Parse(file, []byte(text))
			if err == nil {
				t.Fatalf("no error, want %s", tt.want)
			}
			if h.ID != "" {
				t.Error("a host comes with the error")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			for _, p := range problems(t, err) {
				if p.Line < 0 || p.Line > strings.Count(text, "\n")+1 {
					t.Errorf("line %d is not in the file: %v", p.Line, p)
				}
			}
		})
	}
}

// The line of a fault is found in every way that TOML writes a key.
func TestLines(t *testing.T) {
	const text = `id = "x"  # line 1
configHome.kind = "home"
"title" = "X = [Y]" # = [
docs = """
lifecycle = "no"
"""
lifecycle = 'never'
binaries = [ "a/b" ]

[[artifactLayout]]
kind = "agents"

  [[ artifactLayout ]] # the second
  kind = "rules"
  mount = "nowhere"

[dialects."odd name"]
renderer = "copy"
keys = [
  # a comment
  { key = "a", from = "name", form = "bad" },

  { key = "b", from = "worse", form = "string" },
]

[[configHome.env]]
name = "A"
[[configHome.env]]
means = "nothing"

[hostIntegration.dispatch]
nested = { value = 1, source = "https://a.example" }
[hostIntegration.dispatch.maxDepth]
value = -7
`
	_, err := Parse("x.toml", []byte(text))
	got := map[string]int{}
	for _, p := range problems(t, err) {
		got[p.Key] = p.Line
	}
	for key, line := range map[string]int{
		"configHome.kind":                    2,
		"lifecycle":                          7,
		"binaries[0]":                        8,
		"artifactLayout[0].mount":            10,
		"artifactLayout[1].mount":            15,
		"artifactLayout[1].status":           13,
		"dialects.odd name":                  17,
		"dialects.odd name.keys[0].form":     21,
		"dialects.odd name.keys[1].from":     23,
		"configHome.env[0].means":            26,
		"configHome.env[1].means":            29,
		"hostIntegration.dispatch.nested":    32,
		"hostIntegration.dispatch.maxDepth":  33,
		"hostIntegration.dispatch.isolation": 31,
		"supportTier":                        0,
		"hostIntegration.embeddingMode":      0,
	} {
		if n, ok := got[key]; !ok || n != line {
			t.Errorf("%s is on line %d (reported: %v), want %d", key, n, ok, line)
		}
	}
}

func TestSharedRefusals(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"unknown key", "[text]", "[text]\nnativ = true", "text.nativ: unknown key, not one of native, commandStyle, arguments, instructionFile, preface"},
		{"reserved id", `id     = "agents"`, `id = "config"`, `descriptor agents.toml:3: id: "config" is the id of another kind of mount`},
		{"absolute", `global = ".agents"`, `global = "/agents"`, `global: "/agents" is an absolute path`},
		{"no folder", "global = \".agents\"\nlocal  = \".agents\"", "", "it exists in no scope; give global or local"},
		{"no source", `source = "https://agentskills.io/specification"`, "", "source: missing"},
		{"kind", "[dialects.skills]", "[dialects.skill]", `dialects.skill: unknown word "skill", not one of commands, agents, skills, rules, payload`},
		{"topic", `when = "tools"`, `when = "tool"`, `text.preface[2].when: unknown word "tool", not one of command, arguments, tools, dispatch`},
		{"tools of no host", `key = "description", from = "description", form = "string", limit = 1024`, `key = "tools", from = "tools", form = "list"`, "dialects.commands.keys[1].from: tools differs from host to host, and hosts that share a folder need the same bytes"},
		{"sandbox of no host", `from = "description"`, `from = "sandbox"`, "dialects.commands.keys[1].from: sandbox differs from host to host"},
		{"index of agents", "[dialects.skills]\nrenderer = \"skill-md\"", "[dialects.skills]\nrenderer = \"agent-yaml\"", "dialects.skills.renderer: an index of agents names those of one host"},
		{"looked in for payload", `kind = "agents"`, `kind = "payload"`, `scanned[0].kind: unknown word "payload", not one of commands, agents, skills, rules`},
		{"looked in without payload", "scanned =", "payload = \"project\"\nscanned =", "scanned: no payload lies there"},
		{"block in no file", "[dialects.skills]\nrenderer = \"skill-md\"", "[dialects.skills]\nrenderer = \"marked-block\"", "dialects.skills.renderer: marked-block stands in a shared folder with files and only there"},
		{"form of no hooks", "[text]\n", "[hooks]\nshape = \"flat\"\n[text]\n", "hooks.shape: stands with hooksSurface and only there"},
		{"surface of hooks", "[text]\n", "[hooks]\nhooksSurface = \"x\"\n[text]\n", `hooks.hooksSurface: unknown word "x", not one of settings-json,`},
		{"file of hooks", "[text]\n", "[hooks]\nhooksSurface = \"plugin\"\nfile = { global = \"x\" }\n[text]\n", "hooks.file: each host that shares the folder says this"},
		{"negative limit", "limit = 64", "limit = -64", "dialects.commands.keys[0].limit: -64 is negative; 0 is no limit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := embedded(t, "shared/agents.toml")
			if !strings.Contains(text, tt.old) {
				t.Fatalf("agents.toml does not have %q", tt.old)
			}
			_, err := parseShared("agents.toml", []byte(strings.Replace(text, tt.old, tt.new, 1)))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// Independent faults come together, in order of their lines.
func TestFaultsComeTogether(t *testing.T) {
	text := strings.NewReplacer(
		`"current"`, `"now"`,
		`local  = ".codex"`, `local = "../x"`,
		`format     = "toml"`, `format = "ini"`,
		"[effort]", "[effort]\nboost = 1",
	).Replace(embedded(t, "codex.toml"))
	_, err := Parse("codex.toml", []byte(text))
	var keys []string
	last := 0
	for _, p := range problems(t, err) {
		keys = append(keys, p.Key)
		if p.Line < last {
			t.Errorf("line %d comes after line %d", p.Line, last)
		}
		last = p.Line
	}
	want := "lifecycle configHome.local mcp.format effort.boost"
	if got := strings.Join(keys, " "); got != want {
		t.Errorf("problems of %s, want %s", got, want)
	}
}

// No input makes Parse panic, and a host never comes with an error. What it
// accepts has only paths that stay in their folder.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"*.toml", "shared/*.toml"} {
		names, err := fs.Glob(files, pattern)
		if err != nil || len(names) == 0 {
			f.Fatal(names, err)
		}
		for _, name := range names {
			data, err := files.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(data))
		}
	}
	f.Add("[[a]]\n[a.b]\nc = [\n{ d = 1 },\n# x\n]\n\"x.y\".z = '''\n[q]\n'''\n")
	f.Add("artifactLayout = [{ kind = \"agents\" }]\n")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := Parse("x.toml", []byte(text))
		if err != nil {
			if h.ID != "" {
				t.Error("a host comes with the error")
			}
			if utf8.ValidString(text) && err.Error() == "" {
				t.Error("an empty error")
			}
			return
		}
		for _, p := range h.places(everyOne(shared)) {
			if err := checkPath(strings.NewReplacer("{", "", "}", "").Replace(p.path)); err != nil {
				t.Errorf("accepted %s: %v", show(p.key), err)
			}
		}
	})
}
