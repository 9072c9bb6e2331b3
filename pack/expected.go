package pack

import (
	"io/fs"
	"path"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// expected are those folders directly below a real path that are trees of what the pack is to
// become, as golden keeps them beside it: no part of it, whatever texts name. Beside one that has
// all of a tree, one that has some of it is a tree too: of a host that takes nothing, or one that
// somebody has put something into.
func (t *tree) expected(real string, list []fs.DirEntry) []string {
	var trees []string
	known := false
	for _, e := range list {
		if !e.IsDir() || !plan.IsTree(e.Name(), []string{plan.TreeFile}) {
			continue // by its name it is none
		}
		var names []string
		for _, in := range t.entries(path.Join(real, e.Name())) {
			names = append(names, in.Name())
		}
		top := slices.ContainsFunc(names, func(name string) bool { return slices.Contains(plan.TreeTops, name) })
		if top || slices.Contains(names, plan.TreeFile) {
			trees = append(trees, e.Name())
			known = known || top && plan.IsTree(e.Name(), names)
		}
	}
	if !known {
		return nil
	}
	return trees
}
