package project

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// hookRule is the rule of what registers hooks.
const hookRule = "hook"

// wired is a hook as a host runs it. Timeout is in the host's unit, 0 for none.
type wired struct {
	pack.Hook
	// event and matcher are the host's words; an empty matcher is for all.
	event, matcher string
	command        string
	timeout        int
}

// registration is what registers hooks on a host: the form, and where it goes.
type registration struct {
	descriptors.Hooks
	// reader is the host whose tools matchers name.
	reader descriptors.Host
	// mount is the id of a mount, file the path below it, with placeholders.
	mount, file string
	// field is the descriptor's, axis that of the host's bus; what several hosts read is of
	// none's axis.
	field string
	axis  []plan.Source
}

// registrationOf finds how h registers hooks in a scope; false if it cannot, or if by the
// agreement it is not the host that runs them.
func registrationOf(in Input) (registration, bool) {
	h := in.Host.Hooks
	word, file := h.Mount[in.Scope], h.File[in.Scope]
	if file == "" || in.agreement().Effective.HookBus != hostapi.BusHost {
		return registration{}, false
	}
	r := registration{Hooks: in.Host.HooksIn(in.Scope), reader: in.Host, file: file, mount: layout.MountID(in.Host, word), field: "descriptor:" + in.Host.ID + "#hooks"}
	r.axis = []plan.Source{axisField(in.Host, "hookBus")}
	if shared, ok := in.Host.Shared(word); ok && shared.Hooks.Surface != "" {
		r.field = "descriptor:" + shared.ID + "#hooks"
		r.axis = nil
		r.AnyMatcher = r.AnyMatcher || h.AnyMatcher
		r.reader = descriptors.Host{Title: in.Host.Title, Tools: shared.Tools}
	}
	r.Key = slices.Clone(r.KeyIn(in.Scope))
	for i := range r.Key {
		r.Key[i] = strings.ReplaceAll(r.Key[i], "{prefix}", in.Pack.Prefix)
	}
	return r, true
}

// registered is what registers the pack's hooks on the host: pieces of a file of the
// user's, or files of ours. A hook that the host cannot run as it is meant is dropped with a
// note, never widened.
func registered(in Input, ps *places) (*plan.Edit, []plan.Artifact, []plan.Note, error) {
	if len(in.Pack.Hooks) == 0 {
		return nil, nil, nil, nil
	}
	if bus := in.agreement().Effective.HookBus; bus != hostapi.BusHost {
		return nil, nil, unsaid(in, bus), nil // a degradation says what becomes of the others
	}
	r, ok := registrationOf(in)
	if !ok {
		first := in.Pack.Hooks[0]
		return nil, nil, []plan.Note{{
			Rule:    "hook-lost",
			Message: fmt.Sprintf("%s has no place for hooks in %s scope: %d left out", in.Host.Title, in.Scope, len(in.Pack.Hooks)),
			General: fmt.Sprintf("the host has no place for hooks in %s scope", in.Scope),
			About:   []plan.Source{{Path: first.Source, Start: first.Line, End: first.Line}},
		}}, nil
	}
	all, notes := r.wire(in, ps)
	if len(all) == 0 {
		return nil, nil, notes, nil
	}
	if in.os() == "windows" {
		notes = append(notes, plan.Note{Rule: "hook-needs-sh", Message: fmt.Sprintf(
			"%s needs sh on PATH for hooks, as Git for Windows brings it; without it each of them fails, and may block what it is for", in.Host.Title)})
	}
	switch r.Form {
	case "", "edit":
		edit, err := r.edit(all)
		return edit, nil, notes, err
	case "file":
		file, err := r.ownFile(in, all)
		return nil, file, notes, err
	case "scripts":
		return nil, r.scripts(in, all), notes, nil
	case "module":
		files, err := r.module(in, ps, all)
		return nil, files, notes, err
	default:
		return nil, nil, nil, fmt.Errorf("%s: unknown form %q", r.field, r.Form)
	}
}

// wire finds for each hook what the host runs when, and notes those that it cannot have.
func (r registration) wire(in Input, ps *places) ([]wired, []plan.Note) {
	var all []wired
	var notes []plan.Note
	anyone := r
	anyone.reader.Title = "the host"
	for _, h := range in.Pack.Hooks {
		event, matchers, why := r.fit(h)
		if why != "" {
			_, _, general := anyone.fit(h)
			notes = append(notes, hookNote("hook-lost", h, why+"; it is left out", general+"; it is left out"))
			continue
		}
		if len(h.Tools) > 0 && r.AnyMatcher {
			text := fmt.Sprintf(" runs it for every tool, not only for %s", strings.Join(h.Tools, ", "))
			notes = append(notes, hookNote("hook-widened", h, r.reader.Title+text, anyone.reader.Title+text))
		}
		if r.unheard(event, h) {
			const text = "it runs, but %s does not pass on what it prints"
			notes = append(notes, hookNote("hook-unheard", h, fmt.Sprintf(text, r.reader.Title), fmt.Sprintf(text, anyone.reader.Title)))
		}
		for _, matcher := range matchers {
			all = append(all, wired{h, event, matcher, hookCommand(in, ps, h), r.timeout(event, h.Timeout)})
		}
	}
	return all, notes
}

