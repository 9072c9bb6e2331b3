package edit

import (
	"bytes"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// entryKind is what a statement of a TOML file is.
type entryKind int

const (
	keyValue entryKind = iota
	table              // [a.b]
	tables             // [[a.b]]
)

// entry is one statement of a TOML file.
type entry struct {
	kind entryKind
	// path is the whole key: a key/value's begins with its table's.
	path []string
	// section is the index of the header that a key/value stands under, -1 at the top.
	section int
	// from and to are the offsets of its lines, with the last newline.
	from, to int
	// key, value and stop are the offsets of its first byte, of its value and
	// of the byte after it.
	key, value, stop int
	// list is the text of an array, nil if the value is none.
	list *list
}

// scanTOML returns the statements of a file that a parser has found valid.
func scanTOML(b []byte) ([]entry, error) {
	s := &scanner{b: b, i: start(b)}
	var entries []entry
	section := -1
	for s.i < len(b) {
		from := s.i
		s.skip(" \t")
		switch {
		case s.at("#") || s.at("\n") || s.at("\r\n") || s.i == len(b):
			s.i = nextLine(b, s.i)
			continue
		case s.at("["):
			entries = append(entries, s.header(from))
			section = len(entries) - 1
		default:
			e := s.keyValue(from)
			e.section = section
			if section >= 0 {
				e.path = slices.Concat(entries[section].path, e.path)
			}
			entries = append(entries, e)
		}
		s.skip(" \t")
		if !(s.at("#") || s.at("\n") || s.at("\r\n") || s.i == len(b)) {
			s.bad = true
		}
		if s.bad {
			return nil, errorAt(b, from, "this statement is not understood")
		}
		s.i = nextLine(b, s.i)
		entries[len(entries)-1].to = s.i
	}
	return entries, nil
}

// scanner reads a TOML text; bad reports that it met what it does not know.
type scanner struct {
	b   []byte
	i   int
	bad bool
}

func (s *scanner) at(prefix string) bool { return bytes.HasPrefix(s.b[s.i:], []byte(prefix)) }

func (s *scanner) skip(set string) {
	for s.i < len(s.b) && strings.IndexByte(set, s.b[s.i]) >= 0 {
		s.i++
	}
}

func (s *scanner) expect(token string) {
	if !s.at(token) {
		s.bad = true
		return
	}
	s.i += len(token)
}

// space skips white space, newlines and comments.
func (s *scanner) space() {
	for s.skip(" \t\r\n"); s.at("#"); s.skip(" \t\r\n") {
		s.i = nextLine(s.b, s.i)
	}
}

func (s *scanner) header(from int) entry {
	e := entry{kind: table, from: from, key: s.i, value: s.i, section: -1}
	end := "]"
	if s.at("[[") {
		e.kind, end = tables, "]]"
	}
	s.i += len(end)
	e.path = s.keys()
	s.expect(end)
	e.stop = s.i
	return e
}

func (s *scanner) keyValue(from int) entry {
	e := entry{kind: keyValue, from: from, key: s.i}
	e.path = s.keys()
	s.expect("=")
	s.skip(" \t")
	e.value = s.i
	if s.at("[") {
		l := s.array()
		e.list = &l
	} else {
		s.val()
	}
	e.stop = s.i
	return e
}

// keys reads a dotted key.
func (s *scanner) keys() []string {
	var path []string
	for {
		s.skip(" \t")
		path = append(path, s.oneKey())
		s.skip(" \t")
		if s.bad || !s.at(".") {
			return path
		}
		s.i++
	}
}

func (s *scanner) oneKey() string {
	from := s.i
	if s.at(`"`) || s.at(`'`) {
		s.text(s.b[s.i : s.i+1])
		if s.bad {
			return ""
		}
		var v struct{ K string }
		if _, err := toml.Decode("K="+string(s.b[from:s.i]), &v); err != nil {
			s.bad = true
		}
		return v.K
	}
	for s.i < len(s.b) && strings.IndexByte(" \t\r\n.=]#", s.b[s.i]) < 0 {
		s.i++
	}
	s.bad = s.bad || s.i == from
	return string(s.b[from:s.i])
}

// val reads any value.
func (s *scanner) val() {
	switch {
	case s.at(`"""`) || s.at(`'''`):
		s.text(s.b[s.i : s.i+3])
	case s.at(`"`) || s.at(`'`):
		s.text(s.b[s.i : s.i+1])
	case s.at("["):
		s.array()
	case s.at("{"):
		s.inlineTable()
	default:
		from := s.i
		for s.i < len(s.b) && strings.IndexByte(",]}#\r\n", s.b[s.i]) < 0 {
			s.i++
		}
		s.i = from + len(bytes.TrimRight(s.b[from:s.i], " \t"))
		s.bad = s.bad || s.i == from
	}
}

// text reads a string with these quotes.
func (s *scanner) text(quote []byte) {
	for s.i += len(quote); !s.at(string(quote)); s.i++ {
		if s.i >= len(s.b) {
			s.bad = true
			return
		}
		if quote[0] == '"' && s.b[s.i] == '\\' {
			s.i++
		}
	}
	s.i += len(quote)
	// A multi-line string may end in quotes of its own.
	for n := 0; n < 2 && len(quote) == 3 && s.at(string(quote[:1])); n++ {
		s.i++
	}
}

func (s *scanner) array() list {
	l := list{open: s.i, comment: "#"}
	s.i++
	for s.space(); !s.bad && !s.at("]"); s.space() {
		e := elem{start: s.i, comma: -1}
		s.val()
		e.end = s.i
		if s.space(); s.at(",") {
			e.comma = s.i
			s.i++
		}
		l.elems = append(l.elems, e)
	}
	l.close = s.i
	s.expect("]")
	return l
}

func (s *scanner) inlineTable() {
	s.i++
	for s.space(); !s.bad && !s.at("}"); s.space() {
		s.keys()
		s.expect("=")
		s.skip(" \t")
		s.val()
		if s.space(); s.at(",") {
			s.i++
		}
	}
	s.expect("}")
}
