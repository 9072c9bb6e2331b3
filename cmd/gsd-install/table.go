package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// printTable prints rows with their columns aligned, indented, and no blanks at the
// ends of lines.
func printTable(w io.Writer, indent string, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := indent
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}
