//go:build !windows

package emit

import "os"

// lockFlag opens a directory, and makes no file.
const lockFlag = os.O_RDONLY

func lockName(dir string) string { return dir }
