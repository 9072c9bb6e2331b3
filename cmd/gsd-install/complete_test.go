package main

import (
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// everyCommand calls do with each command, the program itself first.
func everyCommand(cmd *cobra.Command, do func(*cobra.Command)) {
	do(cmd)
	for _, c := range cmd.Commands() {
		everyCommand(c, do)
	}
}

// builtinCommands is the command tree of the program's own hosts.
func builtinCommands() *cobra.Command {
	a := newApp()
	a.know(descriptors.Builtin())
	return a.command()
}

// No word and no value of a flag is left to chance: something says what completes it, be it
// nothing.
func TestEveryWordCompletes(t *testing.T) {
	everyCommand(builtinCommands(), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok && f.Value.Type() != "bool" {
				t.Errorf("%s --%s: nothing says what completes its value, as flagValues could", cmd.CommandPath(), f.Name)
			}
		})
		if cmd.ValidArgs == nil && cmd.ValidArgsFunction == nil {
			t.Errorf("%s: whatever files there are complete its words", cmd.CommandPath())
		}
	})
}
