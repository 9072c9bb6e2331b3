package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) completionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for bash, fish, powershell or zsh",
		Long: `Print a script by which a shell completes commands, flags, hosts, profiles of the pack
that is meant, and paths of files that are installed. Where shells look for it:

  bash        ~/.local/share/bash-completion/completions/gsd-install with the package
              bash-completion; without it, source the script in ~/.bashrc
  zsh         _gsd-install in a folder of $fpath, before compinit
  fish        ~/.config/fish/completions/gsd-install.fish
  powershell  run it in $PROFILE`,
		Example: `  source <(gsd-install completion bash)
  gsd-install completion fish > ~/.config/fish/completions/gsd-install.fish
  gsd-install completion zsh > "${fpath[1]}/_gsd-install"`,
		ValidArgs: slices.Sorted(maps.Keys(shells)),
		Args:      oneShell,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.completion(cmd.Root(), args[0])
		},
	}
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

// completion prints the script for a shell.
func (a *app) completion(root *cobra.Command, shell string) error {
	if !a.opt.json {
		return shells[shell](root, exact{a.out})
	}
	var script strings.Builder
	if err := shells[shell](root, &script); err != nil {
		return err
	}
	return a.printJSON(map[string]string{"shell": shell, "script": script.String()})
}

// shells write a completion script each.
var shells = map[string]func(*cobra.Command, io.Writer) error{
	"bash":       bashCompletion,
	"fish":       func(c *cobra.Command, w io.Writer) error { return c.GenFishCompletion(w, true) },
	"powershell": (*cobra.Command).GenPowerShellCompletionWithDesc,
	"zsh":        (*cobra.Command).GenZshCompletion,
}

// oneShell wants the name of a shell as the only argument.
func oneShell(_ *cobra.Command, args []string) error {
	names := slices.Sorted(maps.Keys(shells))
	known := "it takes " + strings.Join(names, ", ")
	if len(args) != 1 {
		return &usageError{message: fmt.Sprintf("completion takes one shell, not %d words", len(args)), hint: known}
	}
	if _, ok := shells[args[0]]; !ok {
		return &usageError{message: fmt.Sprintf("unknown shell %q", args[0]), hint: suggest(args[0], names, "", known)}
	}
	return nil
}
