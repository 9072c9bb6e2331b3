// Command gsd-install puts a pack of commands, agents, skills and hooks onto AI
// coding hosts, each in the host's own form, and keeps it in order afterwards.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/gsd-install/gsd-install/cmd/gsd-install/unasked"
)

// garbage is how much of the memory in use may be garbage, in percent, unless GOGC says: half as
// much as usual takes a quarter less memory, and no more time, since pages that are new cost more
// than looking for old ones.
const garbage = 50

func init() { unasked.Over() }

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	os.Exit(start(os.Args[1:]))
}

// start runs the program and returns its exit status.
func start(args []string) int {
	ctx, stop := interruptible(context.Background(), echo)
	defer stop()
	return int(newApp().run(ctx, args))
}

// echo is how long after an interrupt another one is taken for the same: a key in a terminal
// reaches this program, and once more what has started it, such as npx, which passes it on.
const echo = 500 * time.Millisecond

// interruptible returns a context that ends with the first interrupt, so that the run stops
// where nothing is half done. A second one ends the process at once, which the next run
// recovers from, unless it is an echo of the first.
func interruptible(ctx context.Context, echo time.Duration) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup does
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(ctx, signals...)
	context.AfterFunc(ctx, func() { time.AfterFunc(echo, stop) })
	return ctx, stop
}
