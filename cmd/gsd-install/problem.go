package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/gsd-install/gsd-install/lint"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/project"
)

// problem is one part of a failure.
type problem struct {
	// who are the hosts that it is about, for the beginning of a line; empty if that is
	// plain or not known.
	who string
	// text is what a person reads behind that.
	text string
	// Problem is what a program reads.
	pack.Problem
}

// String is the problem in one line.
func (p problem) String() string { return p.who + p.text }

// placed is an error of a file; the line is 0 if it is not known.
type placed interface {
	Place() (file string, line int)
}

// problem is an error that is not joined from others, with its place if that is known.
func (f *failure) problem(err error) problem {
	p := problem{text: plainly(err, f.home)}
	var item *project.ItemError
	if f.named && errors.As(err, &item) {
		p.text = strings.Replace(p.text, item.Message, item.General, 1) // who says the host
	}
	var at placed
	var call *fs.PathError
	switch {
	case errors.As(err, &at):
		var file string
		file, p.Line = at.Place()
		p.File = tilde(file, f.home)
		p.text = strings.Replace(p.text, file, p.File, 1)
	case errors.As(err, &call) && filepath.IsAbs(call.Path):
		p.File = tilde(call.Path, f.home)
	}
	p.Message = p.text
	for _, line := range []int{0, p.Line} {
		place := pack.Problem{File: p.File, Line: line}.String()
		p.Message = strings.TrimPrefix(strings.TrimPrefix(p.Message, "descriptor "+place), place)
	}
	return p
}

// wayOn is what to do about an item that a host cannot have.
func wayOn(e *project.ItemError) string {
	for _, r := range lint.Rules() {
		if r.ID == e.Rule && r.ID != "item-refused" {
			return r.Fix + ", or leave the host out"
		}
	}
	return ""
}
