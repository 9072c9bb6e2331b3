package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

func TestFail(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	problem := pack.Problem{File: "commands/a.md", Line: 3, Message: "no body"}
	for name, tt := range map[string]struct {
		err     error
		status  status
		message string
		lines   []string
		hints   []string
	}{
		"plain":           {one, failed, "one", []string{"one"}, nil},
		"joined":          {errors.Join(one, errors.Join(two, one)), failed, "2 problems", []string{"one", "two"}, nil},
		"the system's":    {&fs.PathError{Op: "statat", Path: "/home/x/a", Err: fs.ErrExist}, failed, "~/a: file already exists", []string{"~/a: file already exists"}, nil},
		"a path twice":    {fmt.Errorf("~/a: %w", &fs.PathError{Op: "open", Path: "/home/x/a", Err: fs.ErrExist}), failed, "~/a: file already exists", []string{"~/a: file already exists"}, nil},
		"one cause":       {errors.Join(deny("/no such/a/b"), one, deny("/no such/a/c")), failed, "2 problems", []string{"/: permission denied, for 2 paths in it", "one"}, []string{permissionHint}},
		"wraps two":       {fmt.Errorf("both %w and %w", one, two), failed, "both one and two", []string{"both one and two"}, nil},
		"pack":            {&pack.Error{Pack: "p", Problems: []pack.Problem{problem}}, failed, "commands/a.md:3: no body", []string{"commands/a.md:3: no body"}, nil},
		"joined alone":    {errors.Join(&pack.Error{Pack: "p", Problems: []pack.Problem{problem, problem}}), failed, "2 problems", []string{"commands/a.md:3: no body", "commands/a.md:3: no body"}, nil},
		"hint":            {&hinted{errors.Join(one, two), "do it"}, failed, "2 problems", []string{"one", "two"}, []string{"do it"}},
		"hint within":     {fmt.Errorf("file: %w", &hinted{one, "do it"}), failed, "file: one", []string{"file: one"}, []string{"do it"}},
		"equal hints":     {errors.Join(&hinted{one, "do it"}, &hinted{two, "do it"}), failed, "2 problems", []string{"one", "two"}, []string{"do it"}},
		"usage":           {&usageError{"no", "yes"}, misused, "no", []string{"no"}, []string{"yes"}},
		"place":           {errors.Join(&layout.UsageError{Message: "relative", Hint: "absolute"}), misused, "relative", []string{"relative"}, []string{"absolute"}},
		"no such word":    {&pack.SourceError{Source: "x", Word: true, Err: one}, misused, "pack x: one", []string{"pack x: one"}, nil},
		"no such archive": {&pack.SourceError{Source: "x.tgz", Err: one, Advice: "look"}, failed, "pack x.tgz: one", []string{"pack x.tgz: one"}, []string{"look"}},
		"interrupt":       {fmt.Errorf("stage: %w", context.Canceled), interrupted, "interrupted", []string{"interrupted"}, nil},
		"left":            {errors.Join(errLeft), interrupted, "nothing was written", []string{"nothing was written"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := fail(tt.err, "/home/x", "")
			var lines []string
			for _, p := range f.problems {
				lines = append(lines, p.String())
			}
			if f.status != tt.status || !slices.Equal(lines, tt.lines) || !slices.Equal(f.hints, tt.hints) {
				t.Errorf("got %d %q, hints %q; want %d %q, hints %q", f.status, lines, f.hints, tt.status, tt.lines, tt.hints)
			}
			if got := f.document().Error.Message; got != tt.message {
				t.Errorf("message %q, want %q", got, tt.message)
			}
		})
	}
}

// deny is the error for a path that may not be used.
func deny(path string) error {
	return &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
}

