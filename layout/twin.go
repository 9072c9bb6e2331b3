package layout

import (
	"path"
	"strings"

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
		id, dir := ownFolder(h, s, r.Path)
		if _, there := find(mounts, id); !there {
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

// Called is the name of the item of a kind at a path below a folder that h reads besides its
// rows; empty if h takes it for none. A file may end as h's own do, or as they do without what
// stands before the extension.
func Called(h descriptors.Host, s plan.Scope, kind, rel string) string {
	if kind == "skills" {
		dir, file := path.Split(rel)
		if name := strings.TrimSuffix(dir, "/"); file == "SKILL.md" && !strings.Contains(name, "/") {
			return name
		}
		return ""
	}
	ends := []string{".md"}
	if row, ok := Row(h, s, pack.Agent); ok && kind == "agents" {
		end := row.File[strings.LastIndex(row.File, "}")+1:]
		ends = []string{end, path.Ext(end)}
	}
	for _, end := range ends {
		if name, ok := strings.CutSuffix(rel, end); ok && !strings.Contains(name, "/") {
			return name
		}
	}
	return ""
}

// ownFolder is the mount of h for a folder given below the home or the project, and the
// folder's path in it; a mount of its own if it lies in none of the others.
func ownFolder(h descriptors.Host, s plan.Scope, dir string) (id, rest string) {
	words := []string{"config"}
	for word := range h.Folders {
		words = append(words, word)
	}
	best := ""
	for _, word := range words {
		top, there := h.Folder(word, s)
		if rel, in := below("", top, dir); there && in && len(top) > len(best) {
			best, id, rest = top, MountID(h, word), rel
		}
	}
	if best == "" {
		top := path.Dir(dir)
		id, rest = h.ID+"-"+strings.ReplaceAll(strings.TrimPrefix(top, "."), "/", "-"), path.Base(dir)
	}
	return id, rest
}

// twinMounts are the mounts of further folders of h's own that are there and lie in none of
// mounts: another item of a name of ours may be in them. What leads out of a project is
// no place of the host's.
func twinMounts(h descriptors.Host, s plan.Scope, env Env, mounts []plan.Mount) []plan.Mount {
	root := env.root(s)
	for _, r := range h.AlsoReads {
		if !r.Own || r.Scope != s || r.Kind == "hooks" {
			continue
		}
		id, rest := ownFolder(h, s, r.Path)
		dir := env.join(root, strings.TrimSuffix(strings.TrimSuffix(r.Path, rest), "/"))
		if _, known := find(mounts, id); known || !env.exists(dir) {
			continue
		}
		if m, err := resolve(plan.Mount{ID: id, Dir: dir, Store: id}, s, env); err == nil {
			mounts = Merge(mounts, []plan.Mount{m})
		}
	}
	return mounts
}
