package project

import (
	"fmt"
	"slices"
	"sort"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// loss is something of a source that does not reach the host as it is.
type loss struct {
	rule string
	// what is the field or tool that is lost, if it is one; losses with equal rule, kind and
	// what become one note with a count.
	what string
	kind pack.Kind
	// path and line are the source, message what happened to it; a loss with a message
	// is a note of its own.
	path    string
	line    int
	message string
}

// lose records that a field or tool is lost, which stands on a line of the item's file.
func (o *output) lose(rule, what string, line int) {
	o.losses = append(o.losses, loss{rule: rule, what: what, kind: o.Kind, path: o.Item.Source, line: line})
}

// note records something about a line of this one item. It does not name the host, since
// hosts that share a folder share the note.
func (o *output) note(rule string, line int, format string, args ...any) {
	o.losses = append(o.losses, loss{rule: rule, path: o.Item.Source, line: line, message: fmt.Sprintf(format, args...)})
}

// lineOf is the line of the first of the item's keys that it has; 1 if it has none.
func (o *output) lineOf(keys ...string) int {
	for _, key := range keys {
		for _, f := range o.Item.Meta {
			if f.Key == key && f.Line > 0 {
				return f.Line
			}
		}
	}
	return 1
}

// source is where it stands in the pack.
func (l loss) source() plan.Source { return plan.Source{Path: l.path, Start: l.line, End: l.line} }

// summarize turns losses into notes, the same loss of several items into one.
func summarize(h descriptors.Host, losses []loss) []plan.Note {
	type group struct {
		rule, what string
		kind       pack.Kind
	}
	from := map[group][]plan.Source{}
	var notes []plan.Note
	for _, l := range losses {
		if l.message != "" {
			notes = append(notes, plan.Note{Rule: l.rule, Path: l.path, Message: l.message, General: l.message, About: []plan.Source{l.source()}})
			continue
		}
		g := group{l.rule, l.what, l.kind}
		from[g] = append(from[g], l.source())
	}
	for g, about := range from {
		text := lossTextOf(g.rule)
		note := plan.Note{
			Rule: g.rule, About: about,
			Message: fmt.Sprintf(text.loss, h.Title, g.what) + fmt.Sprintf(text.items, itemCount(len(about), g.kind)),
			General: fmt.Sprintf(text.loss, "the host", g.what),
		}
		if len(about) == 1 {
			note.Path = about[0].Path
		}
		notes = append(notes, note)
	}
	sort.Slice(notes, func(i, j int) bool {
		a, b := notes[i], notes[j]
		if a.Rule != b.Rule {
			return a.Rule < b.Rule
		}
		if a.Message != b.Message {
			return a.Message < b.Message
		}
		return a.Path < b.Path
	})
	return notes
}

// lossText words a loss: what is lost, of a host and a field or tool, and then to how many
// items.
type lossText struct{ loss, items string }

var lossTexts = map[string]lossText{
	"tool-lost":           {"%s has no tool for %s", "; left out of %s"},
	"tool-widened":        {"%s cannot limit %s to a pattern", "; %s may use all of it"},
	"denied-tool-lost":    {"%s cannot deny %s", "; %s may use it"},
	"denied-tool-widened": {"%s cannot deny %s", "; %s can use neither"},
	"grant-first":         {"%s lets agents use %s, whatever permissions of your own say", ": %s"},
	"host-token":          {"%s would expand %s", "; it is broken by a space in %s"},
	"placeholder":         {"%s would fill in %s", "; it is written ${NAME:-} in %s"},
	"field-lost":          {"%s takes no %s", "; left out of %s"},
}

func lossTextOf(rule string) lossText {
	text, ok := lossTexts[rule]
	if !ok {
		panic("project: no words for the loss " + rule)
	}
	return text
}

func itemCount(n int, kind pack.Kind) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", kind)
	}
	return fmt.Sprintf("%d %ss", n, kind)
}

// trustNotes says what the user still has to do before the host uses the plan.
func trustNotes(in Input, p plan.Plan) []plan.Note {
	has := map[string]bool{"project": in.Scope == plan.Local}
	for _, a := range p.Artifacts {
		has[a.Kind+"s"] = true
	}
	for _, e := range p.Edits {
		has["hooks"] = has["hooks"] || slices.ContainsFunc(e.Ops, func(op plan.Op) bool { return op.Rule == hookRule })
	}
	var notes []plan.Note
	for _, t := range in.Host.NeedsTrust {
		if !has[t.Kind] || !t.Scopes.Has(in.Scope) {
			continue
		}
		notes = append(notes, plan.Note{Rule: "needs-trust", Message: t.Text})
	}
	return notes
}
