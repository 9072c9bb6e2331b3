//go:build unix

package confine

import (
	"syscall"
	"testing"
)

func pipe(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
}
