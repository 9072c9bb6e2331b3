package project

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// pair is a key of a JSON object; order is kept.
type pair struct {
	key   string
	value any
}

// object is a JSON object whose keys are written in order; those with an empty string or
// a 0 are left out.
type object []pair

// MarshalJSON writes the object.
func (o object) MarshalJSON() ([]byte, error) {
	var parts []string
	for _, p := range o {
		if p.value == "" || p.value == 0 {
			continue
		}
		key, err := compact(p.key)
		if err != nil {
			return nil, err
		}
		value, err := compact(p.value)
		if err != nil {
			return nil, err
		}
		parts = append(parts, string(key)+":"+string(value))
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}

// entry is what stands for a hook in the list of its event.
func (r registration) entry(w wired) (json.RawMessage, error) {
	typ := "command"
	if r.Untyped {
		typ = ""
	}
	command := pair{cmp.Or(r.CommandKey, "command"), w.command}
	timeout := pair{cmp.Or(r.TimeoutKey, "timeout"), w.timeout}
	switch {
	case r.Shape == "list":
		return compact(object{{cmp.Or(r.EventKey, "event"), w.event}, {"matcher", w.matcher}, {"type", typ}, command, timeout})
	case r.Shape == "flat" || slices.Contains(r.FlatEvents, w.event):
		return compact(object{command, {"type", typ}, timeout, {"matcher", w.matcher}})
	case r.Shape == "groups":
		return compact(object{{"matcher", w.matcher}, {"hooks", []object{{{"type", typ}, command, timeout}}}})
	default:
		return nil, fmt.Errorf("%s: unknown shape %q", r.field, r.Shape)
	}
}

// ownFile is a file of ours with all hooks of the pack, in the form of one that is edited.
func (r registration) ownFile(in Input, all []wired) ([]plan.Artifact, error) {
	var events object
	for _, w := range all {
		value, err := r.entry(w)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(events, func(p pair) bool { return p.key == w.event })
		if i < 0 {
			i = len(events)
			events = append(events, pair{w.event, []json.RawMessage{}})
		}
		list := events[i].value.([]json.RawMessage)
		if !slices.ContainsFunc(list, func(have json.RawMessage) bool { return bytes.Equal(have, value) }) {
			events[i].value = append(list, value)
		}
	}
	var whole any = events
	for _, key := range slices.Backward(r.Key) {
		whole = object{{key, whole}}
	}
	if r.Version != 0 {
		whole = append(object{{"version", json.RawMessage(fmt.Sprint(r.Version))}}, whole.(object)...)
	}
	text, err := compact(whole)
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer
	if err := json.Indent(&data, text, "", "  "); err != nil {
		return nil, err
	}
	data.WriteByte('\n')
	return []plan.Artifact{r.artifact(in, r.file, data.Bytes(), all)}, nil
}

// artifact is a file of ours that registers hooks.
func (r registration) artifact(in Input, file string, data []byte, from []wired) plan.Artifact {
	a := plan.Artifact{
		Mount: r.mount, Path: strings.ReplaceAll(file, "{prefix}", in.Pack.Prefix), Kind: "hook",
		Data: data, Sum: plan.SumOf(data), Mode: 0o644, Rule: hookRule,
	}
	for _, w := range from {
		a.Sources = addSources(a.Sources, hookSources(w.Hook))
	}
	a.Sources = append(a.Sources, r.fields()...)
	return a
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
