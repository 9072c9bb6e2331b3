package pack

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// hooks takes over the hooks of the manifest, or reads hooks/hooks.json and
// what a plugin's manifest names besides.
func (rd *reader) hooks() {
	if rd.man.Hooks != nil {
		for i, e := range rd.man.Hooks {
			rd.declared(e, rd.man.table("hooks", i))
		}
		return
	}
	for i, name := range append([]string{hooksFile}, rd.man.hookFiles...) {
		if i > 0 && name == hooksFile {
			continue
		}
		f, ok := rd.find(name, &rd.report)
		if !ok {
			if i > 0 {
				rd.problem(rd.man.file, 0, "hooks: %q is not in the pack", name)
			}
			continue
		}
		if data, ok := rd.use(f); ok {
			rd.hookFile(name, data)
		}
	}
	if rd.man.hookText != nil {
		rd.hookFile(rd.man.file, rd.man.hookText)
	}
}

// declared adds a hook of the manifest.
func (rd *reader) declared(e hookEntry, at plan.Source) {
	line := at.Start
	h := Hook{
		Event: e.Event, Script: e.Script, Args: e.Args, Run: e.Run, Command: e.Command,
		Timeout: e.Timeout, Output: e.Output, Source: rd.man.file, Line: line, From: []plan.Source{at},
	}
	h.setMatcher(e.Matcher)
	switch {
	case e.Event == "":
		rd.refuse("hook-broken", rd.man.file, line, "hook without an event")
	case (e.Script == "") == (e.Command == ""):
		rd.refuse("hook-broken", rd.man.file, line, "hook for %s: want either a script or a command", e.Event)
	case e.Timeout < 0:
		rd.refuse("hook-broken", rd.man.file, line, "hook for %s: timeout %d is negative", e.Event, e.Timeout)
	case e.Output != "" && e.Output != "json" && e.Output != "text":
		rd.refuse("hook-broken", rd.man.file, line, "hook for %s: unknown output %q: want json or text", e.Event, e.Output)
	case unfitWords(append(slices.Clone(e.Args), e.Command, e.Script, e.Run, e.Matcher)):
		rd.refuse("hook-broken", rd.man.file, line, "hook for %s: it holds %s", e.Event, unfitText)
	case badMatcher(e.Event, e.Matcher) != "":
		rd.refuse("hook-broken", rd.man.file, line, "hook for %s: %s", e.Event, badMatcher(e.Event, e.Matcher))
	default:
		rd.addHook(h)
	}
}

// unfitWords reports whether a word holds U+0000; TOML has no half of a surrogate pair.
func unfitWords(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "\x00") })
}

// addHook completes a hook from its script and adds it.
func (rd *reader) addHook(h Hook) {
	if h.Script != "" {
		i := slices.IndexFunc(rd.pack.Payload, func(f File) bool { return f.Dest == h.Script })
		if i < 0 {
			rd.noScript(h)
			return
		}
		script := &rd.pack.Payload[i]
		if !script.Exec {
			script.Exec, script.From = true, append(script.From, h.From...)
		}
		from := lines(script.Source, 1, 1) // where it says what runs it
		if h.Output == "" {
			from = plan.Source{Path: script.Source}
		}
		h.From = append(h.From, from)
		if tree, ok := rd.trees[h.Script]; ok {
			h.From = append(h.From, tree)
		}
		text, err := script.Bytes()
		if err != nil {
			rd.problem(script.Source, 0, "%v", reason(err))
		}
		if h.Run == "" {
			h.Run = interpreter(script.Dest, text)
		}
		if h.Output == "" {
			h.Output = outputOf(h.Run, text)
		}
	}
	if h.Output == "" {
		h.Output = "text"
	}
	rd.pack.Hooks = append(rd.pack.Hooks, h)
}

// noScript reports a hook whose script the pack does not have.
func (rd *reader) noScript(h Hook) {
	add := rd.refuse
	if rd.man.Package != "" {
		add = rd.note
	}
	add("hook-script", h.Source, h.Line, "hook for %s: there is no script %q in the payload", h.Event, h.Script)
}

// toolEvents are Claude's events whose matcher is about tools:
// https://code.claude.com/docs/en/hooks.
var toolEvents = []string{"PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"}

var toolList = regexp.MustCompile(`^\w+( *\| *\w+)*$`)

// setMatcher splits a matcher that is a list of tools; "" and "*" match all.
func (h *Hook) setMatcher(m string) {
	switch {
	case m == "" || m == "*":
	case slices.Contains(toolEvents, h.Event) && toolList.MatchString(m):
		for _, tool := range strings.Split(m, "|") {
			h.Tools = append(h.Tools, strings.TrimSpace(tool))
		}
	default:
		h.Matcher = m
	}
}

// interpreter names the program that runs a script: as its first line says, else as
// its extension does; empty if neither tells.
func interpreter(p string, data []byte) string {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	if shebang, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "#!"); ok {
		for _, w := range strings.Fields(shebang) {
			if base := path.Base(w); base != "env" && !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
				return base
			}
		}
	}
	switch path.Ext(p) {
	case ".js", ".cjs", ".mjs":
		return "node"
	case ".sh":
		return "sh"
	case ".bash":
		return "bash"
	case ".py":
		return "python3"
	}
	return ""
}

// jsonMarks are keys of what a hook prints as JSON.
var jsonMarks = regexp.MustCompile(`hookSpecificOutput|permissionDecision|systemMessage|["']?decision\\?["']?\s*:`)

// outputOf guesses from a script what it prints: "json" if it has the keys of a
// hook's JSON output in it or prints nothing, which hosts that read JSON take
// as well, else "text".
func outputOf(run string, data []byte) string {
	if jsonMarks.Match(data) || silent(run, data) {
		return "json"
	}
	return "text"
}
