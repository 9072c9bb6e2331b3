package project

import (
	"github.com/gsd-install/gsd-install/plan"
)

// edits are the pieces of the user's config files, and the files of ours that stand for
// such pieces where the host reads whole files: hooks, MCP servers, permissions.
func edits(in Input, ps *places) ([]plan.Edit, []plan.Artifact, []plan.Note, error) {
	hooks, files, notes, err := registered(in, ps)
	if err != nil {
		return nil, nil, nil, err
	}
	servers, more, err := serverEdit(in, ps)
	if err != nil {
		return nil, nil, nil, err
	}
	permissions, err := permissionEdit(in, ps)
	if err != nil {
		return nil, nil, nil, err
	}
	var all []plan.Edit
	for _, e := range []*plan.Edit{hooks, servers, permissions} {
		if e != nil && len(e.Ops) > 0 {
			all = addEdit(all, *e)
		}
	}
	return all, files, append(notes, more...), nil
}

// addEdit joins the edits of one file.
func addEdit(all []plan.Edit, e plan.Edit) []plan.Edit {
	for i := range all {
		if have := &all[i]; have.Mount == e.Mount && have.Path == e.Path {
			have.Ops = append(have.Ops, e.Ops...)
			have.Rule += "+" + e.Rule
			have.Sources = append(have.Sources, e.Sources...)
			return all
		}
	}
	return append(all, e)
}
