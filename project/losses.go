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
	// path is the source, message what happened to it; a loss with a message
	// is a note of its own.
	path, message string
}

// lose records that a field or tool is lost.
func (o *output) lose(rule, what string) {
	o.losses = append(o.losses, loss{rule: rule, what: what, kind: o.Kind, path: o.Item.Source})
}

// note records something about this one item. It does not name the host, since
// hosts that share a folder share the note.
func (o *output) note(rule, format string, args ...any) {
	o.losses = append(o.losses, loss{rule: rule, path: o.Item.Source, message: fmt.Sprintf(format, args...)})
}

// summarize turns losses into notes, the same loss of several items into one.
func summarize(h descriptors.Host, losses []loss) []plan.Note {
	type group struct {
		rule, what string
		kind       pack.Kind
	}
	paths := map[group][]string{}
	var notes []plan.Note
	for _, l := range losses {
		if l.message != "" {
			notes = append(notes, plan.Note{Rule: l.rule, Path: l.path, Message: l.message})
			continue
		}
		g := group{l.rule, l.what, l.kind}
		paths[g] = append(paths[g], l.path)
	}
	for g, from := range paths {
		note := plan.Note{Rule: g.rule, Message: lossMessage(h, g.rule, g.what, g.kind, len(from))}
		if len(from) == 1 {
			note.Path = from[0]
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

func lossMessage(h descriptors.Host, rule, what string, kind pack.Kind, n int) string {
	count := fmt.Sprintf("%d %s", n, kind)
	if n != 1 {
		count += "s"
	}
	switch rule {
	case "tool-lost":
		return fmt.Sprintf("%s has no tool for %s; left out of %s", h.Title, what, count)
	case "tool-widened":
		return fmt.Sprintf("%s cannot limit %s to a pattern; %s may use all of it", h.Title, what, count)
	case "denied-tool-lost":
		return fmt.Sprintf("%s cannot deny %s; %s may use it", h.Title, what, count)
	case "grant-first":
		return fmt.Sprintf("%s lets agents use the tools that they name, whatever permissions of your own say: %s", h.Title, count)
	case "host-token":
		return fmt.Sprintf("%s would expand %s; it is broken by a space in %s", h.Title, what, count)
	case "placeholder":
		return fmt.Sprintf("%s would fill in %s; it is written ${NAME:-} in %s", h.Title, what, count)
	default:
		return fmt.Sprintf("%s takes no %s; left out of %s", h.Title, what, count)
	}
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
