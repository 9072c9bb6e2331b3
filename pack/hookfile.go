package pack

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
)

// hookGroup is an element of an event's list in hooks.json.
type hookGroup struct {
	Matcher string `json:"matcher"`
	Hooks   []struct {
		Type    string          `json:"type"`
		Command json.RawMessage `json:"command"`
		Timeout float64         `json:"timeout"`
	} `json:"hooks"`
}

// hookFile reads hooks in Claude's form: {"hooks": {event: [group]}}, or the
// inner object alone, as in a plugin's manifest.
func (rd *reader) hookFile(source string, data []byte) {
	text, ok := decodeText(source, data, &rd.report)
	if !ok {
		return
	}
	data = []byte(text)
	events, ok := rd.hookEvents(source, text)
	if !ok {
		return
	}
	for _, ev := range events {
		var groups []hookGroup
		if err := json.Unmarshal(ev.groups, &groups); err != nil {
			rd.problem(source, lineAt(text, ev.at)+max(jsonLine(string(ev.groups), err)-1, 0), "hooks for %s: %v", ev.name, err)
			continue
		}
		at := ev.at
		for _, g := range groups {
			for _, h := range g.Hooks {
				if found := bytes.Index(data[at:], h.Command); found >= 0 && len(h.Command) > 0 {
					at += found
				}
				rd.hookCommand(source, lineAt(text, at), ev.name, g.Matcher, h.Type, h.Command, h.Timeout)
			}
		}
	}
}

// hookEvent is an event of hooks.json with its groups and their offset.
type hookEvent struct {
	name   string
	groups json.RawMessage
	at     int
}

// hookEvents returns the events in the order of the file.
func (rd *reader) hookEvents(source, text string) ([]hookEvent, bool) {
	var top struct {
		Hooks json.RawMessage `json:"hooks"`
	}
	if !decodeJSON(source, []byte(text), &top, &rd.report) {
		return nil, false
	}
	base := 0
	inner := text
	if top.Hooks != nil {
		inner = string(top.Hooks)
		base = max(strings.Index(text, inner), 0)
	}
	dec := json.NewDecoder(strings.NewReader(inner))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		rd.problem(source, lineAt(text, base), "hooks: want an object of events")
		return nil, false
	}
	var events []hookEvent
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			break
		}
		ev := hookEvent{name: name.(string), at: base + int(dec.InputOffset())}
		if dec.Decode(&ev.groups) != nil {
			break
		}
		if top.Hooks != nil || ev.groups[0] == '[' {
			events = append(events, ev)
		}
	}
	return events, true
}

// hookCommand adds one hook of hooks.json.
func (rd *reader) hookCommand(source string, line int, event, matcher, kind string, raw json.RawMessage, timeout float64) {
	if kind != "" && kind != "command" {
		rd.note(source, line, "hook for %s: left out, it is of type %q and only commands can be carried over", event, kind)
		return
	}
	if event == "" {
		rd.problem(source, line, "hook without an event")
		return
	}
	var command string
	if err := json.Unmarshal(raw, &command); err != nil || strings.TrimSpace(command) == "" {
		rd.problem(source, line, "hook for %s: want a command", event)
		return
	}
	if timeout < 0 || timeout > 1<<30 {
		rd.problem(source, line, "hook for %s: timeout %v is out of range", event, timeout)
		return
	}
	h := Hook{Event: event, Timeout: int(timeout), Source: source, Line: line}
	h.setMatcher(matcher)
	if !rd.script(&h, command) {
		h.Command = command
	}
	rd.addHook(h)
}

// rootForm is how commands spell the place that holds the pack: a plugin's
// root, or the Claude home or project folder that plain folders are copied from.
var rootForm = regexp.MustCompile(`(["']?)(\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT|\$\{?CLAUDE_PROJECT_DIR\}?(["']?)/\.claude|(?:~|\$HOME|\$\{HOME\})/\.claude)(["']?)/`)

// scriptRunners are the programs whose first argument is a script.
var scriptRunners = []string{"sh", "bash", "zsh", "node", "bun", "python", "python3", "ruby", "perl"}

// script recognises a command that does nothing but run one script of the pack,
// with arguments that need no shell.
func (rd *reader) script(h *Hook, command string) bool {
	words, ok := shellWords(command)
	if !ok {
		return false
	}
	run := ""
	if slices.Contains(scriptRunners, path.Base(words[0])) && len(words) > 1 {
		run, words = path.Base(words[0]), words[1:]
	}
	rel, ok := strings.CutPrefix(words[0], rootMark+"/")
	if !ok || strings.Contains(strings.Join(words[1:], " "), rootMark) {
		return false
	}
	h.Script, h.Run = rd.destOf(path.Clean(rel)), run
	if len(words) > 1 {
		h.Args = words[1:]
	}
	return true
}

// destOf returns where the payload puts a file of the pack.
func (rd *reader) destOf(source string) string {
	for _, f := range rd.pack.Payload {
		if f.Source == source {
			return f.Dest
		}
	}
	return path.Join(rd.pack.Home, source)
}

// rootMark stands for the pack's root in the words of a command.
const rootMark = "\x00"

// shellWords splits a command into words as a shell does; false if it has
// anything but words: operators, expansions, globs, comments.
func shellWords(command string) ([]string, bool) {
	if strings.Contains(command, rootMark) {
		return nil, false
	}
	command = rootForm.ReplaceAllString(strings.TrimSpace(command), "$1"+rootMark+"$3$4/")
	var words []string
	var word strings.Builder
	quote, in := rune(0), false
	for _, c := range command {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '$' || c == '`' || c == '\\' || c == '\n':
			if quote != '\'' {
				return nil, false
			}
			word.WriteRune(c)
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, in = c, true
		case c == ' ' || c == '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		case strings.ContainsRune("|&;<>()*?[]{}#!", c), c == '~' && !in:
			return nil, false
		default:
			word.WriteRune(c)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words, quote == 0 && len(words) > 0
}
