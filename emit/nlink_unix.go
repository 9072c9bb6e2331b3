//go:build unix

package emit

import (
	"io/fs"
	"syscall"
)

// hardLinks is how many names a file has.
func hardLinks(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Nlink)
	}
	return 1
}
