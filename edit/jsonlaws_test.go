package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// contents decodes a file as hosts do; nothing and null are an empty object.
func contents(b []byte) any {
	std, err := hujson.Standardize(slices.Concat(b[start(b):], []byte("\n")))
	if err != nil {
		return map[string]any{}
	}
	d := json.NewDecoder(bytes.NewReader(std))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(fmt.Sprintf("%q: %v", std, err))
	}
	if v = numbers(v); v == nil {
		return map[string]any{}
	}
	return v
}

// numbers makes equal numbers equal.
func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		return json.Number(canonicalNumber(v.String()))
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return v
}

var jsonOps = [][]plan.Op{
	{add(startGroup, "hooks", "SessionStart"), add(gateGroup, "hooks", "PreToolUse")},
	{set(`1`, "version"), add(`{"command":"x","timeout":1e1}`, "hooks", "stop"), add(`{"command":"x","timeout":10.0}`, "hooks", "stop")},
	{set(server, "mcpServers", "gsd"), set(`"allow"`, "permission", "read", "~/x/*"), set(`{}`, "a")},
	{set(`null`, "a"), set(`true`, "b"), add(`[]`, "l"), add(`[[],{}]`, "l")},
	{allow("permission", "read", "~/x/*"), allow("permission", "read", "~/y/*"), allow("permission", "edit", "~/x/*"), yield(`2`, "version")},
}

// pieces is the model of Apply: what a file has to decode to.
func pieces(v any, r Receipt) any {
	doc := v.(map[string]any)
	for _, p := range r.Pieces {
		if !p.Owned {
			continue
		}
		value, m, last := contents(slices.Concat([]byte(`{"v":`), p.Value, []byte("}"))).(map[string]any)["v"], doc, len(p.Key)-1
		for _, k := range p.Key[:last] {
			if m[k] == nil {
				m[k] = map[string]any{}
			}
			if p.wraps() && m[k] == contents(slices.Concat([]byte(`{"v":`), p.Old, []byte("}"))).(map[string]any)["v"] {
				m[k] = map[string]any{p.Wrap: m[k]}
			}
			m = m[k].(map[string]any)
		}
		if p.Kind == plan.Append {
			l, _ := m[p.Key[last]].([]any)
			value = append(l, value)
		}
		m[p.Key[last]] = value
	}
	return doc
}

// checkJSON holds the laws for any bytes; file is changed by foreign hands in
// between as r will have it.
func checkJSON(t *testing.T, file []byte, ops []plan.Op, r *rand.Rand) {
	res, err := Apply(plan.JSON, file, ops)
	if err != nil {
		return
	}
	checkLaws(t, plan.JSON, file, ops, res)
	if want := pieces(contents(file), res.Receipt); !twins(file) && !reflect.DeepEqual(want, contents(res.Data)) {
		t.Fatalf("%q became %q", file, res.Data)
	}
	checkLocal(t, file, res)
	edited := foreignJSON(r, res.Data)
	u, err := Undo(plan.JSON, edited, res.Receipt)
	if err != nil {
		t.Fatalf("undo of %q: %v", edited, err)
	}
	if len(u.Notes) > 0 && !strings.Contains(u.Notes[0], "comments") {
		t.Fatalf("undo of %q: %q", edited, u.Notes)
	}
	got, want := hollow(contents(u.Data)), hollow(contents(file))
	if !twins(file) && !reflect.DeepEqual(got, want) {
		t.Fatalf("foreign hands made\n%s\nof\n%s\nand undo\n%s\n%s", edited, res.Data, u.Data, cmp.Diff(want, got))
	}
	if strings.Count(string(u.Data), "keep") != strings.Count(string(file), "keep")+strings.Count(string(edited), "keep")-strings.Count(string(res.Data), "keep") && !bytes.Contains(file, []byte("keep")) && len(u.Notes) == 0 {
		t.Fatalf("comments of\n%s\nare lost in\n%s", edited, u.Data)
	}
}

// checkLocal has a member put first in the file, before Apply or after it: Undo
// has to leave the same text, but for white space in containers that are empty.
func checkLocal(t *testing.T, file []byte, res Result) {
	f, err := parseJSON(file)
	if err != nil || f.blank || isNull(f.root) || len(jsonList(*f.root).elems) == 0 {
		return
	}
	mine := func(b []byte) []byte {
		f, err := parseJSON(b)
		if err != nil {
			t.Fatal(err)
		}
		return splice(b, f.root.StartOffset+1, f.root.StartOffset+1, []byte("/* mine */ \"mine\": 1,"))
	}
	u, err := Undo(plan.JSON, mine(res.Data), res.Receipt)
	if err != nil {
		t.Fatal(err)
	}
	hollow := func(b []byte) string {
		return regexp.MustCompile(`([{\[,])[ \t\r\n]+([}\]])`).ReplaceAllString(string(b), "$1$2")
	}
	if got, want := hollow(u.Data), hollow(mine(file)); got != want {
		t.Fatalf("of\n%s\nundo left\n%s\n%s", mine(res.Data), u.Data, cmp.Diff(want, got))
	}
}

// twins reports whether an object has a name twice; decoders keep only one.
func twins(b []byte) bool {
	f, err := parseJSON(b)
	if err != nil || f.blank {
		return false
	}
	_, ok := canonical(*f.root)
	return !ok
}

