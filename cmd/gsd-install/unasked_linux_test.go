package main

import (
	"strings"
	"testing"
)

// TestUnasked has a terminal that would be asked for its background, and does not answer: no run
// writes anything to it but its text, or waits for it.
func TestUnasked(t *testing.T) {
	for _, env := range [][]string{nil, {"CI="}, {"CI=1"}} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			b := newBox(t)
			term := onTerminal(t, 80, b.project, append(env, "HOME="+b.home, "PATH=/nowhere", "TERM=xterm-256color"), "--version")
			term.sees("gsd-install ")
			term.ends(done)
			term.drained()
			if strings.Contains(term.text, "\x1b") {
				t.Errorf("the terminal was asked: %q", term.text)
			}
		})
	}
	t.Run("picker", func(t *testing.T) {
		t.Parallel()
		p := sits(t, 80, []string{"TERM=xterm-256color"})
		p.sees("[•] Codex")
		p.types(ctrlC)
		p.ends(interrupted)
		p.drained()
		if strings.Contains(p.text, "\x1b]") {
			t.Errorf("the terminal was asked: %q", p.text)
		}
	})
}
