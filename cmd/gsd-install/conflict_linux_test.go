package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// quarrel is a person whose home has two files in conflict.
type quarrel struct {
	person
	one, two string
}

const mineText = "mine = true\n"

// quarrels starts the program where one file is in the way of ours and one of ours was
// edited.
func quarrels(t *testing.T, columns int, env []string, args ...string) quarrel {
	t.Helper()
	b := memoryBox(t)
	b.runs(t, done, "--codex")
	q := quarrel{one: filepath.Join(b.home, ".codex", "agents", "gsd-executor.toml"), two: filepath.Join(b.home, ".codex", "agents", "gsd-planner.toml")}
	b.write(t, q.one, mineText)
	b.write(t, q.two, mineText)
	env = append([]string{"HOME=" + b.home, "PATH=/nowhere", "TERM=screen-256color"}, env...)
	q.person = person{onTerminal(t, columns, b.project, env, args...), b.home, b.project}
	return q
}

// holds checks which files are the user's still, and that all of them are somewhere.
func (q quarrel) holds(one, two bool) {
	q.t.Helper()
	for name, want := range map[string]bool{q.one: one, q.two: two} {
		b, err := os.ReadFile(name)
		if err != nil && want {
			q.t.Error(err)
		}
		if got := string(b) == mineText; got != want {
			q.t.Errorf("%s holds the user's text: %v, want %v", name, got, want)
		}
		copies, _ := filepath.Glob(filepath.Join(q.home, ".codex", ".gsd-install", "backup", "edited", "agents", filepath.Base(name)+".*"))
		if (len(copies) == 1) != !want {
			q.t.Errorf("%s: copies are %v", name, copies)
		}
	}
}

func TestConflictAnswers(t *testing.T) {
	for name, tt := range map[string]struct {
		first, second string // keys; no second for no second question
		want          status
		one, two      bool // whether they are kept
	}{
		"keep, replace":      {"k", "r", drifted, true, false},
		"replace, keep":      {"r", "k", drifted, false, true},
		"arrows":             {down + enter, enter, drifted, false, true},
		"all kept":           {"K", "", drifted, true, true},
		"all replaced":       {"R", "", done, false, false},
		"all, by arrows":     {down + down + down + enter, "", done, false, false},
		"quit":               {"q", "", interrupted, true, true},
		"replace, then quit": {"r", "q", interrupted, true, true},
		"quit, by arrows":    {down + down + down + down + enter, "", interrupted, true, true},
		"replace, then esc":  {"r", escape, interrupted, true, true},
		"ctrl-c":             {ctrlC, "", interrupted, true, true},
		"letter and enter":   {"r" + enter, enter, drifted, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := quarrels(t, 80, nil, "--codex")
			q.sees("edited since it was installed (1 of 2)")
			q.sees("-mine = true")
			q.sees("Quit; nothing is written")
			q.types(tt.first)
			if tt.second != "" {
				q.sees("(2 of 2)")
				q.sees("Quit; nothing is written")
				q.types(tt.second)
			}
			if tt.want == interrupted {
				q.sees("gsd-install: nothing was written")
			}
			q.ends(tt.want)
			q.holds(tt.one, tt.two)
		})
	}
}

// On a narrow terminal, and without colours, all of the question can be read.
func TestConflictNarrow(t *testing.T) {
	t.Parallel()
	q := quarrels(t, 34, []string{"NO_COLOR=1"}, "--codex")
	q.sees("--- yours")
	q.sees("-mine = true")
	q.sees("What shall become of it?")
	q.sees("is put aside")
	q.sees("q  Quit; nothing is written")
	q.types("R")
	q.ends(done)
	q.holds(false, false)
	q.drained()
	if strings.Contains(q.text, green) || strings.Contains(q.text, red) {
		t.Errorf("colours in %q", q.text)
	}
}

// What a file or a link says does nothing to the terminal.
func TestConflictControls(t *testing.T) {
	t.Parallel()
	b := memoryBox(t)
	b.runs(t, done, "--codex")
	agents := filepath.Join(b.home, ".codex", "agents")
	b.write(t, filepath.Join(agents, "gsd-executor.toml"), "\x1b]0;title\x07\x1b[2J\x9b5n\r\n")
	b.write(t, filepath.Join(agents, "gsd-planner.toml"), "no\x00text")
	if err := os.Remove(filepath.Join(agents, "gsd-verifier.toml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("to\x1b[2Jthere", filepath.Join(agents, "gsd-verifier.toml")); err != nil {
		t.Fatal(err)
	}
	p := person{onTerminal(t, 80, b.project, []string{"HOME=" + b.home, "PATH=/nowhere", "TERM=screen"}, "--codex"), b.home, b.project}
	p.sees(`-\x1b]0;title\a\x1b[2J\x9b5n\r`)
	p.sees("Quit")
	p.types("k")
	p.sees("it is no text: yours has 7 bytes")
	p.sees("Quit")
	p.types("k")
	p.sees(`it is a link to to\x1b[2Jthere`)
	p.sees("Quit")
	p.types("r")
	p.ends(drifted)
	p.drained()
	if strings.Contains(p.text, "\x1b]0;title") || strings.Contains(p.text, "\x1b[2J\\x9b") || strings.Contains(p.text, "to\x1b[2J") {
		t.Errorf("it sees %q", p.text)
	}
}

// At uninstall what was installed is compared with the edit.
func TestConflictAtUninstall(t *testing.T) {
	t.Parallel()
	q := quarrels(t, 80, nil, "uninstall")
	q.sees("--- installed")
	q.sees("+++ yours")
	q.sees("-name = ")
	q.sees("Put it aside")
	q.types("r")
	q.sees("(2 of 2)")
	q.sees("Quit")
	q.types("k")
	q.sees("copies of files you had edited stay in")
	q.ends(drifted)
	q.holds(false, true)
}

// Screen readers get the same by number.
func TestConflictAccessible(t *testing.T) {
	for answers, want := range map[string]status{"2\n1\n": drifted, "4\n": done, "5\n": interrupted, "\x04": interrupted} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			q := quarrels(t, 80, []string{"ACCESSIBLE=1"}, "--codex")
			q.sees("5. q  Quit; nothing is written")
			q.types(answers)
			q.ends(want)
			q.holds(want == interrupted, want != done)
		})
	}
}

// Nobody is asked who cannot answer, or has said what to do.
func TestConflictNotAsked(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--codex", "--yes"}, {"--codex", "--on-conflict=keep"}, {"--codex", "--json"}, {"--codex", "--dry-run"}} {
		q := quarrels(t, 80, nil, args...)
		q.ends(drifted)
		q.holds(true, true)
	}
	q := quarrels(t, 80, nil, "status")
	q.ends(done)
	piped := exec.Command(q.cmd.Path, "--codex")
	piped.Dir, piped.Env = q.project, q.cmd.Env
	out, _ := piped.CombinedOutput()
	if piped.ProcessState.ExitCode() != int(drifted) || strings.Contains(string(out), "Quit") || strings.Contains(string(out), "\x1b") {
		t.Errorf("%d: %q", piped.ProcessState.ExitCode(), out)
	}
	q.holds(true, true)
}
