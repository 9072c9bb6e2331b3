//go:build !unix

package emit

import "io/fs"

// hardLinks is how many names a file has; where the system does not say, one.
func hardLinks(fs.FileInfo) int { return 1 }
