package edit

import (
	"bytes"
	"strings"
)

// list is the text of a container whose elements are parted by commas: a JSON
// object or array, a TOML array.
type list struct {
	// open and close are the offsets of its brackets.
	open, close int
	elems       []elem
	// comment is what begins a comment that ends with the line.
	comment string
}

// elem is one element, or one member with its name.
type elem struct {
	start, end int
	// comma is the offset of the comma after it, -1 if there is none.
	comma int
}

// gaps returns the texts between the brackets that belong to no element.
func (l list) gaps(b []byte) [][]byte {
	var gaps [][]byte
	from := l.open + 1
	for _, e := range l.elems {
		gaps = append(gaps, b[from:e.start])
		from = e.end
	}
	return append(gaps, b[from:l.close])
}

// commented reports whether there is a comment between the elements.
func (l list) commented(b []byte) bool {
	for _, g := range l.gaps(b) {
		if len(bytes.Trim(g, " \t\r\n,")) > 0 {
			return true
		}
	}
	return false
}

// style is how a file is written.
type style struct {
	newline string
	// unit is one step of indentation.
	unit string
	// space stands after a colon, and after a comma within a line.
	space string
	// oneLine reports a file that has everything on one line.
	oneLine bool
}

// add returns the changes that put an element at the end. render writes it, with
// its further lines indented by at least indent if wide is true.
func (l list) add(b []byte, s style, render func(indent string, wide bool) string) []change {
	base := indentAt(b, l.open)
	if len(l.elems) == 0 {
		return l.addFirst(b, s, base, render)
	}
	last := l.elems[len(l.elems)-1]
	end := last.end
	if last.comma >= 0 {
		end = last.comma + 1
	}
	at, text := end, ""
	if beginsLine(b, last.start) {
		at = commentsEnd(b, end, l.close, l.comment)
		indent := indentAt(b, last.start)
		text = s.newline + indent + render(indent, true)
	} else {
		wide := bytes.Contains(b[last.start:last.end], []byte("\n"))
		text = s.space + render(indentAt(b, last.start), wide)
	}
	switch {
	case last.comma >= 0:
		return []change{{at, at, text + ","}}
	case at == end:
		return []change{{at, at, "," + text}}
	}
	return []change{{end, end, ","}, {at, at, text}}
}

func (l list) addFirst(b []byte, s style, base string, render func(string, bool) string) []change {
	inner := b[l.open+1 : l.close]
	hasComment := l.commented(b)
	if s.oneLine && !hasComment {
		return []change{{l.open + 1, l.close, render(base, false)}}
	}
	text := s.newline + base + s.unit + render(base+s.unit, true)
	if !hasComment {
		return []change{{l.open + 1, l.close, text + s.newline + base}}
	}
	// The white space before the closing bracket stays where it is.
	at := l.open + 1 + len(bytes.TrimRight(inner, " \t\r\n"))
	if !bytes.Contains(b[at:l.close], []byte("\n")) {
		text += s.newline + base
	}
	return []change{{at, at, text}}
}

// commentsEnd is the end of the comments that stand after i on its line, at
// most limit.
func commentsEnd(b []byte, i, limit int, line string) int {
	end := i
	for i < limit {
		rest := string(b[i:limit])
		switch {
		case b[i] == ' ' || b[i] == '\t':
			i++
		case strings.HasPrefix(rest, line):
			return lineEnd(b, i)
		case line == "//" && strings.HasPrefix(rest, "/*"):
			i += len("/*") + strings.Index(rest[len("/*"):], "*/") + len("*/")
			end = i
		default:
			return end
		}
	}
	return end
}

// cut returns the changes that take element i out, with the comma that goes
// with it and the line that it leaves empty. Comments around it stay.
func (l list) cut(b []byte, i int) []change {
	e := l.elems[i]
	if len(l.elems) == 1 && !l.commented(b) {
		return []change{{l.open + 1, l.close, ""}}
	}
	var changes []change
	from, to := e.start, e.end
	last, ownLine := i == len(l.elems)-1, beginsLine(b, e.start)
	switch {
	case e.comma >= 0 && blank(b[e.end:e.comma]):
		to = e.comma + 1
	case e.comma >= 0:
		changes = append(changes, change{e.comma, e.comma + 1, ""})
	case i > 0:
		prev := l.elems[i-1].comma
		changes = append(changes, change{prev, prev + 1, ""})
	}
	left := len(bytes.TrimRight(b[:from], " \t"))
	right := len(b) - len(bytes.TrimLeft(b[to:], " \t"))
	switch {
	case ownLine && lineEnd(b, right) == right:
		from = len(cutNewline(b[:left]))
	case last && i > 0 && blank(b[l.elems[i-1].comma+1:from]):
		from = l.elems[i-1].comma + 1
	case last && !ownLine:
		from = left
	case !last:
		to = right
	}
	return append(changes, change{from, to, ""})
}
