// Command gsd-install puts a pack of commands, agents, skills and hooks onto AI
// coding hosts, each in the host's own form, and keeps it in order afterwards.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(start(os.Args[1:]))
}

// start runs the program and returns its exit status. The first interrupt stops
// the run where nothing is half done; a second one ends the process at once,
// which the next run recovers from.
func start(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return int(newApp().run(ctx, args))
}
