package project

import (
	_ "embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// hookProgram is what follows the names of tools in a program that runs hooks: it reads
// the event once, gives it to each hook in Claude Code's form, and says in the host's what they
// answered.
//
//go:embed hookscripts.sh
var hookProgram string

// scripts are, for each event, the program that the host runs and the pack's list of hooks
// beside it. The program has the same bytes whatever the pack, since the host knows it by its
// name alone: it runs the lists of all packs.
func (r registration) scripts(in Input, all []wired) []plan.Artifact {
	byEvent := map[string][]wired{}
	for _, w := range all {
		byEvent[w.event] = append(byEvent[w.event], w)
	}
	var files []plan.Artifact
	for _, event := range slices.Sorted(maps.Keys(byEvent)) {
		file := strings.ReplaceAll(r.file, "{event}", event)
		program := r.artifact(in, file, []byte(r.program(in)), nil)
		program.Mode, program.Common = 0o755, true
		list := path.Join(path.Dir(file), in.Pack.Prefix, event+".hooks")
		files = append(files, program, r.artifact(in, list, []byte(hookList(in, event, byEvent[event])), byEvent[event]))
	}
	return files
}

// program is the program of any event.
func (r registration) program(in Input) string {
	root := ""
	if in.Scope == plan.Local {
		root = r.rootFrom(in)
	}
	var names []string
	claude := claudeNames(r.reader.Tools.Matcher)
	for _, id := range slices.Sorted(maps.Keys(claude)) {
		names = append(names, id+"="+claude[id])
	}
	return fmt.Sprintf("#!/bin/sh\n# Runs the hooks of all packs for an event of %s. gsd-install writes this file anew.\nroot=%s\nnames=%s\n",
		in.Host.Title, quote("", root), quote("", strings.Join(names, " "))) + hookProgram
}

// hookList is what a program reads to know a pack's hooks.
func hookList(in Input, event string, hooks []wired) string {
	text := fmt.Sprintf("# The hooks of the pack %s for %s. gsd-install writes this file anew.\n", in.Pack.Prefix, event)
	for _, w := range hooks {
		line := fmt.Sprintf("run %s %s %s\n", quote("", w.Event), quote("", w.matcher), quote("", w.command))
		if !strings.Contains(text, line) {
			text += line
		}
	}
	return text
}
