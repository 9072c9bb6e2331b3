package main

import (
	"fmt"
	"path"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// shownHost is what hosts show --json prints.
type shownHost struct {
	listedHost
	LifecycleNote string `json:"lifecycleNote"`
	// Env are the variables that move the host's files, with what each means.
	Env    []hostVariable `json:"env"`
	Places []place        `json:"places"`
}

type hostVariable struct {
	Name  string `json:"name"`
	Means string `json:"means"`
}

// place says where one kind of item goes in one scope.
type place struct {
	Kind  string     `json:"kind"`
	Scope plan.Scope `json:"scope"`
	// Path is below the home or the project and may hold {name}.
	Path string `json:"path"`
	// Status is how well it is checked, Source who says so.
	Status string `json:"status"`
	Source string `json:"source"`
}

func (a *app) showHost(id string) error {
	env, err := a.environment()
	if err != nil {
		return err
	}
	h, _ := descriptors.Get(id)
	d := layout.Detect(h, env)
	s := shownHost{
		listedHost:    listedHost{h.ID, h.Title, h.Lifecycle, d.Found, d.Why, h.Docs},
		LifecycleNote: h.LifecycleNote,
		Env:           []hostVariable{},
		Places:        places(h),
	}
	for _, e := range h.ConfigHome.Env {
		s.Env = append(s.Env, hostVariable{e.Name, e.Means})
	}
	if a.opt.json {
		return a.printJSON(s)
	}
	fmt.Fprintf(a.out, "%s (%s)\n", s.Title, s.ID)
	if s.LifecycleNote != "" {
		fmt.Fprintf(a.out, "  %s: %s\n", s.Lifecycle, s.LifecycleNote)
	}
	fmt.Fprintf(a.out, "  %s\n", s.Docs)
	for _, e := range s.Env {
		fmt.Fprintf(a.out, "  $%s moves its files (%s)\n", e.Name, e.Means)
	}
	var rows [][]string
	for _, p := range s.Places {
		rows = append(rows, []string{string(p.Scope), p.Kind, p.Path, p.Status})
	}
	printTable(a.out, "  ", rows)
	return nil
}

// places lists where h's items go, global before local.
func places(h descriptors.Host) []place {
	all := []place{}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		for _, row := range h.ArtifactLayout {
			if row.Scopes.Has(scope) {
				all = append(all, place{row.Kind, scope, rowPath(h, row, scope), row.Status, row.Source})
			}
		}
		if file := h.Hooks.File[scope]; file != "" {
			all = append(all, place{"hooks", scope, path.Join(configFolder(h, scope), file), "", h.Hooks.Source})
		}
	}
	return all
}

// rowPath is where a row of h puts its items.
func rowPath(h descriptors.Host, row descriptors.Row, scope plan.Scope) string {
	folder := configFolder(h, scope)
	if shared, ok := descriptors.SharedByID(row.Mount); ok {
		folder = "~/" + shared.Global
		if scope == plan.Local {
			folder = shared.Local
		}
	}
	return path.Join(folder, row.DestSubpath, row.File)
}

// configFolder is the host's own folder as people spell it.
func configFolder(h descriptors.Host, scope plan.Scope) string {
	if scope == plan.Local {
		return h.ConfigHome.Local
	}
	return "~/" + h.ConfigHome.Name
}