// What is known of a place is said apart from what is wrong there, and a person reads it as
// ever, after the hosts.
func TestFailPlaces(t *testing.T) {
	claude, _ := descriptors.Get("claude")
	broken := &plan.FileError{File: "~/.x/a.json", Line: 3, Err: errors.New("not JSON")}
	item := &project.ItemError{
		Rule: "tools-none", Source: plan.Source{Path: "agents/a.md", Start: 4},
		Message: claude.Title + " has none of its tools: X", General: "the host has none of its tools: X",
	}
	of := func(err error, named bool) error {
		return &refusal{hosts: []descriptors.Host{claude}, named: named, error: err}
	}
	for name, tt := range map[string]struct {
		err  error
		line string
		want pack.Problem
	}{
		"file":         {broken, "~/.x/a.json:3: not JSON", pack.Problem{File: "~/.x/a.json", Line: 3, Message: "not JSON"}},
		"whole file":   {plan.FileErrorf("~/.x", "%w", fs.ErrExist), "~/.x: file already exists", pack.Problem{File: "~/.x", Message: "file already exists"}},
		"the system's": {&fs.PathError{Op: "open", Path: "/home/x/a", Err: fs.ErrExist}, "~/a: file already exists", pack.Problem{File: "~/a", Message: "file already exists"}},
		"within":       {fmt.Errorf("plan x: %w", broken), "plan x: ~/.x/a.json:3: not JSON", pack.Problem{File: "~/.x/a.json", Line: 3, Message: "plan x: ~/.x/a.json:3: not JSON"}},
		"of a host": {
			of(&hinted{broken, "mend it"}, true), "Claude Code: ~/.x/a.json:3: not JSON",
			pack.Problem{File: "~/.x/a.json", Line: 3, Message: "Claude Code: not JSON"},
		},
		"item": {
			of(item, false), "agents/a.md: Claude Code has none of its tools: X",
			pack.Problem{File: "agents/a.md", Line: 4, Message: "Claude Code has none of its tools: X"},
		},
		"item of a host": {
			of(item, true), "Claude Code: agents/a.md: the host has none of its tools: X",
			pack.Problem{File: "agents/a.md", Line: 4, Message: "Claude Code: the host has none of its tools: X"},
		},
		"two": {
			&layout.CollisionError{First: "a.md", Second: "b.md", Message: "both would be c"}, "a.md and b.md: both would be c",
			pack.Problem{File: "a.md", Message: "a.md and b.md: both would be c"},
		},
		"folder": {
			&emit.ClaimantsError{Mount: plan.Mount{Shown: "~/.agents"}, Have: plan.PackRef{Name: "a"}, Want: plan.PackRef{Name: "b"}, Hosts: []string{"x"}}, "~/.agents: it holds pack a for x too, and pack b would take its place",
			pack.Problem{File: "~/.agents", Message: "it holds pack a for x too, and pack b would take its place"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := fail(tt.err, "/home/x", "")
			if got := f.problems[0].String(); got != tt.line {
				t.Errorf("a person reads %q, want %q", got, tt.line)
			}
			if got := f.document().Error.Problems[0]; got != tt.want {
				t.Errorf("a program reads %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"--pack":    "--pack",
		"npm:@a/b":  "npm:@a/b",
		"":          "''",
		"my pack":   "'my pack'",
		"it's $a":   `'it'\''s $a'`,
		"--pack=./": "--pack=./",
	} {
		if got := shellWord(word); got != want {
			t.Errorf("shellWord(%q) = %s, want %s", word, got, want)
		}
	}
}

func TestCommon(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"", "~/.x/a", "~/.x/a"},
		{"~/.x/a", "~/.x/a/b", "~/.x/a"},
		{"~/.x/a/b", "~/.x/a/c", "~/.x/a"},
		{"~/.x/ab", "~/.x/a", "~/.x"},
	} {
		if got := common(tt.a, tt.b); got != tt.want {
			t.Errorf("common(%q, %q) = %q, want %q", tt.a, tt.b, got, tt.want)
		}
	}
}
