package plan

import (
	"path"
	"slices"
)

// Parents lists the directories above a path below a mount, outermost first, without ".".
func Parents(name string) []string {
	var dirs []string
	for d := path.Dir(name); d != "."; d = path.Dir(d) {
		dirs = append(dirs, d)
	}
	slices.Reverse(dirs)
	return dirs
}
