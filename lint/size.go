package lint

import (
	"encoding/json"
	"slices"

	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// Size is what a host tells the model in each session because of the pack, whether anything of
// it is used or not, in bytes.
type Size struct {
	Host  string     `json:"host"`
	Scope plan.Scope `json:"scope"`
	// Listed are the names and descriptions of commands, skills and agents, Rules the rules
	// that hold always.
	Listed int `json:"listed"`
	Rules  int `json:"rules"`
	// Tokens is an estimate of how many tokens both are.
	Tokens int `json:"tokens"`
}

// bytesPerToken is what a token is taken to be: for English prose it is near enough.
const bytesPerToken = 4

// sizeOf is the size of the pack on a host.
func (c *checker) sizeOf(t *Target, made plan.Plan) Size {
	s := Size{Host: t.Host.ID, Scope: t.Scope}
	for _, it := range c.pack.Items {
		if _, ok := layout.Row(t.Host, t.Scope, it.Kind); !ok || it.Kind == pack.Rule {
			continue
		}
		description := len(it.Meta.Text("description"))
		if l := t.Host.Listing; l.Item > 0 && slices.Contains(l.Kinds, string(it.Kind)+"s") {
			description = min(description, l.Item)
		}
		s.Listed += len(it.Name) + description
	}
	for _, a := range made.Artifacts {
		if a.Kind == string(pack.Rule) {
			s.Rules += len(a.Data)
		}
	}
	for _, e := range made.Edits {
		for _, op := range e.Ops {
			var text string
			if op.Kind == plan.Insert && json.Unmarshal(op.Value, &text) == nil {
				s.Rules += len(text)
			}
		}
	}
	s.Tokens = (s.Listed + s.Rules + bytesPerToken - 1) / bytesPerToken
	return s
}
