package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// again starts the program once more for the same person.
func (p person) again(columns int, args ...string) person {
	p.t.Helper()
	return person{onTerminal(p.t, columns, p.project, p.cmd.Env, args...), p.home, p.project}
}

// leaves is a person who has only looked so far.
func leaves(t *testing.T) person {
	t.Helper()
	p := sits(t, 80, nil)
	p.sees("[•] Codex")
	p.types(ctrlC)
	p.ends(interrupted)
	return p
}

// installs has an install by flags before.
func (p person) installs(args ...string) {
	p.t.Helper()
	before := p.again(80, append([]string{"--yes"}, args...)...)
	before.sees("next: ")
	before.ends(done)
}

// TestPickerProfile takes a part of the pack, which is proposed the next time.
func TestPickerProfile(t *testing.T) {
	for _, columns := range []int{40, 80} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			p := sits(t, columns, []string{"NO_COLOR=1"})
			p.sees("[•] Codex")
			p.types(enter)
			p.sees("Where?")
			p.types(enter)
			p.sees("How much of gsd?")
			p.sees("> full: ")
			p.sees("core: ")
			p.sees("tokens at every start")
			p.types(down + enter)
			p.sees("(profile core)")
			p.sees("Go ahead?")
			p.types(enter)
			p.sees("next: ")
			p.ends(done)
			skills := filepath.Join(p.home, ".agents", "skills")
			p.has(filepath.Join(skills, "gsd-help", "SKILL.md"))
			if _, err := os.Stat(filepath.Join(skills, "gsd-ship")); err == nil {
				t.Error("a command that is not of the profile was installed")
			}
			p = p.again(columns)
			p.sees("[•] Codex")
			p.types(enter)
			p.sees("Where?")
			p.types(enter)
			p.sees("> core")
			p.types(enter)
			p.sees("is in place, nothing to change")
			p.ends(done)
		})
	}
}

// TestPickerCost has a pack of known cost: the description of each command is a hundred tokens.
func TestPickerCost(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	dir := filepath.Join(b.home, "pack")
	b.write(t, filepath.Join(dir, "pack.toml"), "name = \"costly\"\nprefix = \"p\"\n[profiles.small]\ncommands = [\"a\"]\n")
	for _, name := range []string{"a", "b"} {
		b.write(t, filepath.Join(dir, "commands", name+".md"), "---\ndescription: "+strings.Repeat("d", 397)+"\n---\nDo it.\n")
	}
	p := sits(t, 80, nil, "--pack", dir)
	p.sees("[•] Codex")
	p.types(enter)
	p.sees("Where?")
	p.types(enter)
	p.sees("How much of costly?")
	p.sees("> full: 2 commands, 0 agents, about 200 tokens at every start")
	p.sees("  small: 1 command, 0 agents, about 100 tokens at every start")
	p.types(ctrlC)
	p.ends(interrupted)
	p.untouched()
}

// TestPickerNoProfile has it given, or nothing to choose from, or a pack that cannot be read.
func TestPickerNoProfile(t *testing.T) {
	b := newBox(t)
	b.write(t, filepath.Join(b.home, "plain", "commands", "a.md"), "---\ndescription: d\n---\nDo it.\n")
	for name, tt := range map[string]struct {
		args []string
		sees string
	}{
		"profile":    {[]string{"--profile", "core"}, "Go ahead?"},
		"minimal":    {[]string{"--minimal"}, "Go ahead?"},
		"one alone":  {[]string{"--pack", filepath.Join(b.home, "plain")}, "Go ahead?"},
		"unreadable": {[]string{"--pack", filepath.Join(b.home, "nowhere")}, "nowhere"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := sits(t, 80, nil, tt.args...)
			p.sees("[•] Codex")
			p.types(enter)
			p.sees("Where?")
			p.types(enter)
			p.sees(tt.sees)
			if tt.sees == "Go ahead?" {
				p.types(escape)
				p.sees("Where?") // the question before
				p.types(ctrlC)
				p.ends(interrupted)
			} else {
				p.ends(failed)
			}
			p.untouched()
			p.drained()
			if strings.Contains(plainText(p.text), "How much") {
				t.Error("the question was put")
			}
		})
	}
}

// TestPickerRefusedHost has one that cannot be installed for: the question is about the other,
// and the run says why, before it writes.
func TestPickerRefusedHost(t *testing.T) {
	t.Parallel()
	p := sits(t, 80, []string{"CLAUDE_CONFIG_DIR=relative"})
	p.sees("[•] Codex")
	p.types("claude")
	p.sees("> [ ] Claude Code")
	p.sees("its folders cannot be used; pick it to see why")
	p.types(space)
	p.sees("> [•] Claude Code")
	p.types(enter)
	p.sees("Where?")
	p.types(enter)
	p.sees("How much of gsd?")
	p.types(enter)
	p.sees("CLAUDE_CONFIG_DIR")
	p.ends(misused)
	p.untouched()
}

// TestPickerKeepsEach has two hosts with different parts of the pack, which each may keep.
func TestPickerKeepsEach(t *testing.T) {
	t.Parallel()
	p := leaves(t)
	p.installs("--codex", "--profile", "core")
	p.installs("--claude")
	p = p.again(80)
	p.sees("[•] Codex")
	p.types("claude" + space)
	p.sees("> [•] Claude Code")
	p.types(enter)
	p.sees("Where?")
	p.types(enter)
	p.sees("> as it is")
	p.types(enter)
	p.sees("is in place, nothing to change")
	p.sees("is in place, nothing to change")
	p.ends(done)
}

// TestPickerNamesAnswers changes what two hosts share for one of them alone: the command that
// would do it for both says what was picked.
func TestPickerNamesAnswers(t *testing.T) {
	t.Parallel()
	p := leaves(t)
	p.installs("--codex", "--cursor", "--local", "--profile", "core")
	p = p.again(160)
	p.sees("[•] Codex")
	p.types(enter)
	p.sees("Where?")
	p.types(down + enter)
	p.sees("> core")
	p.types("\x1b[A" + enter)
	p.sees("gsd-install --local --profile=full --codex --cursor")
	p.ends(failed)
}

// TestPickerOtherScope changes its mind about the scope, where something else was recorded: what
// was answered before holds for that question alone.
func TestPickerOtherScope(t *testing.T) {
	t.Parallel()
	p := leaves(t)
	p.installs("--codex", "--local", "--profile", "core")
	p = p.again(80)
	p.sees("[•] Codex")
	p.agrees()
	p.types(escape)
	p.sees("> full")
	p.types(escape)
	p.sees("Where?")
	p.types(down + enter)
	p.sees("> core")
	p.types(enter)
	p.sees("is in place, nothing to change")
	p.ends(done)
}
