package main

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

const backspace = "\x7f"

// TestPickerFilter ticks two hosts by their names, and has them installed with the one found.
func TestPickerFilter(t *testing.T) {
	for _, columns := range []int{40, 80, 160} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			p := sits(t, columns, []string{"NO_COLOR=1"})
			p.sees("[•] Codex")
			p.types("cur")
			p.sees("/cur")
			p.sees("> [ ] Cursor")
			p.types(space)
			p.sees("> [•] Cursor")
			p.types("Clau") // begins anew after the tick
			p.sees("/Clau")
			p.sees("> [ ] Claude Code")
			p.types(space)
			p.sees("> [•] Claude Code")
			p.types(escape)
			p.sees("[•] Codex") // all are listed again
			p.answers()
			p.has(filepath.Join(p.home, ".codex", "hooks.json"))
			p.has(filepath.Join(p.home, ".cursor", "hooks.json"))
			p.has(filepath.Join(p.home, ".claude", "agents", "gsd-planner.md"))
		})
	}
}

// agrees takes what the questions propose, up to the last one.
func (p person) agrees() {
	p.t.Helper()
	p.types(enter)
	p.sees("Where?")
	p.types(enter)
	p.sees("How much of gsd?")
	p.types(enter)
	p.sees("Go ahead?")
}

// answers takes what all questions propose.
func (p person) answers() {
	p.t.Helper()
	p.agrees()
	p.types(enter)
	p.sees("next: ")
	p.ends(done)
}

// TestPickerLetters types the letters that are keys of lists elsewhere.
func TestPickerLetters(t *testing.T) {
	for typed, want := range map[string]string{
		"x":                                   "/x",
		"k":                                   "> [ ] Kilo Code",
		"g":                                   "> [ ] Gemini CLI",
		"G":                                   "> [ ] Gemini CLI",
		"kimi-code":                           "> [ ] Kimi Code CLI",
		"claudec":                             "> [ ] Claude Code",
		"pi":                                  "> [ ] pi",
		"/pi":                                 "> [ ] pi",
		"j":                                   "no host is called so",
		"cu\x1b[Dr":                           "> [ ] Cursor", // an arrow in between
		"code" + down:                         "> [ ] CodeBuddy Code",
		"kix" + backspace + backspace + "ilo": "> [ ] Kilo Code",
	} {
		t.Run(typed, func(t *testing.T) {
			t.Parallel()
			p := sits(t, 80, nil)
			p.sees("[•] Codex")
			p.types(typed)
			p.sees(want)
			p.types(ctrlC)
			p.ends(interrupted)
			p.untouched()
		})
	}
}

// TestPickerNoMatch has keys that would tick or go on while no host is to be seen.
func TestPickerNoMatch(t *testing.T) {
	t.Parallel()
	p := sits(t, 40, nil)
	p.sees("[•] Codex")
	p.types("zq")
	p.sees("no host is called so")
	p.types(space + enter + down + backspace)
	p.sees("> [ ] ZCode")
	p.types(escape)
	p.sees("[•] Codex")
	p.types(enter)
	p.sees("Where?")
	p.types(escape)
	p.sees("[•] Codex")
	p.sees("[ ] Antigravity")
	p.types(escape)
	p.ends(interrupted)
	p.untouched()
}

// TestPickerFilterLeft ends the typing by enter and by esc, before these go on and back.
func TestPickerFilterLeft(t *testing.T) {
	t.Parallel()
	p := sits(t, 80, nil)
	p.sees("type to filter")
	p.types("cur")
	p.sees("enter ends the filter, esc shows all hosts")
	p.types(enter)
	p.sees("type to filter")
	p.types("cod")
	p.sees("/cod")
	p.types(enter + enter)
	p.sees("Where?")
	p.types(escape)
	p.sees("type to filter")
	p.types("cod")
	p.sees("/cod")
	p.types(escape)
	p.sees("[ ] Antigravity")
	p.types(escape)
	p.sees("nothing was written")
	p.ends(interrupted)
	p.untouched()
}

// TestPickerSays has what a host is found by and what would be written for it, whatever room
// there is, and no line that the terminal would break.
func TestPickerSays(t *testing.T) {
	for columns, want := range map[int][]string{
		160: {"[•] Codex                     ~/.agents, ~/.codex   ", "   ~/.codex holds auth.json "},
		80:  {"[•] Codex                     ~/.agents, ~/.codex ", "writes to ~/.agents, ~/.codex", "found: ~/.codex holds auth.json"},
		40:  {"[•] Codex", "writes to ~/.agents, ~/.codex", "found: ~/.codex holds auth.json"},
		30:  {"[•] Codex", "writes to ~/.agents, ~/.cod…", "found: ~/.codex holds auth.…"},
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			p := sits(t, columns, []string{"NO_COLOR=1"})
			for _, line := range want {
				p.sees(line)
			}
			p.types("anti")
			p.sees("> [ ] Antigravity")
			p.types(escape)
			p.sees("[•] Codex")
			p.types(enter)
			p.sees("Where?")
			p.sees("Everywhere")
			p.types(ctrlC)
			p.ends(interrupted)
			p.drained()
			for line := range strings.Lines(escapes.ReplaceAllString(p.text, "\n")) {
				if cells(strings.Trim(line, "\r\n")) > columns {
					t.Errorf("more than %d columns: %q", columns, line)
				}
			}
		})
	}
}

// TestPickerLocalFolders has a scope given, whose folders are those to be shown.
func TestPickerLocalFolders(t *testing.T) {
	t.Parallel()
	p := sits(t, 80, nil, "--local")
	p.sees("[•] Codex                     .agents, .codex ")
	p.types(ctrlC)
	p.ends(interrupted)
	p.untouched()
}

// TestPickerResized has a terminal that becomes narrow, and short, and wide again.
func TestPickerResized(t *testing.T) {
	t.Parallel()
	p := sits(t, 160, nil)
	p.sees("~/.codex holds auth.json")
	p.types("z")
	p.sees("> [ ] ZCode")
	p.resize(40, 12)
	p.sees("> [ ] ZCode ")
	p.sees("writes to ~/.zcode")
	p.types(escape)
	p.sees("> [ ] ZCode ") // the last, to which the list was scrolled
	p.resize(160, 40)
	p.sees("[•] Codex ")
	p.sees("~/.codex holds auth.json")
	p.sees("> [ ] ZCode  ")
	p.types(ctrlC)
	p.ends(interrupted)
	p.untouched()
}

// resize changes the terminal under the program.
func (term *terminal) resize(columns, lines int) {
	term.t.Helper()
	size := unix.Winsize{Row: uint16(lines), Col: uint16(columns)}
	if err := unix.IoctlSetWinsize(int(term.main.Fd()), unix.TIOCSWINSZ, &size); err != nil {
		term.t.Fatal(err)
	}
}
