package pack

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// text, list and mapped are values as tests write them.
func text(s string) Value { return Value{Text: s} }
func list(source string, e ...string) Value {
	return Value{Text: source, List: append([]string{}, e...)}
}
func mapped(source string, m any) Value { return Value{Text: source, Map: m} }

func TestFrontmatter(t *testing.T) {
	tests := []struct {
		name, in string
		want     map[string]Value
	}{
		{"colon in a value", "description: Ship it: build then tag", map[string]Value{"description": text("Ship it: build then tag")}},
		{"brackets that are no list", "description: Bare hint\nargument-hint: [phase: number] [--dry]", map[string]Value{
			"description": text("Bare hint"), "argument-hint": text("[phase: number] [--dry]"),
		}},
		{"brackets that are a list", "argument-hint: [phase: number]", map[string]Value{
			"argument-hint": mapped("[phase: number]", []any{map[string]any{"phase": "number"}}),
		}},
		{"list with a comment after it", "argument-hint: [a, b] # two", map[string]Value{"argument-hint": list("[a, b]", "a", "b")}},
		{"folded", "description: >-\n  First line here\n  second line: with colon\nallowed-tools:\n  - Read", map[string]Value{
			"description": text("First line here second line: with colon"), "allowed-tools": list("- Read", "Read"),
		}},
		{"literal keeps lines", "description: |\n  one\n    two\n\n  three\nname: x", map[string]Value{"description": text("one\n  two\n\nthree\n"), "name": text("x")}},
		{"folded beside an entry that is no YAML", "description: >\n  one\n  two\nhint: a: b", map[string]Value{"description": text("one two\n"), "hint": text("a: b")}},
		{"dollars", "description: \"Costs $1 or $& and $$ and ${name}\"", map[string]Value{"description": text("Costs $1 or $& and $$ and ${name}")}},
		{"comment", "description: Close bug #12 and keep going", map[string]Value{"description": text("Close bug")}},
		{"number sign without a blank", "description: C#12", map[string]Value{"description": text("C#12")}},
		{"quoted number sign", "description: 'Close bug #12'", map[string]Value{"description": text("Close bug #12")}},
		{"single quotes", "description: 'It''s the user''s: thing'", map[string]Value{"description": text("It's the user's: thing")}},
		{"escapes", `description: "bell\a tab\t nl\nend"`, map[string]Value{"description": text("bell\a tab\t nl\nend")}},
		{"newline mints no key", `description: "a\nallowed-tools: [Bash]\nmodel: evil"`, map[string]Value{"description": text("a\nallowed-tools: [Bash]\nmodel: evil")}},
		{"words that look like others", "a: yes\nb: 1.10\nc: null\nd: 0x1F\ne: 2001-01-01\nf: ~\ng: \"no\"", map[string]Value{
			"a": text("yes"), "b": text("1.10"), "c": text("null"), "d": text("0x1F"), "e": text("2001-01-01"), "f": text("~"), "g": text("no"),
		}},
		{"unbalanced quote", "description: \"half\nname: x", map[string]Value{"description": text(`"half`), "name": text("x")}},
		{"text after a quoted one", `description: "one" and two`, map[string]Value{"description": text(`"one" and two`)}},
		{"reserved first characters", "a: @file\nb: `code`\nc: %d\nd: *bold* text\ne: !important now\nf: &amp\ng: > quoted", map[string]Value{
			"a": text("@file"), "b": text("`code`"), "c": text("%d"), "d": text("*bold* text"), "e": text("!important now"), "f": text(""), "g": text("> quoted"),
		}},
		{"anchor and alias", "a: &x one\nb: *x", map[string]Value{"a": text("one"), "b": text("one")}},
		{"plain over lines", "description: one\n  two\n  three", map[string]Value{"description": text("one two three")}},
		{"plain over lines with a colon", "description: one: more\n  two\n  three", map[string]Value{"description": text("one: more two three")}},
		{"list in the first column", "tools:\n- Read\n- Bash(git *)\nname: x", map[string]Value{"tools": list("- Read\n- Bash(git *)", "Read", "Bash(git *)"), "name": text("x")}},
		{"list whose item is no YAML", "tools:\n  - Read\n  - \"@x\"\n  - @y", map[string]Value{"tools": list("- Read\n- \"@x\"\n- @y", "Read", "@x", "@y")}},
		{"flow list over lines", "tools: [\n  Read,\n  \"Bash(git *)\"\n]\nname: x", map[string]Value{"tools": list("[\n  Read,\n  \"Bash(git *)\"\n]", "Read", "Bash(git *)"), "name": text("x")}},
		{"empty list", "agents: []", map[string]Value{"agents": list("[]")}},
		{"tabs", "name:\tx\ndescription: >\n\tfolded\n\ttext", map[string]Value{"name": text("x"), "description": text("folded text\n")}},
		{"blank value", "description:\nname: x", map[string]Value{"description": text(""), "name": text("x")}},
		{"comments between keys", "# one\nname: x\n# two\n\ndescription: y # three", map[string]Value{"name": text("x"), "description": text("y")}},
		{"mapping", "metadata:\n  a: 1\n  b: [x]", map[string]Value{"metadata": mapped("a: 1\n  b: [x]", map[string]any{"a": 1, "b": []any{"x"}})}},
		{"hash colour", "color: \"#ff00aa\"", map[string]Value{"color": text("#ff00aa")}},
		{"quoted keys", "\"name\": x\n'b c': y", map[string]Value{"name": text("x"), "b c": text("y")}},
		{"three hyphens in a value", "description: a --- b\nother: ---x", map[string]Value{"description": text("a --- b"), "other": text("---x")}},
		{"not ASCII", "description: 計画🚀: 計画", map[string]Value{"description": text("計画🚀: 計画")}},
		{"nothing", "", map[string]Value{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, form := range forms {
				in := form.write("---\n" + tt.in + "\n---\nbody one\n---\nbody two\n")
				var r report
				doc := parseDocument("x.md", []byte(in), &r)
				if len(r.problems) > 0 {
					t.Fatalf("%s: %v", form.name, r.problems)
				}
				got := map[string]Value{}
				for _, f := range doc.meta {
					got[f.Key] = f.Value
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("%s: %s", form.name, diff)
				}
				if doc.body != "body one\n---\nbody two\n" || !doc.has {
					t.Errorf("%s: body %q", form.name, doc.body)
				}
				if n := strings.Count(tt.in, "\n") + 4; doc.bodyLine != n {
					t.Errorf("%s: body on line %d, want %d", form.name, doc.bodyLine, n)
				}
			}
		})
	}
}

