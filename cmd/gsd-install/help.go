package main

import "github.com/spf13/cobra"

// helpCommand is cobra's, but for an unknown topic, which is wrong usage here.
func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Explain a command",
		Long:    "Print the help of a command, as its flag --help does.",
		Example: "  gsd-install help uninstall\n  gsd-install help hosts add",
		Args:    cobra.ArbitraryArgs,

		ValidArgsFunction: completeTopic,

		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return a.noWords(topic, rest)
			}
			return topic.Help()
		},
	}
}
