package project

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

var oddTexts = []string{
	"", " ", "a", "yes", "No", "~", "null", "1.10", "0x1F", "1e3", "12:30:45", "2026-01-31", ".inf", "a: b", "a:", ":a", "a #b", "#a",
	"- a", "? a", "*a", "&a", "!a", "%a", "@a", "`a", "|", ">", "'", "\"", "[a]", "{a}", "a, b", "a\nb: c", "tab\there", " lead", "trail ",
	"bell\a", "esc\x1b", "nel\u0085", "ls\u2028", "bom\ufeff", "\ufffe", "計畫🚀", "---", "a --- b", "<<", "=", "\r\n", "a\r", "\u00a0x", "x\u00a0", "\x7f",
	"'''", "\"\"\"", "\\", "a\\", "''''", "\"\"\"\"", "\n\nlead", "end'", "end\"", "a\"\"", "\\\"\"\"", "\t", "\x00",
}

// yaml11 are the plain scalars that YAML 1.1 reads as something else than a
// string: https://yaml.org/type/
var yaml11 = regexp.MustCompile(`^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF` +
	`|~|null|Null|NULL|=|<<` +
	`|[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+` +
	`|[-+]?(?:[0-9][0-9_]*)?\.[0-9.]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)` +
	`|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?)$`)

// FuzzYAMLScalar holds that both versions of YAML read a value back as it was, as
// a key's value and as an element of a list.
func FuzzYAMLScalar(f *testing.F) {
	for _, s := range oddTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		for _, text := range []string{yamlScalar(s), yamlQuoted(s)} {
			if strings.ContainsAny(text, "\n\r") {
				t.Fatalf("%q is on several lines", text)
			}
			if yaml11.MatchString(text) {
				t.Fatalf("%q is no string in YAML 1.1", text)
			}
		}
		doc := fmt.Sprintf("k: %s\nq: %s\nl:\n  - %s\nf: [%s, x]\n", yamlScalar(s), yamlQuoted(s), yamlScalar(s), yamlFlow(s))
		var got struct {
			K, Q any
			L, F []any
		}
		if err := yaml.Unmarshal([]byte(doc), &got); err != nil {
			t.Fatalf("%v\n%s", err, doc)
		}
		for _, v := range []any{got.K, got.Q, got.L[0], got.F[0]} {
			if v != s {
				t.Errorf("%q is read as %#v", s, v)
			}
		}
	})
}

// FuzzTOML holds that a value and a prompt are read back as they were.
func FuzzTOML(f *testing.F) {
	for _, s := range oddTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		// TOML 1.0 takes up to two quotes before the closing ones, its forerunners none.
		text := strings.ReplaceAll(strings.ReplaceAll(tomlWhole(s), `\\`, ""), `\"`, "")
		if strings.HasSuffix(text, "''''") || strings.HasSuffix(text, `""""`) {
			t.Fatalf("%s: a quote stands before the closing ones", text)
		}
		doc := "a = " + tomlString(s) + "\nb = " + tomlWhole(s) + "\nc = 1\n"
		var got map[string]any
		if err := toml.Unmarshal([]byte(doc), &got); err != nil {
			t.Fatalf("%v\n%s", err, doc)
		}
		if got["a"] != s || got["b"] != s || len(got) != 3 {
			t.Errorf("%q is read as %q", s, got)
		}
	})
}

