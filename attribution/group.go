package attribution

import (
	"cmp"
	"maps"
	"slices"
)

// Group is all that one source moved.
type Group struct {
	// Path is that of the source, Why what happened to it.
	Path, Why string
	Moves     []Move
}

// Groups puts moves together by what explains them, in order of the sources; a move that
// several explain is in each of their groups.
func Groups(moves []Move) []Group {
	groups := map[string]*Group{}
	for _, m := range moves {
		seen := map[string]bool{}
		for _, c := range m.Causes {
			if seen[c.Path] {
				continue
			}
			seen[c.Path] = true
			g := groups[c.Path]
			if g == nil {
				g = &Group{Path: c.Path, Why: c.Why}
				groups[c.Path] = g
			}
			g.Moves = append(g.Moves, m)
		}
	}
	sorted := make([]Group, 0, len(groups))
	for _, path := range slices.Sorted(maps.Keys(groups)) {
		sorted = append(sorted, *groups[path])
	}
	return sorted
}

// Hosts are the hosts of a group, sorted.
func (g Group) Hosts() []string {
	var hosts []string
	for _, m := range g.Moves {
		hosts = append(hosts, m.Hosts...)
	}
	slices.SortFunc(hosts, cmp.Compare)
	return slices.Compact(hosts)
}
