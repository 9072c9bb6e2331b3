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
	for _, line := range tableLines(indent, rows) {
		fmt.Fprintln(w, line)
	}
}

// tableLines are the lines of a table.
func tableLines(indent string, rows [][]string) []string {
	var widths []int
	for _, row := range rows {
		for i := len(widths); i < len(row); i++ {
			widths = append(widths, columnWidth(rows, i))
		}
	}
	var lines []string
	for _, row := range rows {
		line := indent
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// columnWidth is the width of a table's column.
func columnWidth(rows [][]string, i int) int {
	width := 0
	for _, row := range rows {
		if i < len(row) {
			width = max(width, utf8.RuneCountInString(row[i]))
		}
	}
	return width
}
