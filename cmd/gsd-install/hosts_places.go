package main

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/plan"
)

// hostPlace says where one kind of thing goes in one scope, and in which form.
type hostPlace struct {
	Kind  string     `json:"kind"`
	Scope plan.Scope `json:"scope"`
	// Path is as people spell it, below the home or the project, and may hold {name}.
	Path string `json:"path"`
	// Shared is the id of the folder that several hosts read; empty for the host's own.
	Shared string `json:"shared,omitempty"`
	// Renderer and Keys are the form of a file of ours, Pieces that of what is put into a
	// file of the user's.
	Renderer string   `json:"renderer,omitempty"`
	Keys     []string `json:"keys,omitempty"`
	Pieces   string   `json:"pieces,omitempty"`
	// Or are other names of the file, of which one that is there is taken.
	Or []string `json:"or,omitempty"`
	// Else is where the file is made if none of them is there; empty if that is Path.
	Else string `json:"else,omitempty"`
	// Status is how well a row is checked; empty for other places.
	Status string `json:"status,omitempty"`
	Source string `json:"source"`
}

// placesOf lists where things go on h, global before local.
func placesOf(h descriptors.Host) []hostPlace {
	all := rawPlaces(h)
	for i, p := range all {
		for _, c := range h.Candidates {
			if p.Pieces != "" && path.Base(p.Path) == path.Base(c.File) {
				all[i].Or = slices.DeleteFunc(slices.Clone(c.Names), func(name string) bool { return name == c.File })
				if _, ok := h.Folder(c.Else, p.Scope); ok && c.Else != "" {
					all[i].Else = inFolder(h, c.Else, p.Scope, c.File)
				}
			}
		}
	}
	return all
}

// choice says which other file may be taken in place of that at Path.
func (p hostPlace) choice() []string {
	var says []string
	if len(p.Or) > 0 {
		says = append(says, strings.Join(p.Or, " or ")+" if that is there")
	}
	if p.Else != "" {
		says = append(says, p.Else+" if none is")
	}
	return says
}

func rawPlaces(h descriptors.Host) []hostPlace {
	all := []hostPlace{}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		for _, row := range h.ArtifactLayout {
			if row.Scopes.Has(scope) {
				all = append(all, rowPlace(h, row, scope))
			}
		}
		if hookFile(h, scope) != "" {
			all = append(all, hookPlace(h, scope))
		}
		if file := h.MCP.File[scope]; file != "" {
			all = append(all, hostPlace{
				Kind: "mcp", Scope: scope, Path: inFolder(h, h.MCP.Mount[scope], scope, file), Shared: sharedID(h.MCP.Mount[scope]),
				Pieces: pieces(h.MCP.Format, h.MCP.Key), Source: h.MCP.Source,
			})
		}
		if file := h.Permissions.File[scope]; file != "" {
			all = append(all, hostPlace{
				Kind: "permissions", Scope: scope, Path: inFolder(h, h.Permissions.Mount[scope], scope, file),
				Pieces: pieces(plan.JSON, slices.Concat(h.Permissions.Keys...)), Source: h.Permissions.Source,
			})
		}
	}
	return all
}

func rowPlace(h descriptors.Host, row descriptors.Row, scope plan.Scope) hostPlace {
	p := hostPlace{
		Kind: row.Kind, Scope: scope, Status: row.Status, Source: row.Source,
		Path: inFolder(h, row.Mount, scope, path.Join(row.DestSubpath, row.File)),
	}
	if row.Dialect == "" {
		p.Shared = sharedID(row.Mount)
	}
	d, _, _ := h.DialectOf(row)
	p.Renderer = d.Renderer
	for _, k := range d.Keys {
		p.Keys = append(p.Keys, k.Key)
	}
	if d.BodyKey != "" {
		p.Keys = append(p.Keys, d.BodyKey)
	}
	return p
}

// hookFile is the file that a host's hooks are registered in; empty if by the agreement it runs
// none, or has no place for them in a scope.
func hookFile(h descriptors.Host, scope plan.Scope) string {
	if h.Agreement().Effective.HookBus != hostapi.BusHost {
		return ""
	}
	return h.Hooks.File[scope]
}

func hookPlace(h descriptors.Host, scope plan.Scope) hostPlace {
	hooks, mount := h.HooksIn(scope), h.Hooks.Mount[scope]
	p := hostPlace{Kind: "hooks", Scope: scope, Path: inFolder(h, mount, scope, h.Hooks.File[scope]), Shared: sharedID(mount), Source: cmp.Or(h.Hooks.Source, hooks.Source)}
	switch hooks.Form {
	case "", "edit":
		p.Pieces = pieces(cmp.Or(hooks.Format, plan.JSON), hooks.KeyIn(scope))
	case "file":
		p.Renderer = "a file of " + string(cmp.Or(hooks.Format, plan.JSON))
	case "scripts":
		p.Renderer = "a script for each event"
	default:
		p.Renderer = "a " + hooks.Form + " that runs them"
	}
	return p
}

// pieces says what is put into a file of the user's.
func pieces(format plan.Format, key []string) string {
	if len(key) == 0 {
		return string(format)
	}
	return string(format) + ", at " + strings.Join(key, ".")
}

// sharedID is a mount's id if it is a shared folder.
func sharedID(mount string) string {
	if _, ok := descriptors.SharedByID(mount); ok {
		return mount
	}
	return ""
}

// inFolder spells a path below a mount as people do.
func inFolder(h descriptors.Host, mount string, scope plan.Scope, file string) string {
	folder, _ := h.Folder(cmp.Or(mount, "config"), scope)
	if shared, ok := descriptors.SharedByID(mount); ok {
		folder = shared.Global
		if scope == plan.Local {
			folder = shared.Local
		}
	}
	if scope == plan.Global {
		folder = "~/" + folder
	}
	return path.Join(folder, file)
}
