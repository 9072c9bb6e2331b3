package project

import (
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// hookCommand is the shell command of a hook. A script of the pack is named by
// its absolute path, or in local scope from the project's folder.
func hookCommand(in Input, ps *places, h pack.Hook) string {
	goos := in.os()
	if h.Script == "" {
		return pluginCommand(in, ps, h.Command)
	}
	words := []string{}
	switch h.Run {
	case "":
	case "node":
		words = append(words, "sh", scriptPath(in, ps, launcherPath(in.Pack, h)))
	default:
		words = append(words, h.Run)
	}
	words = append(words, scriptPath(in, ps, h.Script))
	for _, arg := range h.Args {
		words = append(words, quoteArg(goos, arg))
	}
	return strings.Join(words, " ")
}

// scriptPath names a payload file in a command.
func scriptPath(in Input, ps *places, dest string) string {
	if in.Scope == plan.Global {
		return quote(in.os(), joinPath(ps.payload.dir(in.os()), dest))
	}
	rel := joinPath(ps.payload.shown(), dest)
	if project := in.Host.Hooks.ProjectDir; project != "" && !filepath.IsAbs(rel) {
		return project + "/" + quote(in.os(), rel)
	}
	return quote(in.os(), rel)
}

// pluginCommand gives a command that runs no script of the pack the variable
// that plugins find their files by.
func pluginCommand(in Input, ps *places, command string) string {
	if !strings.Contains(command, "CLAUDE_PLUGIN_ROOT") {
		return command
	}
	return "CLAUDE_PLUGIN_ROOT=" + scriptPath(in, ps, in.Pack.Home) + "; export CLAUDE_PLUGIN_ROOT; " + command
}

func (in Input) os() string {
	if in.OS == "" {
		return runtime.GOOS
	}
	return in.OS
}
