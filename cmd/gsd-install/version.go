package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

// unknownVersion is for a program that was built of sources without a history.
const unknownVersion = "0.0.0-devel"

// built is what the program was built of, as --version --json prints it.
type built struct {
	// Version is that of the module: a tag without its v, or the pseudo-version of a commit.
	Version string `json:"version"`
	// Commit is empty if it is not known, as in a build of a published module, whose version
	// says it.
	Commit string `json:"commit,omitempty"`
	// Changed reports that files were not as the commit has them.
	Changed bool   `json:"changed,omitempty"`
	Go      string `json:"go"`
}

// builtAs reads what the Go command has written into the program; nothing needs to be told to
// the linker.
func builtAs(info *debug.BuildInfo) built {
	v := strings.TrimPrefix(info.Main.Version, "v")
	if v == "(devel)" {
		v = ""
	}
	b := built{Version: cmp.Or(v, unknownVersion), Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Changed = s.Value == "true"
		}
	}
	return b
}

func (b built) String() string {
	var with []string
	if b.Commit != "" {
		with = append(with, "commit "+b.Commit[:min(12, len(b.Commit))])
	}
	if b.Changed {
		with = append(with, "changed since")
	}
	if b.Go != "" {
		with = append(with, b.Go)
	}
	text := "gsd-install " + b.Version
	if len(with) > 0 {
		text += " (" + strings.Join(with, ", ") + ")"
	}
	return text
}

func (a *app) printVersion() error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	b := builtAs(info)
	if a.opt.json {
		return a.printJSON(b)
	}
	_, err := fmt.Fprintln(a.out, b)
	return err
}
