package edit

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/plan"
)

var yamlOps = [][]plan.Op{
	{add(yamlHook, "hooks", "pre_tool_call"), add(`{"command":"sh /h/y.sh"}`, "hooks", "post")},
	{set(yamlServer, "mcp_servers", "gsd"), add(gateGroup, "hooks", "pre_tool_call")},
	{set(`true`, "hooks_auto_accept"), add(`"x"`, "l"), add(`[]`, "l"), set(`{}`, "a", "b.c")},
	{set(`"\\\u0001é"`, "model"), set(`1.5e3`, "a", "b"), add(`{"k":[{"on":null}]}`, "a", "l"), yield(`2`, "version")},
}

// randomYAML writes settings in some style; not every one is valid.
func randomYAML(r *rand.Rand) []byte {
	unit, dash := pick(r, "  ", "  ", "    ", " "), pick(r, "", "  ", "    ")
	comment := func() string { return pick(r, "", "", "", " # c", "   # c: [x]") }
	scalar := func() string {
		return pick(r, "1", "x", "true", "~", "null", "'it''s # no'", "\"a \\\" # [b]\"", "a#b: c#d", "0x5", "1_0", "2001-01-01", "*an", "!t x", "é ü", "{}", "[]",
			"{a: 1, 'b': [x, {y: z}]}", "[ 1, \"]\" , p: q ]", "{pre_tool_call: [x], gsd: {}}", "sh /h/y.sh", "x\u2028y", "yes", "-1.50")
	}
	var out strings.Builder
	line := func(s string) {
		out.WriteString(s + comment() + "\n" + pick(r, "", "", "", "", "\n", "# c\n"))
	}
	var value func(indent, key string, depth int)
	text := func(indent string) {
		switch r.IntN(5) {
		case 0:
			out.WriteString(pick(r, " |", " |-", " |+ # c", " >", " >2") + "\n" + indent + "  text # no\n" + pick(r, "", "\n", indent+"  # no\n") + indent + "  more\n" + pick(r, "", "\n\n"))
		case 1:
			out.WriteString(" \"two\n" + indent + "  # no\n\n" + indent + "  lines\"" + comment() + "\n")
		case 2:
			out.WriteString(" two\n" + indent + "  lines" + comment() + "\n")
		default:
			line(" " + scalar())
		}
	}
	mapping := func(indent string, depth int, keys ...string) {
		for _, k := range keys {
			if r.IntN(2) == 0 {
				out.WriteString(indent + pick(r, k, k, `"`+k+`"`, "'"+k+"'") + ":")
				value(indent, k, depth)
			}
		}
	}
	value = func(indent, key string, depth int) {
		inner := indent + unit
		switch pick(r, 0, 0, 0, 1) + 10*min(depth, 3) {
		case 0, 10, 20:
			switch key {
			case "hooks":
				line("")
				mapping(inner, depth+1, "pre_tool_call", "post", "other")
			case "mcp_servers", "a", "gsd":
				line("")
				mapping(inner, depth+1, "gsd", "b", "l", "command")
			case "pre_tool_call", "post", "l":
				line("")
				for range r.IntN(4) {
					out.WriteString(indent + dash + "-")
					if r.IntN(2) == 0 {
						text(indent + dash)
						continue
					}
					out.WriteString(pick(r, " ", "   ") + "command: x\n" + pick(r, "", indent+dash+"  # c\n"))
				}
			default:
				text(indent)
			}
		default:
			text(indent)
		}
	}
	out.WriteString(pick(r, "", "", "# top\n", "---\n", "%YAML 1.1\n--- # c\n", "an: &an {k: v}\n"))
	mapping("", 0, "model", "hooks", "version", "a", "l", "mcp_servers", "last")
	out.WriteString(pick(r, "", "", "", "...\n", "# end\n", "\n"))
	s := out.String()
	if r.IntN(4) == 0 {
		s = strings.TrimRight(s, "\n")
	}
	return []byte(pick(r, "", "", bom) + strings.ReplaceAll(s, "\n", pick(r, "\n", "\n", "\r\n")))
}

