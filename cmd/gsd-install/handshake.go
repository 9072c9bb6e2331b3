package main

import (
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/spf13/cobra"
)

func (a *app) handshakeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "handshake",
		Short: "Negotiate with a host that asks on standard input",
		Long: `Answer the requests of a host on standard input, on standard output, until it closes:
JSON-RPC 2.0, one message a line, method ` + hostapi.HandshakeMethod + `. The result is what
negotiate --json prints for a host that declares the same; what cannot be understood is
answered with an error object. docs/handshake.schema.json is the schema of the messages.`,
		Example: `  gsd-install handshake <request.jsonl
  echo '{"jsonrpc":"2.0","id":1,"method":"` + hostapi.HandshakeMethod + `","params":{"protocolVersion":1,"axes":{}}}' | gsd-install handshake`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			served := make(chan error, 1)
			go func() { served <- hostapi.ServeHandshake(a.in, a.out, hostapi.DefaultEngine()) }()
			select {
			case err := <-served:
				return err
			case <-cmd.Context().Done():
				return cmd.Context().Err()
			}
		},
	}
}
