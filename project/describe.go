package project

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
)

// description is the item's own, respelled, or else the first sentence of its
// body. A rule may do without.
func (o *output) description() string {
	own := o.Item.Meta.Text("description")
	if strings.TrimSpace(own) != "" || o.Kind == pack.Rule {
		return o.spelling.line(own)
	}
	made := firstSentence(o.Item.Body)
	if made == "" {
		made = o.Item.Name
	}
	o.note("description-made", "it has no description; its first sentence stands in")
	return o.spelling.line(made)
}

// firstSentence is the first sentence of the first paragraph or heading.
func firstSentence(body string) string {
	for _, line := range strings.Split(body, "\n") {
		line = oneLine(strings.TrimLeft(line, "#>*- \t"))
		if line == "" || strings.HasPrefix(line, "<") || strings.HasPrefix(line, "```") {
			continue
		}
		for i, r := range line {
			end := i + utf8.RuneLen(r)
			if strings.ContainsRune(".!?。", r) && (end == len(line) || line[end] == ' ') {
				return line[:end]
			}
		}
		return line
	}
	return ""
}

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
