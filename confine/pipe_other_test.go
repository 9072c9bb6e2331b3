//go:build !unix

package confine

import (
	"os"
	"testing"
)

// pipe stands a directory in for a pipe, which Windows does not have.
func pipe(t *testing.T, path string) {
	t.Helper()
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
}
