package project

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// permissionRule is the rule of the pieces that let the host read the payload.
const permissionRule = "permission"

// permissionEdit lets the host read the pack's supporting files without asking, where it
// would ask each time.
func permissionEdit(in Input, ps *places) (*plan.Edit, error) {
	p := in.Host.Permissions
	file := p.File[in.Scope]
	if file == "" || len(in.Pack.Payload) == 0 {
		return nil, nil
	}
	value, err := compact(p.Value)
	if err != nil {
		return nil, err
	}
	edit := &plan.Edit{Mount: layout.MountID(in.Host, p.Mount[in.Scope]), Path: file, Format: plan.JSON, Rule: permissionRule}
	for _, top := range topFolders(in.Pack) {
		for _, keys := range p.Keys {
			key := slices.Clone(keys)
			last := len(key) - 1
			key[last] = strings.ReplaceAll(key[last], "{payload}", joinPath(ps.payload.shown(), top))
			edit.Ops = append(edit.Ops, plan.Op{Kind: plan.Set, Key: key, Value: json.RawMessage(value), Rule: permissionRule, Wrap: p.Rest, Yield: true})
		}
	}
	edit.Sources = append(firstOfEach(in.Pack), plan.Source{Path: "descriptor:" + in.Host.ID + "#permissions"})
	return edit, nil
}

// firstOfEach are the first files of each folder of the payload, which make it one.
func firstOfEach(p *pack.Pack) []plan.Source {
	seen := map[string]bool{}
	var srcs []plan.Source
	for _, f := range p.Payload {
		if top, _, _ := strings.Cut(f.Dest, "/"); !seen[top] && f.Source != "" {
			seen[top] = true
			srcs = append(srcs, plan.Source{Path: f.Source})
		}
	}
	return srcs
}
