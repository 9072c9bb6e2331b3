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
	run, words := h.Run, []string{scriptPath(in, ps, h.Script)}
	if run == "node" {
		run, words = "sh", []string{scriptPath(in, ps, launcherPath(in.Pack, h)), words[0]}
	}
	for _, arg := range h.Args {
		words = append(words, quoteArg(goos, arg))
	}
	return strings.Join(append(runner(goos, run), words...), " ")
}

// runner is what a command begins with that runs the script named after it by a program,
// by none if run is empty. A script that is not there any more must not stop the host's
// tools, but to a shell that is a failure: some end with 2, which hosts take for "block", and
// some hosts take any failure for that. So the script is looked for first, in a form that
// hosts without a shell run as well. On Windows no quoting of it is read alike by all of
// their shells.
func runner(goos, run string) []string {
	switch {
	case goos == "windows" && run == "":
		return nil
	case goos == "windows":
		return []string{run}
	case run != "":
		run += " "
	}
	return []string{"sh", "-c", `'test ! -f "$0" || exec ` + run + `"$0" "$@"'`}
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
