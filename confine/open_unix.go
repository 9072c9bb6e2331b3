//go:build unix

package confine

import "syscall"

// openFlags keep OpenRead from waiting for a writer, should a pipe take the
// file's place.
const openFlags = syscall.O_NONBLOCK
