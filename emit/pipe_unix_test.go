//go:build unix

package emit

import (
	"os"
	"syscall"
)

// pipe makes a named pipe, and the folders above it.
func (h *house) pipe(name string) {
	h.t.Helper()
	h.write(name, "")
	h.do(os.Remove(h.path(name)))
	h.do(syscall.Mkfifo(h.path(name), 0o600))
}