// hollow takes empty containers and nulls out, which foreign comments may
// keep or leave.
func hollow(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			if v[k] = hollow(v[k]); v[k] == nil {
				delete(v, k)
			}
		}
		if len(v) == 0 {
			return nil
		}
		if _, ok := v["*"].(string); ok && len(v) == 1 {
			return v["*"] // the form that comments in it leave a wrapped scalar in
		}
	case []any:
		var full []any
		for _, e := range v {
			if e = hollow(e); e != nil {
				full = append(full, e)
			}
		}
		if full == nil {
			return nil
		}
		return full
	}
	return v
}

// foreignJSON changes the text but not what it decodes to.
func foreignJSON(r *rand.Rand, b []byte) []byte {
	switch r.IntN(3) {
	case 0: // a JSON tool writes it anew, keys sorted
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetIndent("", pick(r, "", " ", "\t", "    "))
		if twins(b) || e.Encode(contents(b)) != nil {
			return b
		}
		return out.Bytes()
	case 1: // a formatter
		if v, err := hujson.Parse(slices.Concat(b[start(b):], []byte("\n"))); err == nil {
			v.Format()
			return v.Pack()
		}
		return b
	}
	return sprinkle(r, b)
}

// sprinkle puts white space and comments between tokens.
func sprinkle(r *rand.Rand, b []byte) []byte {
	out := bytes.Clone(b[:start(b)])
	for i := start(b); i < len(b); {
		n := tokenEnd(b, i) - i
		rest := string(b[i : i+n])
		out = append(out, rest...)
		i += n
		if strings.ContainsAny(rest[:1], "{[,:\n") && n == 1 && r.IntN(6) == 0 {
			out = append(out, pick(r, " ", "\n", "\t", "\r\n", " /* keep */ ", "// keep\n", "\n  // keep\n")...)
		}
	}
	return out
}

// randomJSON writes settings in some style.
func randomJSON(r *rand.Rand) []byte {
	nl, unit := pick(r, "\n", "\n", "\r\n"), pick(r, "  ", "\t", "    ", " ")
	wide, comments, trailing := r.IntN(4) > 0, r.IntN(2) == 0, r.IntN(3) == 0
	var value func(depth int, key string) string
	list := func(depth int, brackets string, parts []string) string {
		if len(parts) == 0 {
			return brackets[:1] + pick(r, "", "", " ", nl) + brackets[1:]
		}
		gap, end := nl+strings.Repeat(unit, depth+1), nl+strings.Repeat(unit, depth)
		if !wide || r.IntN(8) == 0 {
			gap, end = pick(r, "", " "), pick(r, "", " ")
		}
		var out strings.Builder
		out.WriteString(brackets[:1])
		for i, p := range parts {
			out.WriteString(gap)
			if comments && r.IntN(6) == 0 {
				out.WriteString("/* c */ ")
			}
			out.WriteString(p)
			if i < len(parts)-1 || trailing {
				out.WriteString(",")
			}
			if comments && gap != "" && gap[0] != ' ' && r.IntN(4) == 0 {
				out.WriteString(" // c")
			}
		}
		return out.String() + end + brackets[1:]
	}
	value = func(depth int, key string) string {
		var parts []string
		object := func(keys ...string) string {
			for _, k := range keys {
				if r.IntN(2) == 0 {
					parts = append(parts, string(hujson.String(k))+":"+pick(r, "", " ")+value(depth+1, k))
				}
			}
			return list(depth, "{}", parts)
		}
		switch key {
		case "":
			return object("model", "hooks", "version", "a", "l", "mcpServers", "permission", "b")
		case "hooks":
			return object("SessionStart", "PreToolUse", "stop", "Other")
		case "mcpServers":
			return object("gsd", "x")
		case "permission":
			if r.IntN(4) == 0 {
				return `"allow"`
			}
			return object("read", "edit")
		case "SessionStart", "PreToolUse", "stop", "l":
			for range r.IntN(4) {
				parts = append(parts, pick(r, `{"hooks":[]}`, `1`, `"x"`, startGroup, `[]`, `{"command":"x","timeout":10}`))
			}
			return list(depth, "[]", parts)
		case "read", "edit", "gsd", "x":
			return pick(r, `{}`, `{"*": "ask"}`, `null`, `"d\u0065ny"`)
		}
		return pick(r, `1`, `true`, `null`, `12345678901234567890`, `1.0`, `"\u00e9 // no"`, `{}`, `-0`, `1E400`)
	}
	s := value(0, "") + pick(r, "", nl)
	return []byte(pick(r, "", "", bom, "// c"+nl) + s)
}

func TestJSONLawsOnRandomFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		checkJSON(t, randomJSON(r), pick(r, jsonOps...), r)
	}
}

func FuzzJSON(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		f.Add(randomJSON(r), uint8(r.IntN(8)), r.Uint64())
	}
	for i, s := range []string{"", "null", " ", bom, "[]", `"x"`, "{", "//", "/*", "{} // x", "{\"hooks\":{\"PreToolUse\":{}}}", "{\"a\":1,}", "\xff\xfe", "{\r\r\n}", "{\"\\ud800\":1}", "/**/null/**/"} {
		f.Add([]byte(s), uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, file []byte, ops uint8, seed uint64) {
		checkJSON(t, file, jsonOps[int(ops)%len(jsonOps)], rand.New(rand.NewPCG(seed, 0)))
	})
}
