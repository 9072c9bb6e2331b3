package pack

import (
	"io/fs"
	"path"

	"github.com/gsd-install/gsd-install/plan"
)

// Predecessors are the other installers that recipes know, by the prefix of the packs whose
// work theirs is.
func Predecessors() map[string][]plan.Predecessor {
	known := map[string][]plan.Predecessor{}
	list, err := fs.ReadDir(recipes, "recipes")
	if err != nil {
		return known
	}
	for _, e := range list {
		file := path.Join("recipes", e.Name())
		data, err := recipes.ReadFile(file)
		if err != nil {
			continue
		}
		if m := parseManifest(file, data, &report{}); m != nil && m.Predecessor != nil {
			known[m.Prefix] = append(known[m.Prefix], *m.Predecessor)
		}
	}
	return known
}
