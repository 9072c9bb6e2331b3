package project

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

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
	text := strings.TrimSpace(o.body()) + "\n"
	switch globs := o.globs(); {
	case len(globs) > 0:
		text = fmt.Sprintf("For files that match %s:\n\n%s", strings.Join(globs, ", "), text)
	case !alwaysApplies(o.Item.Meta):
		text = fmt.Sprintf("When it is about this: %s\n\n%s", oneLine(o.spelling.line(o.Item.Meta.Text("description"))), text)
	}
	o.data = []byte(text)
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
		texts[i] += string(a.Data)
		edits[i].Sources = append(edits[i].Sources, a.Sources...)
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
