package project

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordByte reports whether c may be part of a name.
func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// wordBefore reports whether a name reaches up to s[i].
func wordBefore(s string, i int) bool {
	if i == 0 {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return wordRune(r)
}

// wordAfter reports whether a name goes on at s[i]: a letter, or a full stop
// and a letter as in a file's extension.
func wordAfter(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if r == '.' {
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		return i+n < len(s) && wordRune(next)
	}
	return wordRune(r)
}

func wordRune(r rune) bool {
	return r == '_' || r == '-' || unicode.IsLetter(r) && r < 0x2E80 || unicode.IsDigit(r)
}

// inURL reports whether s[i] is part of a URL.
func inURL(s string, i int) bool {
	start := strings.LastIndexAny(s[:i], " \t\r\n\"'`<>()[]{}|")
	return strings.Contains(s[start+1:i], "://")
}

// replacer rebuilds a string in which parts are replaced from left to right.
type replacer struct {
	s    string
	last int
	b    strings.Builder
}

// put replaces s[from:to] by text. from is not before the last to.
func (r *replacer) put(from, to int, text string) {
	if r.b.Cap() == 0 {
		r.b.Grow(len(r.s) + len(r.s)/16)
	}
	r.b.WriteString(r.s[r.last:from])
	r.b.WriteString(text)
	r.last = to
}

// String returns the result; the string itself if nothing was replaced.
func (r *replacer) String() string {
	if r.last == 0 && r.b.Len() == 0 {
		return r.s
	}
	r.b.WriteString(r.s[r.last:])
	return r.b.String()
}
