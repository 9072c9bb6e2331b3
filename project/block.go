package project

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/gsd-install/gsd-install/plan"
)

// blockRule is the rule of the edits that put rules into instruction files.
const blockRule = "marked-block"

// block writes a rule as one section of a marked block: when it applies, if not always,
// and its text.
func (o *output) block() error {
	if err := o.needBody(); err != nil {
		return err
	}
	head, body := "", o.body()
	switch globs := o.globs(); {
	case len(globs) > 0:
		head = fmt.Sprintf("For files that match %s:\n\n", strings.Join(globs, ", "))
	case !alwaysApplies(o.Item.Meta):
		head = fmt.Sprintf("When it is about this: %s\n\n", oneLine(o.spelling.line(o.Item.Meta.Text("description"))))
	}
	text := strings.TrimLeftFunc(body, unicode.IsSpace)
	o.lines.first = lines(body) - lines(text)
	o.lines.last = lines(strings.TrimRightFunc(o.Item.Body, unicode.IsSpace))
	o.put(head, strings.TrimSpace(text), "\n")
	return nil
}

// blockEdits turns the sections of each instruction file into one piece of it, and
// returns the artifacts without them.
func blockEdits(in Input, artifacts []plan.Artifact) ([]plan.Artifact, []plan.Edit, error) {
	var edits []plan.Edit
	var texts []string
	for _, a := range artifacts {
		if a.Rule != blockRule {
			continue
		}
		i := slices.IndexFunc(edits, func(e plan.Edit) bool { return e.Mount == a.Mount && e.Path == a.Path })
		if i < 0 {
			i = len(edits)
			edits = append(edits, plan.Edit{Mount: a.Mount, Path: a.Path, Format: plan.Block, Rule: blockRule})
			texts = append(texts, "")
		} else {
			texts[i] += "\n"
		}
		for _, s := range a.Sources {
			if s.At > 0 {
				s.At += strings.Count(texts[i], "\n")
			}
			edits[i].Sources = append(edits[i].Sources, s)
		}
		texts[i] += string(a.Data)
	}
	for i := range edits {
		value, err := compact(texts[i])
		if err != nil {
			return nil, nil, err
		}
		edits[i].Ops = []plan.Op{{Kind: plan.Insert, Key: []string{in.Pack.Prefix}, Value: json.RawMessage(value), Rule: blockRule}}
	}
	return slices.DeleteFunc(artifacts, func(a plan.Artifact) bool { return a.Rule == blockRule }), edits, nil
}