// forms are spellings of one file that must not matter.
var forms = []struct {
	name  string
	write func(string) string
}{
	{"as it is", func(s string) string { return s }},
	{"CRLF", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
	{"byte order mark", func(s string) string { return "\uFEFF" + s }},
	{"blanks after the fences", func(s string) string {
		return strings.Replace("--- "+strings.TrimPrefix(s, "---"), "\n---\n", "\n---\t \n", 1)
	}},
}

func TestNoFrontmatter(t *testing.T) {
	for _, in := range []string{"", "text\n", "\n---\na: b\n---\n", "----\na: b\n---\n", " ---\na: b\n---\n", "# h\n\n---\nx\n"} {
		var r report
		doc := parseDocument("x.md", []byte(in), &r)
		if doc.has || doc.body != in || doc.bodyLine != 1 || len(r.problems) > 0 {
			t.Errorf("%q: %+v %v", in, doc, r.problems)
		}
	}
}

func TestUnreadableFrontmatter(t *testing.T) {
	tests := []struct{ in, want string }{
		{"---\nname: x\n", `x.md:1: the frontmatter that opens here has no closing line "---"`},
		{"---\nname: x\n ---\ntext", `x.md:1: the frontmatter that opens here has no closing line "---"`},
		{"---\nname: x\njust words\n---\n", `x.md:3: neither a key nor the continuation of one: "just words"`},
		{"---\n  indented: x\n---\n", `x.md:2: neither a key nor the continuation of one: "indented: x"`},
		{"---\nname:x\n---\n", `x.md:2: neither a key nor the continuation of one: "name:x"`},
		{"---\na: 1\nb: 2\na: 3\n---\n", `x.md:4: key "a" stands twice, first on line 2`},
		{"---\nname: bin\ndescription: caf\xe9\n---\n", `x.md:3: invalid UTF-8 at byte offset 30 (byte 0xE9)`},
		{"text\n\xff\n", `x.md:2: invalid UTF-8 at byte offset 5 (byte 0xFF)`},
	}
	for _, tt := range tests {
		var r report
		parseDocument("x.md", []byte(tt.in), &r)
		if len(r.problems) != 1 || r.problems[0].String() != tt.want {
			t.Errorf("%q: %v\nwant %s", tt.in, r.problems, tt.want)
		}
	}
}

func TestCommentIsNoted(t *testing.T) {
	var r report
	parseDocument("x.md", []byte("---\nname: x # y\ndescription: Close bug #12 and keep going\nhint: \"a\" # b\n---\nt\n"), &r)
	if len(r.notes) != 1 || r.notes[0].Line != 3 || !strings.Contains(r.notes[0].Message, "#12 and keep going") {
		t.Errorf("%v", r.notes)
	}
}

// write writes meta as strict YAML with every scalar quoted.
func write(m Meta) (string, error) {
	root := &yaml.Node{Kind: yaml.MappingNode}
	quoted := func(s string) *yaml.Node {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle, Value: s}
	}
	for _, f := range m {
		value := quoted(f.Value.Text)
		if f.Value.List != nil {
			value = &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
			for _, e := range f.Value.List {
				value.Content = append(value.Content, quoted(e))
			}
		}
		root.Content = append(root.Content, quoted(f.Key), value)
	}
	out, err := yaml.Marshal(root)
	return string(out), err
}

// Whatever a frontmatter holds, reading it does not fail by itself, no value has a
// carriage return that is not escaped, and what was decoded survives being written strictly.
func FuzzFrontmatter(f *testing.F) {
	for _, in := range []string{
		"a: b", "a: b: c\nd: [x: y] z", "a: >-\n  x\n\n   y\n", "t:\n- x\n- 'y'\n", "a: \"\\a\\u2028\"", "a: !!binary x", "a: &a [*a]", "a: *a",
		"? a\n: b", "a: |2\n  x", "\"a\\\"b\": c", "a: {b: [c, {d: e}]}", "a:\tb", "a: \x00", "<<: {a: b}", "a: - b", "#\na: #b", "a: 'b\n  c'", "é: ü", "a: b\r c",
	} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var r report
		doc := parseDocument("x.md", []byte("---\n"+in+"\n---\nbody"), &r)
		if len(r.problems) > 0 || len(doc.meta) == 0 {
			return
		}
		out, err := write(doc.meta)
		if err != nil {
			t.Fatal(err)
		}
		var again map[string]any
		if err := yaml.Unmarshal([]byte(out), &again); err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		for _, field := range doc.meta {
			want := field.Value.Text
			if field.Value.List != nil {
				want = fmt.Sprint(field.Value.List)
			}
			if got := fmt.Sprint(again[field.Key]); got != want {
				t.Errorf("%s: %q, want %q", field.Key, got, want)
			}
		}
	})
}
