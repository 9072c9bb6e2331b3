package project

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// TestForms writes a field in each form, also in those that no host combines with such a value.
func TestForms(t *testing.T) {
	list, tree := []string{"a", "b: c", "é"}, map[string]any{"k": []string{"x"}}
	for _, c := range []struct {
		name       string
		field      field
		yaml, toml string
	}{
		{"string", field{text: "a: b"}, `k: "a: b"`, `k = "a: b"`},
		{"quoted", field{text: "a"}, `k: "a"`, `k = "a"`},
		{"plain", field{text: "a:  b"}, `k: a: b`, `k = "a:  b"`},
		{"bool", field{text: "true"}, `k: true`, `k = true`},
		{"comma", field{list: list}, `k: "a, b: c, é"`, `k = "a, b: c, é"`},
		{"list", field{list: list}, "k:\n  - a\n  - \"b: c\"\n  - é", `k = ["a", "b: c", "é"]`},
		{"list", field{}, "k: []", "k = []"},
		{"flow", field{list: list}, `k: [a, "b: c", "é"]`, `k = ["a", "b: c", "é"]`},
		{"map", field{list: list}, "k:\n  a: true\n  \"b: c\": true\n  é: true", ""},
		{"map", field{}, "k: {}", ""},
		{"source", field{list: []string{"1", "x y"}}, "k:\n  - 1\n  - x y", ""},
		{"source", field{text: "1.5"}, "k: 1.5", ""},
		{"source", field{tree: tree}, "k:\n  k:\n    - x", ""},
		{"neither", field{text: "a"}, "", ""},
	} {
		c.field.key, c.field.form = "k", c.name
		if c.yaml != "" {
			c.yaml += "\n"
		}
		if c.toml != "" {
			c.toml += "\n"
		}
		text, err := c.field.yaml()
		if diff := cmp.Diff(c.yaml, text); diff != "" || (err != nil) != (c.yaml == "") {
			t.Errorf("YAML, %s: %v\n%s", c.name, err, diff)
		}
		text, err = tomlTable([]field{c.field})
		if diff := cmp.Diff(c.toml, text); diff != "" || (err != nil) != (c.toml == "") {
			t.Errorf("TOML, %s: %v\n%s", c.name, err, diff)
		}
	}
}

// TestYAMLWords writes scalars that some parser would read as something else, if plain.
func TestYAMLWords(t *testing.T) {
	for _, s := range []string{
		"y", "N", "yes", "No", "on", "OFF", "True", "false", "null", "NaN", "Inf",
		"a ", "a:", "a: b", "a #b", "1", "-a", "",
	} {
		if got := yamlScalar(s); got != `"`+s+`"` {
			t.Errorf("%q is written %s", s, got)
		}
	}
	for _, s := range []string{"a", "a:b", "a#b", "yesterday", "é"} {
		if got := yamlScalar(s); got != s {
			t.Errorf("%q is written %s", s, got)
		}
	}
	for in, want := range map[string]string{
		"a\"\\\n\t\r\x01\u0085\u2028\ufeff\ufffdz": `"a\"\\\n\t\r\x01\x85\u2028\ufeff` + "\ufffd" + `z"`,
	} {
		if got := yamlScalar(in); got != want {
			t.Errorf("%q is written %s", in, got)
		}
	}
	for in, want := range map[string]string{
		"a/b.c d": "a/b.c d", "a~b": `"a~b"`, "a[b": `"a[b"`, "aé": `"aé"`, "no": `"no"`, "a b ": `"a b "`,
	} {
		if got := yamlFlow(in); got != want {
			t.Errorf("%q is written %s in a list", in, got)
		}
	}
	for in, want := range map[string]string{
		"1": "1", "-1.5": "-1.5", "true": "true", "1_000": `"1_000"`, "12:30": `"12:30"`, "1\n": `"1\n"`, "no": `"no"`, "a": "a", "[": `"["`,
		"2001-01-01": `"2001-01-01"`,
	} {
		if got := yamlTyped(in); got != want {
			t.Errorf("%q of a source is written %s", in, got)
		}
	}
}

// TestCutEnd holds that a text which is cut does not end in a mark that goes on.
func TestCutEnd(t *testing.T) {
	for in, want := range map[string]string{"aa- bbbb": "aa…", "aa, bbbb": "aa…", "aa. bbbb": "aa.…", "aaaaaaaa": "aaaa…"} {
		if got := cut(in, 5); got != want {
			t.Errorf("%q is cut to %q", in, got)
		}
	}
}