// hookNote is a note about one hook; general names no host.
func hookNote(rule string, h pack.Hook, message, general string) plan.Note {
	what := fmt.Sprintf("%s hook %s: ", h.Event, hookName(h))
	return plan.Note{Rule: rule, Path: h.Source, Message: what + message, General: what + general,
		About: []plan.Source{{Path: h.Source, Start: h.Line, End: h.Line}}}
}

// fit finds the host's event for a hook and the matchers that it needs there; why is not
// empty if the host cannot have it.
func (r registration) fit(h pack.Hook) (event string, matchers []string, why string) {
	event, ok := r.Events[h.Event]
	if !ok {
		return "", nil, fmt.Sprintf("%s has no such event", r.reader.Title)
	}
	if slices.Contains(r.OwnAnswers, event) {
		return "", nil, fmt.Sprintf("%s takes what a hook answers there for a refusal, if not in its own form", r.reader.Title)
	}
	if r.HookOutput == "json" && h.Output != "json" {
		return "", nil, fmt.Sprintf("%s reads JSON from hooks and this one prints text", r.reader.Title)
	}
	matchers, why = r.matchers(event, h)
	return event, matchers, why
}

// unheard reports whether what a hook prints reaches nobody.
func (r registration) unheard(event string, h pack.Hook) bool {
	return slices.Contains(r.Unread, event) || r.HookOutput == "no-text" && h.Output != "json"
}

// matchers are those that an event of the host needs for a hook: usually one, "" for
// none. A hook of certain tools is dropped where none of them exists or the event cannot
// be limited to tools.
func (r registration) matchers(event string, h pack.Hook) ([]string, string) {
	none := slices.Contains(r.NoMatcher, event)
	if len(h.Tools) == 0 {
		switch {
		case none || h.Matcher == "" || h.Matcher == "*":
			return []string{""}, ""
		case r.Form == "scripts":
			return nil, fmt.Sprintf("%s tells tools apart by their names alone", r.reader.Title)
		case slices.Contains(r.ExactMatcher, event):
			return strings.Split(h.Matcher, "|"), ""
		default:
			return []string{h.Matcher}, ""
		}
	}
	if none {
		return nil, fmt.Sprintf("%s cannot limit %s to tools", r.reader.Title, event)
	}
	var ids []string
	for _, name := range h.Tools {
		id, ok := HookTool(r.reader, name)
		if !ok {
			continue
		}
		for one := range strings.SplitSeq(id, "|") {
			if !slices.Contains(ids, one) {
				ids = append(ids, one)
			}
		}
	}
	if len(ids) == 0 {
		return nil, fmt.Sprintf("%s has none of the tools %s", r.reader.Title, strings.Join(h.Tools, ", "))
	}
	return []string{strings.Join(ids, "|")}, ""
}

// timeout caps a timeout of so many seconds and gives it in the host's unit.
func (r registration) timeout(event string, seconds int) int {
	for _, most := range []int{r.MaxTimeout[event], r.TimeoutLimit} {
		if most > 0 && seconds > most {
			seconds = most
		}
	}
	switch r.TimeoutUnit {
	case "ms":
		return seconds * 1000
	case "none":
		return 0
	default:
		return seconds
	}
}

// hookName is what a note calls a hook.
func hookName(h pack.Hook) string {
	if h.Script != "" {
		return h.Script
	}
	return fmt.Sprintf("%q", h.Command)
}

// edit puts each hook into the host's file as an element of its own.
func (r registration) edit(all []wired) (*plan.Edit, error) {
	edit := &plan.Edit{Mount: r.mount, Path: r.file, Format: r.Format, Rule: hookRule}
	if edit.Format == "" {
		edit.Format = plan.JSON
	}
	if r.Version != 0 {
		edit.Ops = append(edit.Ops, plan.Op{Kind: plan.Set, Key: []string{"version"}, Value: json.RawMessage(fmt.Sprint(r.Version)), Rule: hookRule, Must: true})
	}
	if len(r.Enable) > 0 {
		edit.Ops = append(edit.Ops, plan.Op{Kind: plan.Set, Key: r.Enable, Value: json.RawMessage("true"), Rule: hookRule, Yield: true})
	}
	for _, w := range all {
		value, err := r.entry(w)
		if err != nil {
			return nil, err
		}
		op := plan.Op{Kind: plan.Append, Key: r.key(w.event), Value: value, Rule: hookRule}
		if !slices.ContainsFunc(edit.Ops, op.Same) {
			edit.Ops = append(edit.Ops, op)
		}
		edit.Sources = addSources(edit.Sources, hookSources(w.Hook))
	}
	edit.Sources = append(edit.Sources, r.fields()...)
	return edit, nil
}

// fields are the descriptor fields that hooks are registered by.
func (r registration) fields() []plan.Source {
	fields := append([]plan.Source{{Path: r.field}, {Path: beside(r.field, "tools")}}, r.axis...)
	switch r.Form {
	case "scripts":
		fields = append(fields, plan.Source{Path: beside(r.field, "title")})
	case "module":
		fields = append(fields, plan.Source{Path: beside(r.field, "title")}, plan.Source{Path: beside(r.field, "hostIntegration.extensionEvents")})
	}
	return fields
}

// addSources adds those that are not there yet.
func addSources(all, more []plan.Source) []plan.Source {
	for _, s := range more {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// key leads to the list that entries for an event are in.
func (r registration) key(event string) []string {
	if r.Shape == "list" {
		return r.Key
	}
	return append(slices.Clone(r.Key), event)
}
