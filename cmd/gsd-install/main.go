// Command gsd-install puts a pack of commands, agents, skills and hooks onto AI
// coding hosts, each in the host's own form, and keeps it in order afterwards.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// garbage is how much of the memory in use may be garbage, in percent, unless GOGC says: half as
// much as usual takes a quarter less memory, and no more time, since pages that are new cost more
// than looking for old ones.
const garbage = 50

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	os.Exit(start(os.Args[1:]))
}

// start runs the program and returns its exit status. The first interrupt stops
// the run where nothing is half done; a second one ends the process at once,
// which the next run recovers from.
func start(args []string) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup does
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, stop)
	return int(newApp().run(ctx, args))
}
