package pack

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
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
		if err := json.Unmarshal(ev.value, &groups); err != nil {
			rd.problem(source, lineAt(text, ev.from)+max(jsonLine(string(ev.value), err)-1, 0), "hooks for %s: %s", ev.name, jsonText(err))
			continue
		}
		at := ev.at
		places := elements(string(ev.value), ev.from)
		for i, g := range groups {
			from := []plan.Source{
				lines(source, lineAt(text, ev.at), 0),
				lines(source, lineAt(text, places[i].from), lineAt(text, places[i].from+len(places[i].value)-1)),
			}
			group, _ := members(string(places[i].value), places[i].from)
			if m, ok := lookup(group, "matcher"); ok && unfit(m.value) {
				rd.refuse("hook-broken", source, lineAt(text, m.at), "hook for %s: its matcher holds %s", ev.name, unfitText)
				continue
			}
			if why := badMatcher(ev.name, g.Matcher); why != "" {
				m, _ := lookup(group, "matcher")
				rd.refuse("hook-broken", source, lineAt(text, m.at), "hook for %s: %s", ev.name, why)
				continue
			}
			for _, h := range g.Hooks {
				if found := bytes.Index(data[at:], h.Command); found >= 0 && len(h.Command) > 0 {
					at += found
				}
				rd.hookCommand(source, lineAt(text, at), ev.name, g.Matcher, h.Type, h.Command, h.Timeout, from)
			}
		}
	}
}

// hookEvents returns the events in the order of the file.
func (rd *reader) hookEvents(source, text string) ([]member, bool) {
	var valid map[string]json.RawMessage
	if !decodeJSON(source, []byte(text), &valid, &rd.report) {
		return nil, false
	}
	all, _ := members(text, 0)
	hooks, ok := lookup(all, "hooks")
	if !ok {
		return slices.DeleteFunc(all, func(m member) bool { return m.value[0] != '[' }), true
	}
	events, ok := members(string(hooks.value), hooks.from)
	if !ok {
		rd.problem(source, lineAt(text, hooks.at), "hooks: want an object of events")
	}
	return events, ok
}

// hookCommand adds one hook of hooks.json.
func (rd *reader) hookCommand(source string, line int, event, matcher, kind string, raw json.RawMessage, timeout float64, from []plan.Source) {
	if kind != "" && kind != "command" {
		rd.note("hook-type", source, line, "hook for %s: left out, it is of type %q and only commands can be carried over", event, kind)
		return
	}
	if event == "" {
		rd.refuse("hook-broken", source, line, "hook without an event")
		return
	}
	var command string
	if err := json.Unmarshal(raw, &command); err != nil || strings.TrimSpace(command) == "" {
		rd.refuse("hook-broken", source, line, "hook for %s: want a command", event)
		return
	}
	if unfit(raw) {
		rd.refuse("hook-broken", source, line, "hook for %s: its command holds %s", event, unfitText)
		return
	}
	if timeout < 0 || timeout > 1<<30 {
		rd.refuse("hook-broken", source, line, "hook for %s: timeout %v is out of range", event, timeout)
		return
	}
	// A part of a second is one more: none at all would be the host's default.
	h := Hook{Event: event, Timeout: int(math.Ceil(timeout)), Source: source, Line: line, From: slices.Clone(from)}
	h.setMatcher(matcher)
	if !rd.script(&h, command) {
		h.Command = command
	}
	rd.addHook(h)
}
