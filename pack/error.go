package pack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Error is the set of problems for which a pack is refused: all that were
// found, by file and line.
type Error struct {
	// Pack is the pack's name, or where it was read from if it has none.
	Pack     string
	Problems []Problem
	// Rest is what of the pack has no problem, to be looked at and not installed: mentions of
	// what is missing lead nowhere in it. Nil if nothing can be said without the manifest.
	Rest *Pack
}

// Error lists the problems, one a line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	if len(lines) == 1 {
		return fmt.Sprintf("pack %s: %s", e.Pack, lines[0])
	}
	return fmt.Sprintf("pack %s: %d problems\n%s", e.Pack, len(lines), strings.Join(lines, "\n"))
}

// String returns "file:line: message", without the parts that are not known.
func (p Problem) String() string {
	switch {
	case p.File == "":
		return p.Message
	case p.Line == 0:
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// SourceError says that a --pack value could not be turned into files.
type SourceError struct {
	// Source is the value as given.
	Source string
	// Word reports that the value is none of the forms that --pack takes, so
	// that the command line is wrong and not the world.
	Word bool
	// Advice says what to do about it; may be empty.
	Advice string
	Err    error
}

// Error says which source failed and why.
func (e *SourceError) Error() string { return fmt.Sprintf("pack %s: %v", e.Source, e.Err) }

// Unwrap returns the cause.
func (e *SourceError) Unwrap() error { return e.Err }

// Hint returns Advice.
func (e *SourceError) Hint() string { return e.Advice }

// report collects what is found while a pack is read.
type report struct {
	problems, notes []Problem
}

// problem reports a fault for which there is no rule of its own.
func (r *report) problem(file string, line int, format string, args ...any) {
	r.refuse("pack-broken", file, line, format, args...)
}

// refuse reports a fault against a rule, for which the pack is refused.
func (r *report) refuse(rule, file string, line int, format string, args ...any) {
	r.problems = append(r.problems, Problem{file, line, fmt.Sprintf(format, args...), rule})
}

// note reports what does not stop an install.
func (r *report) note(rule, file string, line int, format string, args ...any) {
	r.notes = append(r.notes, Problem{file, line, fmt.Sprintf(format, args...), rule})
}

// sorted orders problems by file, line and message and drops repetitions.
func sorted(ps []Problem) []Problem {
	slices.SortFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(ps)
}
