package edit

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// jsonFile is a parsed file; offsets in root are those in b.
type jsonFile struct {
	b    []byte
	root *hujson.Value
	// blank reports that there are at most comments in it; root is nil then.
	blank bool
	style style
}

func parseJSON(b []byte) (jsonFile, error) {
	f := jsonFile{b: b, style: style{newline: newline(b), unit: "  ", space: " "}}
	if err := checkUTF8(b); err != nil {
		return f, err
	}
	if err := checkDepth(b); err != nil {
		return f, err
	}
	// The parser knows no BOM and wants a line comment to end in a newline;
	// neither replacement moves an offset.
	body := slices.Concat(bytes.Repeat([]byte(" "), start(b)), b[start(b):], []byte("\n"))
	if hujson.Extra(body).IsValid() {
		f.blank = true
		return f, nil
	}
	v, err := hujson.Parse(body)
	if err != nil {
		return f, jsonError(b, err)
	}
	f.root = &v
	if k := v.Value.Kind(); k != '{' && k != 'n' {
		return f, errorAt(b, v.StartOffset, "the file is %s, not an object", kindName(v))
	}
	f.style = f.detect()
	return f, nil
}

// jsonError gives a parser's error its place, which it has only in words.
func jsonError(b []byte, err error) error {
	var line, column int
	_, message, _ := strings.Cut(strings.TrimPrefix(err.Error(), "hujson: "), ": ")
	if n, _ := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column); n < 2 {
		return errorf("not JSON: %s", err)
	}
	i := 0
	for range line - 1 {
		i = nextLine(b, i)
	}
	return errorAt(b, i+column-1, "not JSON: %s", message)
}

// detect reads the style off the first members that show it.
func (f jsonFile) detect() style {
	s := f.style
	root := f.root
	s.oneLine = !isNull(root) && len(jsonList(*root).elems) > 0 &&
		!bytes.Contains(f.b[root.StartOffset:root.EndOffset], []byte("\n"))
	unit, space := false, false
	for v := range root.All() {
		if obj, ok := v.Value.(*hujson.Object); ok && len(obj.Members) > 0 && !space {
			space = true
			if len(obj.Members[0].Value.BeforeExtra) == 0 {
				s.space = ""
			}
		}
		if isContainer(*v) && !unit {
			s.unit, unit = jsonList(*v).unit(f.b, s.unit)
		}
	}
	return s
}

// unit is how much deeper than its container the first element is indented.
func (l list) unit(b []byte, otherwise string) (string, bool) {
	if len(l.elems) == 0 || !beginsLine(b, l.elems[0].start) || !beginsLine(b, l.close) {
		return otherwise, false
	}
	unit, ok := strings.CutPrefix(indentAt(b, l.elems[0].start), indentAt(b, l.close))
	if !ok || unit == "" {
		return otherwise, false
	}
	return unit, true
}

// jsonComment reports whether there is a comment in tokens that are whole.
func jsonComment(b []byte) bool {
	for i := 0; i < len(b); i = tokenEnd(b, i) {
		if b[i] == '/' {
			return true
		}
	}
	return false
}

// tokenEnd is the offset after the string or comment that begins at i, or after any
// other byte.
func tokenEnd(b []byte, i int) int {
	rest := b[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		return nextLine(b, i)
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + n + len("/**/")
		}
		return len(b)
	case rest[0] == '"':
		for n := 1; n < len(rest); n++ {
			switch rest[n] {
			case '\\':
				n++
			case '"':
				return i + n + 1
			}
		}
		return len(b)
	}
	return i + 1
}

// maxDepth is that of the standard library's JSON. The parsers recurse.
const maxDepth = 10000

// checkDepth refuses JSON that would exhaust the stack.
func checkDepth(b []byte) error {
	depth := 0
	for i := start(b); i < len(b); i = tokenEnd(b, i) {
		switch b[i] {
		case '{', '[':
			if depth++; depth > maxDepth {
				return errorAt(b, i, "more than %d objects and arrays in each other", maxDepth)
			}
		case '}', ']':
			depth--
		}
	}
	return nil
}

// holds reports whether v has n elements and no comment between them.
func (f jsonFile) holds(v *hujson.Value, n int) bool {
	l := jsonList(*v)
	return len(l.elems) == n && !l.commented(f.b)
}

func isNull(v *hujson.Value) bool { return v.Value.Kind() == 'n' }

