package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
)

// How much of a comparison is shown: rows in all, rows of a line, and bytes of a file that
// is compared at all.
const (
	differenceRows = 40
	lineRows       = 5
	differenceSize = 1 << 20
)

// difference shows how the user's file differs from ours, or from what was installed if
// nothing of ours is to come, as a unified diff for a terminal of that many columns (0: of
// any). What the files hold changes nothing on the terminal: controls are quoted.
func (c conflict) difference(p painter, columns int) string {
	switch {
	case c.link != "":
		return fmt.Sprintf("  it is a link to %s\n", oneLine(c.link))
	case c.have == nil && c.Have != "" || len(c.have) > differenceSize || len(c.want) > differenceSize:
		return "  it is too large to be compared here\n"
	case c.have == nil || c.want == nil || bytes.Equal(c.have, c.want):
		return ""
	case bytes.IndexByte(c.have, 0) >= 0 || bytes.IndexByte(c.want, 0) >= 0:
		return fmt.Sprintf("  it is no text: yours has %d bytes, ours %d\n", len(c.have), len(c.want))
	}
	text := diff.Diff("yours", c.have, "ours", c.want)
	if c.Want == "" {
		text = diff.Diff("installed", c.want, "yours", c.have)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] // the first one names both again
	var rows []string
	for i, line := range lines {
		more, colour := diffRows(line, columns), diffColour(line)
		if i < 2 {
			colour = faint // the names
		}
		if left := len(lines) - i; len(rows)+len(more) > differenceRows && left > 1 {
			rows = append(rows, fmt.Sprintf("… %d more lines", left))
			break
		}
		for _, row := range more {
			rows = append(rows, p.paint(colour, row))
		}
	}
	return strings.Join(rows, "\n") + "\n"
}

// diffColour is that of a line of a diff.
func diffColour(line string) string {
	switch {
	case strings.HasPrefix(line, "@@"):
		return faint
	case strings.HasPrefix(line, "+"):
		return green
	case strings.HasPrefix(line, "-"):
		return red
	}
	return plain
}

// diffRows breaks a line of a diff into rows, each with the sign of the line, so that it can
// be told from the lines beside it without colours. Of a very long line the beginning is
// shown.
func diffRows(line string, columns int) []string {
	line = quoteControls(strings.ReplaceAll(line, "\t", "    "), nil)
	if columns < 8 || utf8.RuneCountInString(line) <= columns {
		return []string{line}
	}
	sign, rest := line[:1], []rune(line[1:])
	n := rowEnd(rest, columns-1)
	rows := []string{sign + string(rest[:n])}
	for rest = rest[n:]; len(rest) > 0; rest = rest[n:] {
		if len(rows) == lineRows {
			rows[lineRows-1] += "…"
			break
		}
		n = rowEnd(rest, columns-4)
		rows = append(rows, sign+"… "+string(rest[:n]))
	}
	return rows
}

// rowEnd is how much of a text goes into a row of that many columns: up to a space in its
// second half, if there is one.
func rowEnd(text []rune, columns int) int {
	if len(text) <= columns {
		return len(text)
	}
	for n := columns; n > columns/2; n-- {
		if text[n-1] == ' ' {
			return n
		}
	}
	return columns
}
