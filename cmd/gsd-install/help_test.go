package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Whoever asks a command for help gets a description, examples that can be run, and what its
// statuses mean.
func TestEveryHelp(t *testing.T) {
	everyCommand(builtinCommands(), func(cmd *cobra.Command) {
		help := cmd.UsageString()
		if cmd.Long == "" || !strings.HasSuffix(cmd.Long, ".") && !strings.Contains(cmd.Long, "\n\n") {
			t.Errorf("%s: its description is %q", cmd.CommandPath(), cmd.Long)
		}
		if !strings.Contains(help, "\nExamples:\n  ") {
			t.Errorf("%s: no examples in its help", cmd.CommandPath())
		}
		for _, code := range []status{done, failed, misused, drifted, interrupted} {
			if !regexp.MustCompile(fmt.Sprintf(`(?m)^  %-3d  \S`, code)).MatchString(help) {
				t.Errorf("%s: its help does not say what status %d is", cmd.CommandPath(), code)
			}
		}
	})
}

// An example is a command line that would be taken: it is of the command that shows it, and its
// flags and words are those that there are.
func TestEveryExample(t *testing.T) {
	call := regexp.MustCompile(`gsd-install(?: [^<>|() ][^<>|() ]*)*`)
	everyCommand(builtinCommands(), func(shown *cobra.Command) {
		named := 0
		for line := range strings.Lines(shown.Example) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
				continue
			}
			words := strings.Fields(call.FindString(line))
			if len(words) == 0 {
				t.Fatalf("%s: its example is %q", shown.CommandPath(), line)
			}
			root := builtinCommands()
			cmd, rest, err := root.Find(words[1:])
			if err != nil {
				t.Errorf("%s: its example is %q: %v", shown.CommandPath(), line, err)
				continue
			}
			if err := cmd.ParseFlags(rest); err != nil {
				t.Errorf("%s: its example %q: %v", shown.CommandPath(), line, err)
			} else if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil && cmd.Name() != "remove" { // of a host that was added
				t.Errorf("%s: its example %q: %v", shown.CommandPath(), line, err)
			}
			if cmd.CommandPath() == shown.CommandPath() {
				named++
			}
		}
		if named == 0 {
			t.Errorf("%s: no example is of it", shown.CommandPath())
		}
	})
}

// The meanings of status 3 are of commands that there are, and those that write no plan have one
// of their own.
func TestThirdStatus(t *testing.T) {
	paths := map[string]bool{}
	everyCommand(builtinCommands(), func(cmd *cobra.Command) {
		paths[cmd.CommandPath()] = true
		if cmd.Flags().Lookup("on-conflict") == nil && thirdStatus[cmd.CommandPath()] == "" {
			t.Errorf("%s: it meets no conflict, and nothing says what else its status 3 is", cmd.CommandPath())
		}
	})
	for path := range thirdStatus {
		if !paths[path] {
			t.Errorf("%s: there is no such command", path)
		}
	}
}
