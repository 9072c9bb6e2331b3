package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// The rules of the edits.
const (
	hookRule = "hook"
	mcpRule  = "mcp-server"
)

// edits are the pieces of the user's config files: hooks, then MCP servers.
func edits(in Input, ps *places) ([]plan.Edit, []plan.Note, error) {
	var all []plan.Edit
	hooks, notes, err := hookEdit(in, ps)
	if err != nil {
		return nil, nil, err
	}
	servers, more, err := serverEdit(in, ps)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range []*plan.Edit{hooks, servers} {
		switch {
		case e == nil || len(e.Ops) == 0:
		case len(all) > 0 && all[0].Mount == e.Mount && all[0].Path == e.Path:
			all[0].Ops = append(all[0].Ops, e.Ops...)
			all[0].Rule += "+" + e.Rule
			all[0].Sources = append(all[0].Sources, e.Sources...)
		default:
			all = append(all, *e)
		}
	}
	return all, append(notes, more...), nil
}

// hookEdit registers the pack's hooks in the host's hook file. A hook that the
// host cannot run as it is meant is dropped with a note, never widened.
func hookEdit(in Input, ps *places) (*plan.Edit, []plan.Note, error) {
	if len(in.Pack.Hooks) == 0 {
		return nil, nil, nil
	}
	hooks := in.Host.Hooks
	file := hooks.File[in.Scope]
	if file == "" {
		return nil, []plan.Note{{Rule: "hook-lost", Message: fmt.Sprintf(
			"%s has no place for hooks in %s scope: %d left out", in.Host.Title, in.Scope, len(in.Pack.Hooks))}}, nil
	}
	edit := &plan.Edit{Mount: in.Host.ID, Path: file, Format: plan.JSON, Rule: hookRule}
	var notes []plan.Note
	for _, h := range in.Pack.Hooks {
		ops, why, err := hookOps(in, ps, h)
		if err != nil {
			return nil, nil, err
		}
		if why != "" {
			notes = append(notes, plan.Note{Rule: "hook-lost", Path: h.Source,
				Message: fmt.Sprintf("%s hook %s: %s; it is left out", h.Event, hookName(h), why)})
			continue
		}
		for _, op := range ops {
			if !slices.ContainsFunc(edit.Ops, func(have plan.Op) bool { return sameOp(have, op) }) {
				edit.Ops = append(edit.Ops, op)
			}
		}
		edit.Sources = append(edit.Sources, hookSources(h)...)
	}
	if len(edit.Ops) > 0 && hooks.Version != 0 {
		version := plan.Op{Kind: plan.Set, Key: []string{"version"}, Value: json.RawMessage(fmt.Sprint(hooks.Version)), Rule: hookRule, Must: true}
		edit.Ops = append([]plan.Op{version}, edit.Ops...)
	}
	edit.Sources = append(edit.Sources, plan.Source{Path: "descriptor:" + in.Host.ID + "#hooks"})
	return edit, notes, nil
}

func sameOp(a, b plan.Op) bool {
	return a.Kind == b.Kind && slices.Equal(a.Key, b.Key) && bytes.Equal(a.Value, b.Value)
}

// hookName is what a note calls a hook.
func hookName(h pack.Hook) string {
	if h.Script != "" {
		return h.Script
	}
	return fmt.Sprintf("%q", h.Command)
}

// hookOps makes the entries of one hook; why is not empty if the host cannot
// have it.
func hookOps(in Input, ps *places, h pack.Hook) (ops []plan.Op, why string, err error) {
	hooks := in.Host.Hooks
	event, ok := hooks.Events[h.Event]
	if !ok {
		return nil, fmt.Sprintf("%s has no such event", in.Host.Title), nil
	}
	if hooks.HookOutput == "json" && h.Output != "json" {
		return nil, fmt.Sprintf("%s reads JSON from hooks and this one prints text", in.Host.Title), nil
	}
	matchers, why := hookMatchers(in.Host, event, h)
	if why != "" {
		return nil, why, nil
	}
	for _, matcher := range matchers {
		value, err := hookEntry(hooks, hookEntryOf{
			Matcher: matcher, Command: hookCommand(in, ps, h), Timeout: hookTimeout(hooks, event, h.Timeout),
		})
		if err != nil {
			return nil, "", err
		}
		key := append(slices.Clone(hooks.Key), event)
		ops = append(ops, plan.Op{Kind: plan.Append, Key: key, Value: value, Rule: hookRule})
	}
	return ops, "", nil
}

// hookMatchers are the matchers that an event of the host needs for a hook:
// usually one, "" for none. A hook of certain tools is dropped where none of
// them exists or the event cannot be limited to tools.
func hookMatchers(host descriptors.Host, event string, h pack.Hook) ([]string, string) {
	none := slices.Contains(host.Hooks.NoMatcher, event)
	if len(h.Tools) == 0 {
		switch {
		case none || h.Matcher == "" || h.Matcher == "*":
			return []string{""}, ""
		case slices.Contains(host.Hooks.ExactMatcher, event):
			return strings.Split(h.Matcher, "|"), ""
		default:
			return []string{h.Matcher}, ""
		}
	}
	if none {
		return nil, fmt.Sprintf("%s cannot limit %s to tools", host.Title, event)
	}
	var ids []string
	for _, name := range h.Tools {
		if id, ok := matcherTool(host, name); ok && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, fmt.Sprintf("%s has none of the tools %s", host.Title, strings.Join(h.Tools, ", "))
	}
	return []string{strings.Join(ids, "|")}, ""
}

// hookEntryOf is what an entry says, in any shape. Timeout is in the host's
// unit, 0 for none.
type hookEntryOf struct {
	Matcher, Command string
	Timeout          int
}

func hookEntry(hooks descriptors.Hooks, e hookEntryOf) (json.RawMessage, error) {
	type command struct {
		Type    string `json:"type"`
		Command string `json:"command"`
		Timeout int    `json:"timeout,omitempty"`
	}
	switch hooks.Shape {
	case "groups":
		return compact(struct {
			Matcher string    `json:"matcher,omitempty"`
			Hooks   []command `json:"hooks"`
		}{e.Matcher, []command{{"command", e.Command, e.Timeout}}})
	case "flat":
		return compact(struct {
			Command string `json:"command"`
			Type    string `json:"type"`
			Timeout int    `json:"timeout,omitempty"`
			Matcher string `json:"matcher,omitempty"`
		}{e.Command, "command", e.Timeout, e.Matcher})
	default:
		return nil, fmt.Errorf("descriptor hooks: unknown shape %q", hooks.Shape)
	}
}

// compact encodes v on one line, "<" and "&" as they are.
func compact(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// hookTimeout caps a timeout and gives it in the host's unit.
func hookTimeout(hooks descriptors.Hooks, event string, seconds int) int {
	if most, ok := hooks.MaxTimeout[event]; ok && seconds > most {
		seconds = most
	}
	if hooks.TimeoutUnit == "ms" {
		return seconds * 1000
	}
	return seconds
}

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
