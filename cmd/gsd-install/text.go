package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// text is a stream for people. What would move the cursor, change the terminal or turn
// the direction of writing is quoted, since names and bytes of files come from
// anybody; only the program's own colours and blank space pass. Long lines are broken
// between words.
type text struct {
	w io.Writer
	// columns is the width to break lines for; 0 breaks none.
	columns int
	// colours are the escapes that may pass.
	colours []string
}

// Write prints p, which has to be whole lines to be broken well.
func (t text) Write(p []byte) (int, error) {
	lines := strings.SplitAfter(quoteControls(string(p), t.colours), "\n")
	for i, line := range lines {
		lines[i] = wrap(line, t.columns)
	}
	if _, err := io.WriteString(t.w, strings.Join(lines, "")); err != nil {
		return 0, err
	}
	return len(p), nil
}

// colours are all escapes that the program prints.
var colours = []string{green, yellow, red, faint, bold, reset}

// quoteControls spells the controls in s but the colours, and bytes that are no text, as
// Go strings do.
func quoteControls(s string, colours []string) string {
	var b strings.Builder
	for s != "" {
		if i := slices.IndexFunc(colours, func(c string) bool { return strings.HasPrefix(s, c) }); i >= 0 {
			b.WriteString(colours[i])
			s = s[len(colours[i]):]
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)):
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// oneLine spells the line breaks and all other controls in a name.
func oneLine(name string) string {
	return strings.ReplaceAll(quoteControls(name, nil), "\n", `\n`)
}

// wrap breaks a line between words, where it can; what follows is indented by four
// columns more than the line.
func wrap(line string, columns int) string {
	if columns == 0 || cells(line) <= columns {
		return line
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	words := strings.Split(line[len(indent):], " ")
	out, used := indent+words[0], len(indent)+cells(words[0])
	for _, word := range words[1:] {
		if used+1+cells(word) > columns {
			out = strings.TrimRight(out, " ") + "\n" + indent + "    " + word
			used = len(indent) + 4 + cells(word)
			continue
		}
		out += " " + word
		used += 1 + cells(word)
	}
	return out
}

// cells is how many columns a terminal shows a text in, its colours and line break left out.
func cells(s string) int { return ansi.StringWidth(s) }

// shorten cuts a text without colours to so many columns; an ellipsis stands for what was cut.
func shorten(s string, columns int) string {
	if cells(s) <= columns {
		return s
	}
	return strings.TrimRight(ansi.Truncate(s, max(0, columns-1), ""), " ") + "…"
}
