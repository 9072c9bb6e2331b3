// Package builtin embeds the pack that is installed when no other is named: a
// small spec-driven workflow of prompts, which needs no engine.
package builtin

import (
	"embed"
	"io/fs"
)

//go:embed all:content
var content embed.FS

// FS returns the pack's tree, with pack.toml at its root. An embedded file has
// no mode bits: whether a script is executable is not to be read from it.
func FS() fs.FS {
	root, err := fs.Sub(content, "content")
	if err != nil {
		panic(err) // the folder's name is a valid path
	}
	return root
}