// TestTOMLStrings holds how TOML texts are written; FuzzTOML holds that they can be read.
func TestTOMLStrings(t *testing.T) {
	if got, want := tomlString("a\n\t\"\\\x01\x7f"), `"a\n`+"\t"+`\"\\\u0001\u007F"`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	for in, want := range map[string]string{
		"it's \"so\"\n":      "'''\nit's \"so\"\n'''",
		"it's '''so'''\n":    "\"\"\"\nit's '''so'''\n\"\"\"",
		"it's 'so'":          "\"\"\"\nit's 'so'\"\"\"",
		"'''\\ \"x\" \"\"\"": "\"\"\"\n'''\\\\ \"x\" \\\"\\\"\\\"\"\"\"",
		"\x01":               "\"\"\"\n\\u0001\"\"\"",
	} {
		open, text, end := tomlText(in)
		if got := open + text + end; got != want {
			t.Errorf("%q is written\n%s\nnot\n%s", in, got, want)
		}
	}
}

// TestCommandWords writes words of hook commands for both kinds of shells.
func TestCommandWords(t *testing.T) {
	for _, c := range []struct{ os, word, quoted, argument string }{
		{"linux", "a./=:,+", "'a./=:,+'", "a./=:,+"},
		{"linux", "it's", `'it'\''s'`, `'it'\''s'`},
		{"linux", "a~", "'a~'", "'a~'"},
		{"linux", "", "''", "''"},
		{"windows", "a b", `"a b"`, `"a b"`},
		{"windows", "a", `"a"`, "a"},
	} {
		if got := quote(c.os, c.word); got != c.quoted {
			t.Errorf("%s on %s is quoted %s", c.word, c.os, got)
		}
		if got := quoteArg(c.os, c.word); got != c.argument {
			t.Errorf("%s on %s is the argument %s", c.word, c.os, got)
		}
	}
	if got := runner("windows", ""); got != nil {
		t.Errorf("a program on Windows is run by %q", got)
	}
	p := place{mount: plan.Mount{Dir: `C:\Users\a`}, sub: "b"}
	if got := p.dir("windows"); got != "C:/Users/a/b" {
		t.Error(got)
	}
	if got := p.dir("linux"); got != `C:\Users\a/b` {
		t.Error(got)
	}
	for _, c := range [][3]string{{"", "a", "a"}, {".", "a", "a"}, {"a", "", "a"}, {"/", "a", "/a"}, {"a", "b", "a/b"}, {"a/", "b", "a/b"}} {
		if got := joinPath(c[0], c[1]); got != c[2] {
			t.Errorf("%q and %q: %q", c[0], c[1], got)
		}
	}
}

// TestSpell writes folders in the form of the home that a text used.
func TestSpell(t *testing.T) {
	for _, c := range [][3]string{
		{"~/a", "$HOME/", "$HOME/a"}, {"~", "$HOME/", "$HOME"}, {"~", "~/", "~"}, {"/a", "$HOME/", "/a"}, {".a", "~/", ".a"},
	} {
		if got := spell(c[0], c[1]); got != c[2] {
			t.Errorf("%s in the form %s: %s", c[0], c[1], got)
		}
	}
}

// TestMCPTool spells the tools of MCP servers where a host limits the names of servers.
func TestMCPTool(t *testing.T) {
	tools := descriptors.Tools{}
	if got := mcpName(tools, "mcp__a.b__c d"); got != "mcp__a.b__c d" {
		t.Error(got)
	}
	tools.MCPWords = true
	for in, want := range map[string]string{"mcp__a.b__c d": "mcp__a_b__c_d", "mcp__aZ9__*": "mcp__aZ9__*"} {
		if got := mcpName(tools, in); got != want {
			t.Errorf("%s is %s", in, got)
		}
	}
	for _, c := range []struct {
		name, id string
		ok       bool
	}{
		{"mcp__a__b", "a.b", true}, {"mcp__a", "a.*", true}, {"mcp__a__*", "a.*", true}, {"mcp__A__*", "", false}, {"mcp__A__b", "A.b", true},
	} {
		if id, ok := mcpTool(c.name, "{server}.{tool}", "{server}.*", "[a-z]+"); id != c.id || ok != c.ok {
			t.Errorf("%s is %s, %v", c.name, id, ok)
		}
	}
}
