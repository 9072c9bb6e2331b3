package main

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// One key in a terminal can reach the program twice, which is one interrupt: the run is to end
// in its own way, and not with the process.
func TestInterruptedOnce(t *testing.T) {
	ctx, _ := interruptible(t.Context(), time.Hour) // no stop: one of the signals may be still to come
	for range 1000 {
		if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		runtime.Gosched() // for whoever would let the next one end the process
	}
}
