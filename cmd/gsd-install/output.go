package main

import (
	"os"

	"golang.org/x/term"
)

// output is a stream that people read. It remembers its first error, so that a result
// which did not arrive is no success.
type output struct {
	file     *os.File
	coloured bool
	err      error
	// busy tells what is under way where this goes to a person too.
	busy *progress
}

// Write writes p, which has to be whole lines, as a text.
func (o *output) Write(p []byte) (int, error) {
	t := text{w: exact{o}}
	if o.coloured {
		t.colours = colours
	}
	t.columns = o.columns()
	return t.Write(p)
}

// columns is the width of the terminal; 0 if it is none.
func (o *output) columns() int {
	columns, _, err := term.GetSize(int(o.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// Fd returns the number of the stream's file.
func (o *output) Fd() uintptr { return o.file.Fd() }

// exact is an output for programs: its bytes stay as they are.
type exact struct{ *output }

// Write writes p, unless an earlier write has failed.
func (e exact) Write(p []byte) (int, error) {
	if e.err != nil {
		return 0, e.err
	}
	e.busy.over()
	n, err := e.file.Write(p)
	e.err = err
	return n, err
}
