package edit

import (
	"bytes"
	"fmt"
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
		if unit && space {
			break
		}
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

// holds reports whether v has n elements and no comment between them.
func (f jsonFile) holds(v *hujson.Value, n int) bool {
	l := jsonList(*v)
	return len(l.elems) == n && !l.commented(f.b)
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
