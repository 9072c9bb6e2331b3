package main

import (
	"os"
	"testing"
)

// A handshake that waits for requests ends with the first interrupt.
func TestHandshakeInterrupted(t *testing.T) {
	t.Parallel()
	p := sits(t, 80, nil, "handshake")
	p.types(`{"jsonrpc":"2.0","id":7,"method":"nosuch"}` + enter)
	p.sees("-32601")
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.sees("gsd-install: interrupted")
	p.ends(interrupted)
}
