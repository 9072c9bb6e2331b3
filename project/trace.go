package project

import (
	"strings"

	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
)

// Step is a text after one rule, line by line.
type Step struct {
	// Rule is the rule that changed it, Field the descriptor field that the rule follows,
	// "descriptor:ID#field"; empty if it follows the pack.
	Rule, Field string
	Lines       []string
}

// Tracer follows texts of a pack into the files that Render makes of it for one host.
type Tracer struct {
	in     Input
	placed []layout.Placement
	places *places
}

// NewTracer makes the tracer of what Render makes of the same input.
func NewTracer(in Input) (*Tracer, error) {
	placed, _, err := layout.Place(in.Host, in.Scope, adapt(in).pack)
	if err != nil {
		return nil, err
	}
	places, err := newPlaces(in)
	if err != nil {
		return nil, err
	}
	return &Tracer{in, placed, places}, nil
}

// Text follows the text of a pack file through the rules on its way into the file at a path
// of a mount. The first step, without a rule, is what the pack file has from line start on;
// the others are those of the rules that changed anything. There is none if the file is not
// made from that text.
func (tr *Tracer) Text(mount, path, source string) (start int, steps []Step) {
	for _, pt := range tr.placed {
		if m, p := layout.Own(tr.in.Mounts, pt.Mount, pt.Path); m != mount || p != path {
			continue
		}
		t := task{Placement: pt, host: reader(tr.in.Host, pt), spelling: tr.places.spellingFor(pt)}
		switch f, it := pt.File, pt.Item; {
		case f != nil && f.Source == source && f.Rewrite == pack.Prose:
			return 1, t.follow(string(f.Data), t.spelling.passes())
		case f != nil && f.Source == source:
			data, err := f.Bytes()
			if err != nil {
				return 0, nil
			}
			if f.Unfilled == nil {
				return 1, t.follow(string(data), nil)
			}
			filled := pass{rule: "token", do: func(string) string { return string(data) }}
			steps := t.follow(string(f.Unfilled), []pass{filled})
			steps[len(steps)-1].Field = "" // it is no host's
			return 1, steps
		case f == nil && it.Source == source:
			return it.BodyLine, t.follow(it.Body, (&output{task: t}).passes())
		}
	}
	return 0, nil
}

// follow runs passes on a text and keeps what each makes of it.
func (t task) follow(text string, passes []pass) []Step {
	steps := []Step{{Lines: strings.Split(text, "\n")}}
	for _, p := range passes {
		after := p.do(text)
		if after != text {
			steps = append(steps, Step{Rule: p.rule, Field: t.field(p), Lines: strings.Split(after, "\n")})
		}
		text = after
	}
	return steps
}

// field is the descriptor field that a pass follows.
func (t task) field(p pass) string {
	if p.field == "" {
		return t.From
	}
	return strings.TrimSuffix(textField(t.Placement), "text") + p.field
}