func isContainer(v hujson.Value) bool { return v.Value.Kind() == '{' || v.Value.Kind() == '[' }

func kindName(v hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "a boolean"
}

// element is the i-th value in an object or array.
func element(v *hujson.Value, i int) *hujson.Value {
	if obj, ok := v.Value.(*hujson.Object); ok {
		return &obj.Members[i].Value
	}
	return &v.Value.(*hujson.Array).Elements[i]
}

// jsonList is the text of an object or array.
func jsonList(v hujson.Value) list {
	l := list{open: v.StartOffset, close: v.EndOffset - 1, comment: "//"}
	add := func(start int, v hujson.Value) {
		l.elems = append(l.elems, elem{start, v.EndOffset, v.EndOffset + len(v.AfterExtra)})
	}
	var last hujson.Extra
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			add(m.Name.StartOffset, m.Value)
			last = m.Value.AfterExtra
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			add(e.StartOffset, e)
			last = e.AfterExtra
		}
	}
	if n := len(l.elems); n > 0 && last == nil {
		l.elems[n-1].comma = -1
	}
	return l
}

// wrap is the piece of op in the containers that are missing: all from depth n on.
func wrap(op plan.Op, n int) hujson.Value {
	raw := string(op.Value)
	for depth := containers(op); depth > n; depth-- {
		if depth > len(op.Key) {
			raw = "[" + raw + "]"
		} else {
			raw = "{" + string(hujson.String(op.Key[depth-1])) + ":" + raw + "}"
		}
	}
	v, err := hujson.Parse([]byte(raw))
	if err != nil {
		panic(err) // checkOp has parsed the value
	}
	return v
}

// print writes v; if wide, each element on a line of its own, the lines after the first
// indented by indent.
func (s style) print(v hujson.Value, indent string, wide bool) string {
	var parts []string
	inner := indent + s.unit
	brackets := "[]"
	switch c := v.Value.(type) {
	case *hujson.Object:
		brackets = "{}"
		for _, m := range c.Members {
			name := string(m.Name.Value.(hujson.Literal))
			parts = append(parts, name+":"+s.space+s.print(m.Value, inner, wide))
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			parts = append(parts, s.print(e, inner, wide))
		}
	case hujson.Literal:
		return string(c)
	}
	if len(parts) == 0 || !wide {
		return brackets[:1] + strings.Join(parts, ","+s.space) + brackets[1:]
	}
	return brackets[:1] + s.newline + inner + strings.Join(parts, ","+s.newline+inner) + s.newline + indent + brackets[1:]
}

// equalJSON reports whether two values are equal whatever their spelling: numbers
// exactly, strings decoded, objects in any order. An object that has a name twice
// equals none.
func equalJSON(a, b hujson.Value) bool {
	x, ok := canonical(a)
	y, ok2 := canonical(b)
	return ok && ok2 && x == y
}

func canonical(v hujson.Value) (string, bool) {
	switch c := v.Value.(type) {
	case *hujson.Object:
		members := map[string]string{}
		for _, m := range c.Members {
			name := m.Name.Value.(hujson.Literal).String()
			text, ok := canonical(m.Value)
			if _, twice := members[name]; twice || !ok {
				return "", false
			}
			members[name] = text
		}
		var out strings.Builder
		for _, name := range slices.Sorted(maps.Keys(members)) {
			fmt.Fprintf(&out, "%q:%s,", name, members[name])
		}
		return "{" + out.String() + "}", true
	case *hujson.Array:
		var out strings.Builder
		for _, e := range c.Elements {
			text, ok := canonical(e)
			if !ok {
				return "", false
			}
			out.WriteString(text + ",")
		}
		return "[" + out.String() + "]", true
	}
	lit := v.Value.(hujson.Literal)
	switch lit.Kind() {
	case '"':
		return fmt.Sprintf("%q", lit.String()), true
	case '0':
		return canonicalNumber(string(lit)), true
	}
	return string(lit), true
}

// canonicalNumber spells a number as its digits without zeros at either end
// and the power of ten they are to be multiplied by.
func canonicalNumber(s string) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	digits, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return "0"
	}
	power, _ := new(big.Int).SetString(cmp.Or(strings.TrimPrefix(exponent, "+"), "0"), 10)
	power.Add(power, big.NewInt(int64(len(digits)-len(short)-len(fraction))))
	sign := ""
	if negative {
		sign = "-"
	}
	return sign + short + "e" + power.String()
}
