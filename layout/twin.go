package layout

import (
	"path"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// Twins are the paths at which h finds an item of the same kind and name in further
// folders of its own, where it would list it beside ours. at is where ours goes.
func Twins(h descriptors.Host, s plan.Scope, mounts []plan.Mount, at Placement) []plan.Place {
	var twins []plan.Place
	for _, r := range h.AlsoReads {
		name := twinName(r.Kind, at)
		if !r.Own || r.Scope != s || name == "" {
			continue
		}
		id, dir, ok := ownFolder(h, s, r.Path)
		if _, there := find(mounts, id); !ok || !there {
			continue
		}
		twin := plan.Place{}
		twin.Mount, twin.Path = Own(mounts, id, path.Join(dir, name))
		if mount, p := Own(mounts, at.Mount, at.Path); twin != (plan.Place{Mount: mount, Path: p}) {
			twins = append(twins, twin)
		}
	}
	return twins
}

// twinName is the path of an item in a folder of a kind; empty if it has no place there.
// A command is called like a skill of its name.
func twinName(kind string, at Placement) string {
	if at.Item == nil || at.File != nil || at.Part != "" {
		return ""
	}
	called := at.Kind == pack.Command || at.Kind == pack.Skill
	switch {
	case kind == "skills" && called:
		return at.Item.Name + "/SKILL.md"
	case kind == "commands" && called:
		return at.Item.Name + ".md"
	case kind == "agents" && at.Kind == pack.Agent:
		return at.Item.Name + path.Ext(at.Path)
	}
	return ""
}

// ownFolder is the mount of h that holds a folder given below the home or the project,
// and the folder's path in it.
func ownFolder(h descriptors.Host, s plan.Scope, dir string) (id, rest string, ok bool) {
	words := []string{"config"}
	for word := range h.Folders {
		words = append(words, word)
	}
	best := ""
	for _, word := range words {
		top, there := h.Folder(word, s)
		if rel, in := below("", top, dir); there && in && len(top) > len(best) {
			best, id, rest, ok = top, MountID(h, word), rel, true
		}
	}
	return id, rest, ok
}
