package project

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
)

// limit cuts a text to the key's most characters; true if it was cut.
func (o *output) limit(k descriptors.Key, s string) (string, bool) {
	if k.Limit <= 0 || utf8.RuneCountInString(s) <= k.Limit {
		return s, false
	}
	return cut(s, k.Limit), true
}

// cut shortens s to at most n characters, the last an ellipsis: at the end of a
// word if one ends in the last half, else between two characters.
func cut(s string, n int) string {
	runes := []rune(s)
	end := n - 1
	for i := end; i > end/2; i-- {
		if unicode.IsSpace(runes[i]) {
			end = i
			break
		}
	}
	// A mark or joiner belongs to the character before it.
	for end > 1 && (unicode.Is(unicode.M, runes[end]) || runes[end] == '\u200d' || runes[end-1] == '\u200d') {
		end--
	}
	return strings.TrimRightFunc(string(runes[:end]), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:-", r)
	}) + "…"
}
