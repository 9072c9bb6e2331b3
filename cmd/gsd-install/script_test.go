package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gsd-install": main})
}

// thinned reports whether a test leaves out the i-th of what it tries: go test -short tries one
// in four.
func thinned(i int) bool { return testing.Short() && i%4 != 0 }

// TestScript runs the stories. Each has a home of its own, $HOME, a project,
// $PROJ, an environment without any host's variables, and the descriptors in $DESCRIPTORS.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup:               setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"snap":     snap,
			"samesnap": sameSnap,
			"unquote":  unquote,
			"lock":     lock,
			"awaits":   awaits,
		},
	})
}

// snaps are the pictures that a story has taken, by name.
type snaps map[string]string

type snapsKey struct{}

func setup(env *testscript.Env) error {
	env.Values[snapsKey{}] = snaps{}
	env.Values[locksKey{}] = map[string]*emit.Locked{}
	here, err := filepath.Abs("../../descriptors")
	if err != nil {
		return err
	}
	env.Setenv("DESCRIPTORS", here)
	for name, dir := range map[string]string{"HOME": "home", "PROJ": "project"} {
		dir = filepath.Join(env.WorkDir, dir)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		env.Setenv(name, dir)
	}
	return nil
}

// exits runs the program and checks its status: exits 2 --claud --codex.
// Its output is in stdout and stderr as after exec. The story's PATH need not lead to it.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: exits STATUS [ARG...]")
	}
	program, err := exec.LookPath("gsd-install")
	ts.Check(err)
	err = ts.Exec(program, args[1:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("gsd-install %s: status %s, want %s\nstdout: %s\nstderr: %s",
			strings.Join(args[1:], " "), got, args[0], ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// snap records a directory, $HOME unless one is named, under a name:
// snap NAME [DIR].
func snap(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || len(args) > 2 {
		ts.Fatalf("usage: snap NAME [DIR]")
	}
	name, dir := snapArgs(ts, args)
	ts.Value(snapsKey{}).(snaps)[name] = picture(ts.Check, dir)
}

// sameSnap checks that a directory is as it was when snap recorded it: paths, modes,
// links, bytes and times of files.
func sameSnap(ts *testscript.TestScript, neg bool, args []string) {
	name, dir := snapArgs(ts, args)
	want, ok := ts.Value(snapsKey{}).(snaps)[name]
	if !ok {
		ts.Fatalf("no snap %s", name)
	}
	got := picture(ts.Check, dir)
	switch {
	case neg && want == got:
		ts.Fatalf("%s is as it was at %s", dir, name)
	case !neg && want != got:
		ts.Fatalf("%s is not as it was at %s:\n%s", dir, name, cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
}

func snapArgs(ts *testscript.TestScript, args []string) (name, dir string) {
	dir = ts.Getenv("HOME")
	if len(args) > 1 {
		dir = ts.MkAbs(args[1])
	}
	return args[0], dir
}

// lock holds the lock that a run takes on a directory; ! lock gives it back: lock DIR.
func lock(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: [!] lock DIR")
	}
	held := ts.Value(locksKey{}).(map[string]*emit.Locked)
	if neg {
		ts.Check(held[args[0]].Unlock())
		return
	}
	locked, err := emit.Lock(context.Background(), []plan.Mount{{Lock: ts.MkAbs(args[0])}}, nil)
	ts.Check(err)
	held[args[0]] = locked
	ts.Defer(func() { locked.Unlock() })
}

type locksKey struct{}

// awaits waits until a file that a command in the background writes has a text:
// awaits FILE TEXT.
func awaits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: awaits FILE TEXT")
	}
	for late := time.After(20 * time.Second); ; {
		text, _ := os.ReadFile(ts.MkAbs(args[0]))
		if strings.Contains(string(text), args[1]) {
			return
		}
		select {
		case <-late:
			ts.Fatalf("%s never had %q but %q", args[0], args[1], text)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// unquote replaces a file by what a Go string literal in it means, so that a story can hold
// a BOM, carriage returns and files without a last newline: unquote FILE...
func unquote(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		var text string
		_, err := fmt.Sscanf(strings.TrimSpace(ts.ReadFile(name)), "%q", &text)
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}
