package pack

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// document is a markdown file taken apart.
type document struct {
	meta Meta
	// has reports whether there was a frontmatter, an empty one included.
	has      bool
	body     string
	bodyLine int
}

// parseDocument takes a markdown file apart as leniently as Claude Code does:
// a byte order mark and any line ends are accepted, the frontmatter opens with
// "---" on the first line and ends at the next line that is "---", and what is
// not YAML in it is read line by line. Faults go to r under the name file.
func parseDocument(file string, data []byte, r *report) document {
	text, ok := decodeText(file, data, r)
	if !ok {
		return document{}
	}
	first, rest, _ := strings.Cut(text, "\n")
	if !fence(first) {
		return document{body: text, bodyLine: 1}
	}
	lines := strings.Split(rest, "\n")
	for i, line := range lines {
		if fence(line) {
			return document{
				meta:     parseMeta(file, lines[:i], 2, r),
				has:      true,
				body:     strings.Join(lines[i+1:], "\n"),
				bodyLine: i + 3,
			}
		}
	}
	r.refuse("frontmatter-broken", file, 1, "the frontmatter that opens here has no closing line \"---\"")
	return document{}
}

// fence reports whether a line opens or closes a frontmatter.
func fence(line string) bool {
	return strings.HasPrefix(line, "---") && strings.TrimRight(line[3:], " \t") == ""
}

// decodeText returns data as text with "\n" line ends and no byte order mark.
func decodeText(file string, data []byte, r *report) (string, bool) {
	if !isText(file, data, r) {
		return "", false
	}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return text, true
}

// isText reports, and says if not, that a file is UTF-8.
func isText(file string, data []byte, r *report) bool {
	at := invalidAt(data)
	if at >= 0 {
		line := 1 + bytes.Count(data[:at], []byte("\n"))
		r.refuse("not-utf8", file, line, "invalid UTF-8 at byte offset %d (byte 0x%02X)", at, data[at])
	}
	return at < 0
}

// invalidAt returns the offset of the first byte that is no UTF-8, or -1.
func invalidAt(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// Frontmatter is what a markdown file says of itself, read as an item's is; nil where
// there is none, or it is broken.
func Frontmatter(data []byte) Meta {
	var r report
	doc := parseDocument("", data, &r)
	if len(r.problems) > 0 {
		return nil
	}
	return doc.meta
}
