package edit

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// put returns the changes that put p into the file, and completes p.
func (f tomlFile) put(p *Piece) ([]change, string, error) {
	v, err := hujson.Parse(bytes.Clone(p.Value))
	if err != nil {
		return nil, "", err
	}
	_, isTable := v.Value.(*hujson.Object)
	text, err := tomlText(v)
	if err != nil {
		return nil, "", err
	}
	_, depth := f.lookup(p.Key)
	for _, e := range f.entries {
		switch {
		case e.kind != keyValue || !hasPrefix(p.Key, e.path):
		case len(e.path) < len(p.Key):
			return nil, "", f.shape(e.path, "is an inline table; "+KeyText(p.Key)+" cannot be added to it")
		case p.Kind == plan.Append:
			return e.list.add(f.b, f.style(), func(string, bool) string { return text }), "", nil
		default:
			p.Old = slices.Clone(f.b[e.value:e.stop])
			return []change{{e.value, e.stop, text}}, replaced(p.Op, string(p.Old)), nil
		}
	}
	switch {
	case depth == len(p.Key) && !isTable:
		return nil, "", f.shape(p.Key, "is an array of tables, which takes no plain value")
	case isTable && p.Kind == plan.Append:
		return f.paragraph(p, "[["+tomlKey(p.Key)+"]]", v), "", nil
	case isTable:
		return f.paragraph(p, "["+tomlKey(p.Key)+"]", v), "", nil
	case p.Kind == plan.Append:
		p.Made, text = 1, "["+text+"]"
	}
	return f.line(p, text), "", nil
}

func (f tomlFile) style() style {
	return style{newline: newline(f.b), unit: "    ", space: " ", oneLine: true}
}

// paragraph puts a header and its keys at the end of the file, where they
// swallow nothing.
func (f tomlFile) paragraph(p *Piece, header string, v hujson.Value) []change {
	nl := newline(f.b)
	text := header + nl
	for _, m := range v.Value.(*hujson.Object).Members {
		s, _ := tomlText(m.Value) // put has written the whole value before
		text += tomlKey([]string{nameOf(m)}) + " = " + s + nl
	}
	p.Lead = leadAfter(f.b)
	return []change{{len(f.b), len(f.b), p.Lead.text(nl) + text}}
}

// line puts a key and value where its table's keys are: after the last of them,
// else after its header, else under a new header.
func (f tomlFile) line(p *Piece, value string) []change {
	parent := p.Key[:len(p.Key)-1]
	section, last := -1, -1
	for i, e := range f.entries {
		switch {
		case e.kind == table && slices.Equal(e.path, parent):
			section, last = i, i
		case e.kind == keyValue && e.section == section && (section >= 0 || len(parent) == 0):
			last = i
		}
	}
	key := p.Key[len(parent):]
	if last < 0 {
		last, key = f.dotted(p.Key)
	}
	nl := newline(f.b)
	switch {
	case last >= 0:
		return f.after(p, f.entries[last], tomlKey(key)+" = "+value)
	case len(parent) > 0:
		p.Made++
		p.Lead = leadAfter(f.b)
		text := "[" + tomlKey(parent) + "]" + nl + tomlKey(key) + " = " + value + nl
		return []change{{len(f.b), len(f.b), p.Lead.text(nl) + text}}
	case len(f.entries) > 0:
		return []change{{start(f.b), start(f.b), tomlKey(key) + " = " + value + nl}}
	}
	p.Lead = leadAfter(f.b)
	return []change{{len(f.b), len(f.b), p.Lead.text(nl) + tomlKey(key) + " = " + value + nl}}
}

// dotted finds the last statement that defines key's table by a dotted key, and what
// of key to write beside it.
func (f tomlFile) dotted(key []string) (last int, rest []string) {
	parent := key[:len(key)-1]
	last = -1
	for i, e := range f.entries {
		above := 0
		if e.section >= 0 {
			above = len(f.entries[e.section].path)
		}
		if e.kind == keyValue && len(parent) > above && len(e.path) > len(parent) && hasPrefix(e.path, parent) {
			last, rest = i, key[above:]
		}
	}
	if last < 0 {
		rest = key[len(parent):]
	}
	return last, rest
}

// after puts a statement on the line after e.
func (f tomlFile) after(p *Piece, e entry, statement string) []change {
	nl := newline(f.b)
	text := indentAt(f.b, e.key) + statement
	if !bytes.HasSuffix(f.b[:e.to], []byte("\n")) {
		p.Lead.Ended = true
		return []change{{e.to, e.to, nl + text}}
	}
	return []change{{e.to, e.to, text + nl}}
}