// FuzzFrontmatter holds that reading what was rendered and rendering it again
// changes nothing, and that values stay what they were.
func FuzzFrontmatter(f *testing.F) {
	for i, s := range oddTexts {
		f.Add(s, oddTexts[(i+7)%len(oddTexts)], "Do "+s+".\n")
	}
	f.Fuzz(func(t *testing.T, description, hint, body string) {
		// A blank description is made from the text, and a pack's bodies have one
		// kind of newline.
		valid := utf8.ValidString(description) && utf8.ValidString(hint) && utf8.ValidString(body)
		if !valid || strings.TrimSpace(description) == "" || strings.Contains(body, "\r") {
			return
		}
		host, _ := descriptors.Get("claude")
		it := pack.Item{Kind: pack.Skill, Source: "skills/x/SKILL.md", Name: "x", Body: body, Meta: pack.Meta{
			{Key: "description", Value: pack.Value{Text: description}},
			{Key: "argument-hint", Value: pack.Value{Text: hint}},
		}}
		first := renderSkill(t, host, it)
		p, err := pack.Read(memory("skills/x/SKILL.md", first), "test")
		if err != nil {
			// The pack has refused it as a source; what is left is what both take.
			return
		}
		again := p.Items[0]
		if again.Meta.Text("description") != description || again.Meta.Text("argument-hint") != hint {
			t.Errorf("%q %q is read as %+v", description, hint, again.Meta)
		}
		if second := renderSkill(t, host, again); second != first {
			t.Errorf("rendered again:\n%q\nafter\n%q", second, first)
		}
	})
}

func renderSkill(t *testing.T, host descriptors.Host, it pack.Item) string {
	t.Helper()
	pt := layout.Placement{Kind: it.Kind, Item: &it, Dialect: host.Dialects["skill"], From: "descriptor:x#dialects.skill"}
	got := task{Placement: pt, host: host, spelling: &spelling{text: host.Text}}.render()
	if got.err != nil {
		t.Fatal(got.err)
	}
	return string(got.data)
}

// FuzzCut holds that a cut text has at most n characters and begins as before.
func FuzzCut(f *testing.F) {
	for _, s := range oddTexts {
		f.Add(s+s+s+" "+s, 5)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 2 || n > 5000 || !utf8.ValidString(s) || utf8.RuneCountInString(s) <= n {
			return
		}
		got := cut(s, n)
		stem, ok := strings.CutSuffix(got, "…")
		if !ok || !strings.HasPrefix(s, stem) || utf8.RuneCountInString(got) > n || !utf8.ValidString(got) {
			t.Errorf("cut(%q, %d) = %q", s, n, got)
		}
	})
}

// TestCacheChangesNothing holds that a plan is the same whoever was rendered before.
func TestCacheChangesNothing(t *testing.T) {
	p := hookPack(t)
	p.Items[0].Meta[0].Value.Text = strings.Repeat("long ", 300)
	cache := &Cache{}
	for range 2 {
		for _, id := range hostIDs() {
			for _, s := range scopes {
				in := input(t, p, id, s, testEnv)
				in.Cache = nil
				alone, err := Render(in)
				if err != nil {
					t.Fatal(err)
				}
				in.Cache = cache
				shared, err := Render(in)
				if err != nil {
					t.Fatal(err)
				}
				if a, b := fmt.Sprintf("%+v", alone), fmt.Sprintf("%+v", shared); a != b {
					t.Errorf("%s %s differ:\n%s\n%s", id, s, a, b)
				}
			}
		}
	}
}

// TestExplained holds that every artifact and edit names a rule and its sources,
// and a body its lines.
func TestExplained(t *testing.T) {
	p := hookPack(t)
	everywhere(t, p, func(t *testing.T, pl plan.Plan) {
		for _, a := range pl.Artifacts {
			if a.Rule == "" || len(a.Sources) == 0 || a.Sources[0].Path == "" || a.Sum != plan.SumOf(a.Data) {
				t.Errorf("%+v", a)
			}
			if a.Kind == "command" && (a.Sources[0].Start != 4 || a.Sources[0].End != 4) {
				t.Errorf("%s: the body is at %+v", a.Path, a.Sources[0])
			}
		}
		for _, e := range pl.Edits {
			if e.Rule == "" || len(e.Sources) == 0 {
				t.Errorf("%+v", e)
			}
		}
	})
}

// tomlWhole is a multi-line string with its quotes.
func tomlWhole(s string) string {
	open, text, end := tomlText(s)
	return open + text + end
}
