package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
)

// The keys that drive the picker.
const (
	enter  = "\r"
	escape = "\x1b"
	ctrlC  = "\x03"
	down   = "\x1b[B"
	space  = " "
)

// person is somebody at a terminal, with a home in which one host is found.
type person struct {
	*terminal
	home, project string
}

// sits starts the program for a person. TERM names a kind of terminal that no program
// asks for its colours.
func sits(t *testing.T, columns int, env []string, args ...string) person {
	t.Helper()
	b := newBox(t)
	b.write(t, filepath.Join(b.home, ".codex", "auth.json"), "{}")
	env = append([]string{"HOME=" + b.home, "PATH=/nowhere", "TERM=screen-256color"}, env...)
	return person{onTerminal(t, columns, b.project, env, args...), b.home, b.project}
}

// untouched checks that the run has written nothing.
func (p person) untouched() {
	p.t.Helper()
	for dir, want := range map[string]int{p.home: 1, p.project: 0} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			p.t.Fatal(err)
		}
		if len(entries) != want {
			p.t.Errorf("%s has %d entries, want %d", dir, len(entries), want)
		}
	}
	if _, err := os.Stat(filepath.Join(p.home, ".codex", "hooks.json")); err == nil {
		p.t.Error("hooks.json was written")
	}
}

func (p person) has(name string) {
	p.t.Helper()
	if _, err := os.Stat(name); err != nil {
		p.t.Error(err)
	}
}

func TestPicker(t *testing.T) {
	for _, columns := range []int{40, 80, 120} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			p := sits(t, columns, nil)
			p.sees("[•] Codex") // found, so ticked
			p.answers()
			p.has(filepath.Join(p.home, ".codex", "agents", "gsd-planner.toml"))
			p.has(filepath.Join(p.home, ".agents", "skills", "gsd-help", "SKILL.md"))
		})
	}
}

func TestPickerLocalForTwo(t *testing.T) {
	t.Parallel()
	p := sits(t, 80, nil)
	p.sees("Install for which hosts?")
	// The found one is first, then all others in their order.
	for _, h := range descriptors.All() {
		if h.ID != "codex" {
			p.types(down)
		}
		if h.ID == "claude" {
			break
		}
	}
	p.types(space + enter)
	p.sees("Where?")
	p.types(down + enter)
	p.sees("How much of gsd?")
	p.types(enter)
	p.sees("Go ahead?")
	p.types("y")
	p.sees("next: ")
	p.ends(done)
	p.has(filepath.Join(p.project, ".codex", "hooks.json"))
	p.has(filepath.Join(p.project, ".claude", "commands", "gsd-help.md"))
	if _, err := os.Stat(filepath.Join(p.home, ".agents")); err == nil {
		t.Error("a local install wrote to the home")
	}
}

// A gate that runs under nohup would hand its deafness to hang-ups down to the
// program; a signal that is caught here is an ordinary one there.
func init() { signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) }

func TestPickerLeft(t *testing.T) {
	for name, leave := range map[string]func(person){
		"ctrl-c at once":       func(p person) { p.types(ctrlC) },
		"escape at once":       func(p person) { p.types(escape) },
		"ctrl-c at scope":      func(p person) { p.types(enter); p.sees("Where?"); p.types(ctrlC) },
		"ctrl-c at profile":    func(p person) { p.types(enter); p.sees("Where?"); p.types(enter); p.sees("How much"); p.types(ctrlC) },
		"ctrl-c at the end":    func(p person) { p.agrees(); p.types(ctrlC) },
		"hang-up":              func(p person) { p.cmd.Process.Signal(syscall.SIGHUP) },
		"interrupt by process": func(p person) { p.cmd.Process.Signal(os.Interrupt) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := sits(t, 80, nil)
			p.sees("Install for which hosts?")
			leave(p)
			p.sees("gsd-install: nothing was written")
			p.ends(interrupted)
			p.untouched()
		})
	}
}

// TestPickerBack has a person who says no, after a look back at each question.
func TestPickerBack(t *testing.T) {
	t.Parallel()
	p := sits(t, 50, []string{"NO_COLOR=1"})
	p.sees("[•] Codex")
	p.types(enter)
	p.sees("Where?")
	p.types(escape)
	p.sees("[•] Codex")
	p.types(enter)
	p.sees("Where?")
	p.types(down + enter)
	p.sees("> full")
	p.types(down + enter)
	p.sees("Codex, local: gsd")
	p.sees("(profile core)")
	p.sees("[Yes]") // what enter takes, without colours
	p.types(escape)
	p.sees("> core")
	p.types(escape)
	p.sees("Where?")
	p.sees("> Here only")
	p.types(enter)
	p.sees("> core")
	p.types(enter)
	p.sees("Codex, local")
	p.sees("(profile core)")
	p.sees("Go ahead?")
	p.types("n")
	p.sees("note: nothing was written")
	p.ends(done)
	p.untouched()
}

