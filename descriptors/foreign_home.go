package descriptors

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// Kept is a place below the home, or below a project, that no added host may have for its own.
type Kept struct {
	// Path is the place, with slashes; What says what is there.
	Path, What string
	// Shelf reports that a host may have a folder in it.
	Shelf bool
}

// KeptFrom lists the places that are kept from hosts that are none of the program's, in order
// of their paths; homes of other hosts are not among them.
func KeptFrom(s plan.Scope) []Kept {
	rules := foreign()
	var all []Kept
	add := func(places map[string]string, shelf bool) {
		for _, p := range slices.Sorted(maps.Keys(places)) {
			all = append(all, Kept{p, "taken by " + places[p], shelf})
		}
	}
	add(rules.Shelves, true)
	add(rules.Closed, false)
	if s == plan.Local {
		add(rules.Project, false)
	}
	for _, one := range everyOne(shared) {
		dir := one.At(s)
		if dir != "" && dir != "." {
			all = append(all, Kept{dir, "taken by what several hosts share", false})
		}
		for _, file := range one.Files {
			if dir == "." {
				all = append(all, Kept{file, "taken by what several hosts share", false})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Kept) int { return cmp.Compare(a.Path, b.Path) })
	return all
}

// KeptAnywhere says of a name what is in a folder of that name wherever it lies; empty if nothing
// is that is kept from hosts which are none of the program's.
func KeptAnywhere(name string) string {
	for _, kept := range slices.Sorted(maps.Keys(foreign().Anywhere)) {
		if strings.EqualFold(name, kept) {
			return foreign().Anywhere[kept]
		}
	}
	return ""
}

// keptAnywhere says which name in a path is kept; empty if none is.
func keptAnywhere(p string) string {
	for name := range strings.SplitSeq(p, "/") {
		if what := KeptAnywhere(name); what != "" {
			return fmt.Sprintf("%q has %s in it, taken by %s", p, name, what)
		}
	}
	return ""
}

// SystemFolders are those by whole path that no host's home may lie in, unless the user's home
// does.
func SystemFolders() []string { return slices.Clone(foreign().System.Folders) }

// homeForm is a hidden folder, of names that look like nothing else.
var homeForm = regexp.MustCompile(`^\.[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9._-]+)*$`)

// homeFault says why a folder below a home or a project cannot be the home of an added host;
// empty if it can.
func (s *Set) homeFault(id, dir string, scope plan.Scope) string {
	if !homeForm.MatchString(dir) || len(dir) > 100 {
		return fmt.Sprintf("%q is no folder of its own; a home is a hidden folder, such as .%s", dir, id)
	}
	for _, kept := range KeptFrom(scope) {
		if why := keptFault(dir, kept); why != "" {
			return why
		}
	}
	if why := keptAnywhere(dir); why != "" {
		return why
	}
	for _, other := range s.Hosts() {
		if file := other.MCP.File[scope]; other.MCP.Mount[scope] == "home" {
			if why := keptFault(dir, Kept{Path: file, What: "a file of " + other.Title}); why != "" {
				return why
			}
		}
		for _, theirs := range other.Homes(scope) {
			if why := keptFault(dir, Kept{Path: theirs, What: "the home of " + other.Title}); why != "" {
				return why
			}
		}
	}
	return ""
}

// keptFault says how a folder meets a place that is kept.
func keptFault(dir string, kept Kept) string {
	switch {
	case strings.EqualFold(dir, kept.Path):
		return fmt.Sprintf("%q is %s", dir, kept.What)
	case below(kept.Path, dir):
		return fmt.Sprintf("%q holds %s, %s", dir, kept.Path, kept.What)
	case below(dir, kept.Path) && !kept.Shelf:
		return fmt.Sprintf("%q lies in %s, %s", dir, kept.Path, kept.What)
	}
	return ""
}
