package edit

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/plan"
)

const bom = "\ufeff"

// text is a file being edited; splices say how to get back.
type text struct {
	b       []byte
	splices []Splice
}

// change replaces the bytes [from, to) by with.
type change struct {
	from, to int
	with     string
}

// replace makes the changes, which must not overlap; offsets are those before
// any of them.
func (t *text) replace(changes ...change) {
	slices.SortStableFunc(changes, func(a, b change) int { return a.from - b.from })
	for _, c := range slices.Backward(changes) {
		old := slices.Clone(t.b[c.from:c.to])
		t.splices = append(t.splices, Splice{At: c.from, Len: len(c.with), Old: old})
		t.b = splice(t.b, c.from, c.to, []byte(c.with))
	}
}

// splice returns a copy of b with the bytes [from, to) replaced; never nil, since
// an empty file is not an absent one.
func splice(b []byte, from, to int, with []byte) []byte {
	out := make([]byte, 0, len(b)-(to-from)+len(with))
	return append(append(append(out, b[:from]...), with...), b[to:]...)
}

// unsplice undoes the splices of r on the text that Apply left.
func unsplice(b []byte, r Receipt) ([]byte, error) {
	if r.Before == "" {
		return nil, nil
	}
	for _, s := range slices.Backward(r.Splices) {
		if s.At < 0 || s.Len < 0 || s.At > len(b) || s.Len > len(b)-s.At {
			return nil, errorf("the receipt does not fit the file")
		}
		b = splice(b, s.At, s.At+s.Len, s.Old)
	}
	if plan.SumOf(b) != r.Before {
		return nil, errorf("the receipt does not lead back to the file as it was")
	}
	return b, nil
}

// checkUTF8 refuses text that other programs do not read as UTF-8.
func checkUTF8(b []byte) error {
	if err := checkUTF16(b); err != nil {
		return err
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return errorAt(b, i, "the byte 0x%02x is no UTF-8", b[i])
		}
		i += n
	}
	return nil
}

func checkUTF16(b []byte) error {
	if bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff")) {
		return errorAt(b, 0, "the file is UTF-16; save it as UTF-8")
	}
	return nil
}

// newline is what ends most lines of b, "\n" if there is no line.
func newline(b []byte) string {
	crlf := bytes.Count(b, []byte("\r\n"))
	if crlf > bytes.Count(b, []byte("\n"))-crlf {
		return "\r\n"
	}
	return "\n"
}

// start is the offset after a BOM.
func start(b []byte) int {
	return len(b) - len(bytes.TrimPrefix(b, []byte(bom)))
}

// blank reports whether there is nothing in b but white space, and a BOM at most.
func blank(b []byte) bool {
	return len(bytes.Trim(b[start(b):], " \t\r\n")) == 0
}

// lineStart and lineEnd are the offsets of the first byte of i's line and of the
// newline that ends it, or the end of b.
func lineStart(b []byte, i int) int { return bytes.LastIndexByte(b[:i], '\n') + 1 }

func lineEnd(b []byte, i int) int {
	n := bytes.IndexByte(b[i:], '\n')
	switch {
	case n < 0:
		return len(b)
	case n > 0 && b[i+n-1] == '\r':
		return i + n - 1
	}
	return i + n
}

// nextLine is the offset after the newline that ends i's line.
func nextLine(b []byte, i int) int {
	if n := bytes.IndexByte(b[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(b)
}

// indentAt is the white space that begins the line of i.
func indentAt(b []byte, i int) string {
	s := lineStart(b, i)
	if s == 0 {
		s = start(b)
	}
	e := s
	for e < len(b) && (b[e] == ' ' || b[e] == '\t') {
		e++
	}
	return string(b[s:e])
}

// beginsLine reports whether only white space stands before i on its line.
func beginsLine(b []byte, i int) bool {
	s := len(bytes.TrimRight(b[:i], " \t"))
	return s <= start(b) || b[s-1] == '\n'
}