func TestPickerNeedsOne(t *testing.T) {
	t.Parallel()
	p := sits(t, 80, nil)
	p.sees("[•] Codex")
	p.types(space)
	p.sees("[ ] Codex")
	p.types("x") // ticks nothing
	p.sees("/x")
	p.types(escape)
	p.sees("[ ] Antigravity")
	p.types(enter)
	p.sees("Tick at least one host")
	p.types(escape)
	p.ends(interrupted)
	p.untouched()
}

func TestPickerAccessible(t *testing.T) {
	for name, tt := range map[string]struct {
		answers string
		want    status
	}{
		"all answers":       {"0\n1\n1\ny\n", done},
		"no":                {"0\n1\n2\nn\n", done},
		"end of input":      {"0\n1\n1\n\x04", interrupted},
		"end at once":       {"\x04", interrupted},
		"none ticked":       {"1\n0\n1\n", misused},
		"enter alone":       {"0\n\n\n\n", done},
		"back":              {"0\nback\n0\n2\nB\n1\n\x1b\n\n\n\n", done},
		"back at once":      {"back\n", interrupted},
		"escape at once":    {"\x1b\n", interrupted},
		"wrong, then right": {"77\nx\n0\n9\n1\n9\n2\ny\n", done},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := sits(t, 80, []string{"ACCESSIBLE=1"})
			p.sees("Install for which hosts?")
			p.sees("1. ✓ Codex: ~/.agents, ~/.codex (~/.codex holds auth.json)\n")
			p.types(tt.answers)
			p.ends(tt.want)
			if tt.want == done && name != "no" {
				p.has(filepath.Join(p.home, ".codex", "hooks.json"))
			} else {
				p.untouched()
			}
		})
	}
}

// TestPickerDumb has a terminal that can only print, which makes the questions as accessible.
func TestPickerDumb(t *testing.T) {
	t.Parallel()
	p := sits(t, 40, []string{"TERM=dumb"})
	p.sees("1. ✓ Codex: ~/.agents, ~/.codex (~/.codex holds auth.json)\n")
	p.types("0\n1\n2\ny\n")
	p.ends(done)
	p.drained()
	if strings.Contains(p.text, "\x1b") {
		t.Errorf("an escape in %q", p.text)
	}
}

// TestNoPicker has hosts named, or somebody who wants no questions.
func TestNoPicker(t *testing.T) {
	t.Parallel()
	p := sits(t, 80, nil, "--yes")
	p.sees("no host named")
	p.ends(misused)
	p = sits(t, 80, nil, "--json")
	p.sees("no host named")
	p.ends(misused)
	p = sits(t, 80, nil, "--codex")
	p.sees("next: ")
	p.ends(done)
}

// TestConflictAsked has a file of the user's in the way: the person sees how it
// differs and decides.
func TestConflictAsked(t *testing.T) {
	for name, tt := range map[string]struct {
		keys string
		want status
		kept bool
	}{
		"keep":    {enter, drifted, true},
		"replace": {down + enter, done, false},
		"leave":   {escape, interrupted, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t)
			mine := filepath.Join(b.home, ".codex", "agents", "gsd-planner.toml")
			b.write(t, mine, "mine = true\n")
			p := person{onTerminal(t, 80, b.project, []string{"HOME=" + b.home, "PATH=/nowhere", "TERM=screen"}, "--codex"), b.home, b.project}
			p.sees("-mine = true")
			p.sees("What shall become of")
			p.types(tt.keys)
			p.ends(tt.want)
			if kept := b.read(t, mine) == "mine = true\n"; kept != tt.kept {
				t.Errorf("kept: %v, want %v", kept, tt.kept)
			}
			if _, err := os.Stat(filepath.Join(b.home, ".agents")); (err == nil) != (tt.want != interrupted) {
				t.Errorf("the rest was written: %v", err == nil)
			}
		})
	}
}

// TestAskedWithoutLock has a second run at work while the first one waits for a person,
// who is shown what has changed by it.
func TestAskedWithoutLock(t *testing.T) {
	t.Parallel()
	p := sits(t, 80, nil)
	p.sees("[•] Codex")
	p.agrees()
	second := exec.Command(p.cmd.Path, "--codex", "--yes")
	second.Dir, second.Env = p.project, p.cmd.Env
	if out, err := second.CombinedOutput(); err != nil || strings.Contains(string(out), "waiting") {
		t.Errorf("the second run: %v\n%s", err, out)
	}
	p.types(enter)
	p.sees("something has changed meanwhile")
	p.sees("is in place, nothing to change")
	p.ends(done)
}

// TestColours has colours on a terminal only, and not where they are unwanted.
func TestColours(t *testing.T) {
	for name, tt := range map[string]struct {
		env  []string
		want bool
	}{
		"terminal": {nil, true},
		"NO_COLOR": {[]string{"NO_COLOR=1"}, false},
		"dumb":     {[]string{"TERM=dumb"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := sits(t, 80, tt.env, "plan", "--codex")
			p.ends(done)
			p.drained()
			if got := strings.Contains(p.text, "\x1b["); got != tt.want {
				t.Errorf("colours: %v, want %v, in %q", got, tt.want, p.text)
			}
		})
	}
}
