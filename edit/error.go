package edit

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is a fault in a file of the user's, or in what was asked of it.
type Error struct {
	// Line and Column are 1-based and count characters; 0 if the fault has no place.
	Line, Column int
	// Message says what was found and what was wanted; lower case, no full stop.
	Message string
}

// Error is the message with its place before it.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

func errorf(format string, args ...any) *Error {
	return &Error{Message: fmt.Sprintf(format, args...)}
}

// errorAt is an Error at offset i of b.
func errorAt(b []byte, i int, format string, args ...any) *Error {
	e := errorf(format, args...)
	e.Line, e.Column = position(b, i)
	return e
}

// position is the line and column of offset i, which may lie behind the end.
func position(b []byte, i int) (line, column int) {
	head := b[:min(max(i, 0), len(b))]
	line = 1 + bytes.Count(head, []byte("\n"))
	last := head[bytes.LastIndexByte(head, '\n')+1:]
	if line == 1 {
		last = bytes.TrimPrefix(last, []byte(bom))
	}
	return line, 1 + utf8.RuneCount(last)
}

// KeyText spells a key for people: hooks.Stop, mcp."a.b".
func KeyText(key []string) string {
	words := make([]string, len(key))
	for i, k := range key {
		words[i] = k
		if k == "" || strings.ContainsAny(k, ". \"\t\r\n") {
			words[i] = strconv.Quote(k)
		}
	}
	return strings.Join(words, ".")
}
