package pack

import (
	"bytes"
	"encoding/json"
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
