package main

import (
	"syscall"
	"testing"
	"time"
)

// One key in a terminal can reach the program twice, which is one interrupt: the run is to end
// in its own way, and not with the process.
func TestInterruptedOnce(t *testing.T) {
	ctx, stop := interruptible(t.Context())
	defer stop()
	for range 2 {
		if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Second):
			t.Fatal("an interrupt does not end the run")
		}
		time.Sleep(echo / 5)
	}
}