// foreignYAML changes the text but not what it decodes to, but for a key of its own at the front.
func foreignYAML(r *rand.Rand, b []byte) []byte {
	switch r.IntN(3) {
	case 0: // a YAML tool writes it anew
		var doc yaml.Node
		var out bytes.Buffer
		e := yaml.NewEncoder(&out)
		e.SetIndent(pick(r, 2, 4))
		if yaml.Unmarshal(b, &doc) != nil || doc.Kind == 0 || e.Encode(&doc) != nil {
			return b
		}
		return out.Bytes()
	case 1: // comments and empty lines, but for texts that would take them in
		var out bytes.Buffer
		if bytes.ContainsAny(b, "|>") {
			return b
		}
		for _, line := range bytes.SplitAfter(b, []byte("\n")) {
			if r.IntN(5) == 0 {
				out.WriteString(pick(r, "# keep\n", "\n", "    # keep\n", "      # keep\r\n"))
			}
			out.Write(line)
		}
		return out.Bytes()
	}
	if bytes.Contains(b, []byte("---")) || bytes.HasPrefix(bytes.TrimLeft(b, bom+"\r\n \t"), []byte("{")) {
		return b
	}
	return slices.Concat([]byte("mine: # keep\n- 1\n"), b[start(b):])
}

func checkYAML(t *testing.T, file []byte, ops []plan.Op, r *rand.Rand) bool {
	res, err := Apply(plan.YAML, file, ops)
	if err != nil {
		return false
	}
	checkLaws(t, plan.YAML, file, ops, res)
	if plain, made := asJSON(file), asJSON(res.Data); plain != nil && made != nil {
		if want := pieces(contents(plain), res.Receipt); !reflect.DeepEqual(want, contents(made)) {
			t.Fatalf("%q became %q", file, res.Data)
		}
	}
	seed := r.Uint64()
	twin := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
	edited := foreignYAML(twin(), res.Data)
	if _, err := parseYAML(edited); err != nil {
		return true
	}
	want := yamlContents(file)
	switch {
	case bytes.HasPrefix(edited, []byte("mine:")):
		want = yamlContents(slices.Concat([]byte("mine: # keep\n- 1\n"), file[start(file):]))
	case yamlContents(edited) != yamlContents(res.Data):
		return true // a comment became text
	}
	u, err := Undo(plan.YAML, edited, res.Receipt)
	if err != nil || len(u.Notes) > 0 {
		t.Fatalf("undo of\n%s\nfrom\n%s\n%v %v", edited, file, err, u.Notes)
	}
	if got := yamlContents(u.Data); got != want {
		t.Fatalf("foreign hands made\n%s\nof\n%s\nand undo\n%s\n%s\n%s", edited, res.Data, u.Data, want, got)
	}
	comments := regexp.MustCompile(`# (keep|c|top|end)`)
	if len(comments.FindAll(u.Data, -1)) != len(comments.FindAll(edited, -1)) {
		t.Fatalf("comments of\n%s\nare lost in\n%s", edited, u.Data)
	}
	return true
}

// asJSON is the file as JSON; nil if it has what JSON has no form for, or a name twice.
func asJSON(b []byte) []byte {
	f, err := parseYAML(b)
	if err != nil || f.root == nil {
		return nil
	}
	tree := yamlTree(f.root)
	if _, ok := canonical(tree); !ok {
		return nil
	}
	if text := (style{}).print(tree, "", false); json.Valid([]byte(text)) {
		return []byte(text)
	}
	return nil
}

func TestYAMLLawsOnRandomFiles(t *testing.T) {
	r, done := rand.New(rand.NewPCG(9, 10)), 0
	for range 500 {
		if checkYAML(t, randomYAML(r), pick(r, yamlOps...), r) {
			done++
		}
	}
	if done < 200 {
		t.Errorf("only %d files were not refused", done)
	}
}

func FuzzYAML(f *testing.F) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 40 {
		f.Add(randomYAML(r), uint8(r.IntN(8)), r.Uint64())
	}
	for i, s := range []string{"", bom, "\n", "=", "[", "- a", "hooks: {", "hooks: [}", "? hooks\n: pre_tool_call:\n", "l:\n- - a\n", "hooks: &h\nx: *h\n", "a: |\n  x", "\t", "--- a", "l: [a: , ? b, *c]", "{l, a: }", "\x00", "l:\r- a\r"} {
		f.Add([]byte(s), uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, file []byte, ops uint8, seed uint64) {
		checkYAML(t, file, yamlOps[int(ops)%len(yamlOps)], rand.New(rand.NewPCG(seed, 0)))
	})
}
