package project

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// moduleCode is what follows the table of hooks in a module: how a hook is run, and
// for each surface of extension events which event runs it.
//
//go:embed hookmodule/*.js
var moduleCode embed.FS

// moduleTable is the data of a module, written as JSON.
type moduleTable struct {
	Prefix string `json:"prefix"`
	// Root leads from the module's folder to the project, in local scope.
	Root string `json:"root,omitempty"`
	// Tools are Claude Code's names of the host's tools.
	Tools map[string]string `json:"tools"`
	Hooks []moduleHook      `json:"hooks"`
}

// moduleHook is a hook in the table; Event is Claude Code's, Timeout in seconds.
type moduleHook struct {
	Event   string `json:"event"`
	Matcher string `json:"matcher,omitempty"`
	Command string `json:"command"`
	// Files are the scripts that the command runs: without them it is not run.
	Files   []string `json:"files,omitempty"`
	Timeout int      `json:"timeout,omitempty"`
}

// module is the code that the host loads and that runs the hooks of each event.
func (r registration) module(in Input, ps *places, all []wired) ([]plan.Artifact, error) {
	run, err := moduleCode.ReadFile("hookmodule/run.js")
	if err != nil {
		return nil, err
	}
	surface := in.Host.HostIntegration.ExtensionEvents
	events, err := moduleCode.ReadFile("hookmodule/" + surface + ".js")
	if err != nil {
		return nil, fmt.Errorf("%s: no module for extensionEvents %q", r.field, surface)
	}
	table := moduleTable{Prefix: in.Pack.Prefix, Tools: claudeNames(r.reader.Tools.Matcher)}
	if in.Scope == plan.Local {
		table.Root = r.rootFrom(in)
	}
	for _, w := range all {
		h := moduleHook{Event: w.Event, Matcher: w.matcher, Command: w.command, Files: hookFiles(in, ps, w), Timeout: w.timeout}
		if !slices.ContainsFunc(table.Hooks, func(have moduleHook) bool { return have.same(h) }) {
			table.Hooks = append(table.Hooks, h)
		}
	}
	text, err := compact(table)
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer
	fmt.Fprintf(&data, "// Runs the hooks of the pack %s for %s. gsd-install writes this file anew.\nconst table = ", in.Pack.Prefix, in.Host.Title)
	if err := json.Indent(&data, text, "", "  "); err != nil {
		return nil, err
	}
	data.WriteString(";\n\n")
	data.Write(run)
	data.WriteByte('\n')
	data.Write(events)
	return []plan.Artifact{r.artifact(in, r.file, data.Bytes(), all)}, nil
}

func (h moduleHook) same(o moduleHook) bool {
	return h.Event == o.Event && h.Matcher == o.Matcher && h.Command == o.Command
}

// rootFrom leads from the folder of the module to the project.
func (r registration) rootFrom(in Input) string {
	depth := strings.Count(path.Join(in.Host.ConfigHome.Local, r.file), "/")
	return strings.Repeat("../", depth)
}

// hookFiles are the payload files that a hook's command runs, as paths and not quoted.
func hookFiles(in Input, ps *places, w wired) []string {
	if w.Script == "" {
		return nil
	}
	dests := []string{w.Script}
	if w.Run == "node" {
		dests = append(dests, launcherPath(in.Pack, w.Hook))
	}
	for i, dest := range dests {
		dests[i] = joinPath(ps.payload.shown(), dest)
		if in.Scope == plan.Global {
			dests[i] = joinPath(ps.payload.dir(in.os()), dest)
		}
	}
	return dests
}

// claudeNames turns a map of Claude Code's tool names around. Of several names of one
// tool it is the one that the tool is spelled like, else the first.
func claudeNames(ids map[string]string) map[string]string {
	names := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		for id := range strings.SplitSeq(ids[name], "|") {
			if names[id] == "" || strings.EqualFold(name, id) {
				names[id] = name
			}
		}
	}
	return names
}
