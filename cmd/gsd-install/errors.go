package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// usageError is a wrong command line. Nothing has been written.
type usageError struct {
	message string
	// hint is what to do instead; empty if there is nothing to add.
	hint string
}

func (e *usageError) Error() string { return e.message }

// Hint returns what to do instead.
func (e *usageError) Hint() string { return e.hint }

// usagef returns a usageError without a hint.
func usagef(format string, args ...any) *usageError {
	return &usageError{message: fmt.Sprintf(format, args...)}
}

// hinter is an error that knows what to do about it.
type hinter interface{ Hint() string }

// hinted adds a hint to an error.
type hinted struct {
	error
	hint string
}

func (e *hinted) Hint() string  { return e.hint }
func (e *hinted) Unwrap() error { return e.error }

// failure is an error taken apart for printing.
type failure struct {
	status status
	// message is the whole error in one line; problems are its parts, each of which
	// stands on its own line when printed.
	message  string
	problems []problem
	hints    []string
	// home is what paths are spelled by; empty if it is not known.
	home string
	// repair is the command for a repair of what the run was about; empty if there is nothing to
	// add to it.
	repair string
	// named reports that a line begins with the hosts that it is about.
	named bool
}

// fail takes err apart. Independent errors that were joined become a problem
// each, and equal hints are given once.
func fail(err error, home, repair string) failure {
	f := failure{status: failed, home: home, repair: repair}
	var usage *usageError
	var place *layout.UsageError
	var source *pack.SourceError
	switch {
	case errors.As(err, &usage), errors.As(err, &place), errors.As(err, &source) && source.Word:
		f.status = misused
	case errors.Is(err, errLeft):
		f.status, err = interrupted, errLeft
	case errors.Is(err, context.Canceled):
		f.status, err = interrupted, interrupted
	}
	f.add(err)
	f.message = f.problems[0].String()
	if n := len(f.problems); n > 1 {
		f.message = fmt.Sprintf("%d problems", n)
	}
	return f
}

// add appends the problems and hints of err.
func (f *failure) add(err error) {
	for _, err := range together(plan.Leaves(err)) {
		f.addOne(err)
	}
}

// addOne is add for an error that is not joined from others.
func (f *failure) addOne(err error) {
	switch e := err.(type) { //nolint:errorlint // what wraps one of these has something to say itself
	case *pack.Error:
		for _, p := range e.Problems {
			text := pack.Problem{File: oneLine(p.File), Line: p.Line, Message: p.Message}.String()
			f.problems = append(f.problems, problem{"", text, p})
		}
		return
	case *hinted:
		f.add(e.error)
		f.hint(e.hint)
		return
	case *refusal:
		of := failure{home: f.home, repair: f.repair, named: e.named}
		of.add(e.error)
		for _, p := range of.problems {
			p.who = e.who()
			f.problems = append(f.problems, p)
		}
		for _, h := range of.hints {
			f.say(h)
		}
		return
	}
	if p := f.problem(err); !slices.Contains(f.problems, p) {
		f.problems = append(f.problems, p)
	}
	var item *project.ItemError
	var place *layout.UsageError
	var h hinter
	switch {
	case errors.As(err, &item):
		f.hint(wayOn(item))
	case errors.Is(err, confine.ErrIrregular), errors.Is(err, syscall.ENOTDIR):
		f.hint("move it away")
	case errors.Is(err, fs.ErrPermission):
		f.hint(permissionHint)
	case errors.As(err, &place):
		f.hint(place.Hint)
	case errors.As(err, &h):
		f.hint(h.Hint())
	}
}

// A package that names a command knows neither the flags of the run nor a shell.
const (
	plainRepair = "gsd-install repair"
	plainAllow  = "allow it with --allow-link "
)

func (f *failure) hint(text string) {
	if before, ok := strings.CutSuffix(text, plainRepair); ok && f.repair != "" {
		text = before + f.repair
	}
	if before, dir, ok := strings.Cut(text, plainAllow); ok {
		text = before + plainAllow + shellWord(dir)
	}
	f.say(text)
}

// say adds a hint as it is, once.
func (f *failure) say(text string) {
	if text != "" && !slices.Contains(f.hints, text) {
		f.hints = append(f.hints, text)
	}
}

// report prints err, unless it is a bare status, and returns the exit status.
func (a *app) report(err error) status {
	var s status
	if errors.As(err, &s) {
		return s
	}
	if a.opt.json {
		f := a.fail(err)
		a.printJSON(f.document())
		return f.status
	}
	return a.complain(err)
}

func (a *app) fail(err error) failure {
	home, _ := a.home() // without it paths are only longer
	return fail(err, home, a.opt.again("repair"))
}

// complain prints err on standard error and returns the exit status.
func (a *app) complain(err error) status {
	f := a.fail(err)
	for _, p := range f.problems {
		fmt.Fprintf(a.err, "gsd-install: %s\n", strings.ReplaceAll(p.String(), "\n", "\n  "))
	}
	for _, h := range f.hints {
		fmt.Fprintf(a.err, "hint: %s\n", h)
	}
	return f.status
}

// errorDocument is what --json prints for an error.
type errorDocument struct {
	Error errorBody `json:"error"`
}

type errorBody struct {
	Message  string         `json:"message"`
	Hint     string         `json:"hint,omitempty"`
	Problems []pack.Problem `json:"problems"`
}

func (f failure) document() errorDocument {
	body := errorBody{Message: f.message, Hint: strings.Join(f.hints, "; ")}
	for _, p := range f.problems {
		p.Message = p.who + p.Message
		body.Problems = append(body.Problems, p.Problem)
	}
	return errorDocument{body}
}
