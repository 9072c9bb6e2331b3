package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestProgress has doctor wait for a host's program, which is told of meanwhile: in a line
// that is gone in the end, and as wide as the terminal; or in one that stays where the
// terminal can only print.
func TestProgress(t *testing.T) {
	for name, c := range map[string]struct {
		columns int
		env     []string
		says    string
		stays   bool
	}{
		"wide":       {80, nil, "asking programs of hosts for their versions ...", false},
		"narrow":     {30, []string{"NO_COLOR=1"}, "asking programs of hosts for…", false},
		"accessible": {80, []string{"ACCESSIBLE=1"}, "asking programs of hosts for their versions ...\n", true},
		"dumb":       {80, []string{"TERM=dumb"}, "asking programs of hosts for their versions ...\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bin, gate := t.TempDir(), filepath.Join(t.TempDir(), "gate")
			if err := syscall.Mkfifo(gate, 0o600); err != nil {
				t.Fatal(err)
			}
			box{}.write(t, filepath.Join(bin, "codex"), "#!/bin/sh\nread line <'"+gate+"'\necho codex-cli 0.1.0\n")
			if err := os.Chmod(filepath.Join(bin, "codex"), 0o755); err != nil {
				t.Fatal(err)
			}
			p := sits(t, c.columns, append(c.env, "PATH="+bin), "doctor", "--codex")
			p.sees(c.says)
			if err := os.WriteFile(gate, []byte("go on\n"), 0); err != nil {
				t.Fatal(err)
			}
			p.sees("0.1.0")
			p.ends(done)
			p.drained()
			before, _, _ := strings.Cut(p.text, "Codex")
			if gone := strings.Contains(before, "\r\x1b[K"); gone == c.stays {
				t.Errorf("before the result: %q", before)
			}
			for line := range strings.SplitSeq(before, "\r") {
				if !c.stays && cells(plainText(line)) >= c.columns {
					t.Errorf("%q does not fit into %d columns", line, c.columns)
				}
			}
		})
	}
}

// TestProgressSaid is of what is shown when, on a file in place of a terminal.
func TestProgressSaid(t *testing.T) {
	name := filepath.Join(t.TempDir(), "screen")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	shows := func(want string) {
		t.Helper()
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("shown: %q, want %q", got, want)
		}
	}
	p := &progress{file: file, columns: func() int { return 24 }}
	out := &output{file: file, busy: p}
	p.doing("first")
	p.over()
	p.say() // a time that was due already
	shows("")
	p.doingEach("at\nwork", "One", 0, 2)
	p.say()
	p.doingEach("at\nwork", "Two", 1, 2)
	p.say()
	p.say()
	first, second := "\rat\\nwork for One, 1 of…\x1b[K", "\rat\\nwork for Two, 2 of…\x1b[K"
	shows(first + second)
	if _, err := out.Write([]byte("result\n")); err != nil {
		t.Fatal(err)
	}
	shows(first + second + "\r\x1b[Kresult\n")
	(*progress)(nil).doingEach("nobody looks", "on", 0, 2)
	(*progress)(nil).over()
}
