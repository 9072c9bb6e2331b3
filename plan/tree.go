package plan

import (
	"slices"
	"strings"
)

// TreeFile is the file of a tree that shows a plan, HOST-SCOPE, TreeTops its folders: for the home, the
// project, and what is outside of both.
const TreeFile = "plan.txt"

// TreeTops are named at TreeFile.
var TreeTops = []string{"home", "project", "elsewhere"}

// IsTree reports whether a folder is a tree that shows a plan: by its name, and by the names of what
// is in it and nothing besides.
func IsTree(folder string, names []string) bool {
	named := strings.HasSuffix(folder, "-"+string(Global)) || strings.HasSuffix(folder, "-"+string(Local))
	return named && slices.Contains(names, TreeFile) && !slices.ContainsFunc(names, func(name string) bool {
		return name != TreeFile && !slices.Contains(TreeTops, name)
	})
}
