package layout

import (
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// Own finds the mount that a path belongs to: of nested mounts the innermost,
// and behind an allowed link the link's own. id may be an alias. A path of an
// unknown mount is returned as it came.
func Own(mounts []plan.Mount, id, p string) (string, string) {
	m, ok := find(mounts, id)
	if !ok {
		return id, p
	}
	if link, rest, ok := behindLink(mounts, m.ID, p); ok {
		return link, rest
	}
	owner, rest := m, p
	full := filepath.Join(m.Dir, filepath.FromSlash(p))
	for _, n := range mounts {
		if n.Only != "" || len(n.Dir) <= len(owner.Dir) || strings.Contains(n.ID, "/") {
			continue
		}
		if rel, ok := below(runtime.GOOS, n.Dir, full); ok && rel != "." {
			owner, rest = n, rel
		}
	}
	return owner.ID, rest
}

func find(mounts []plan.Mount, id string) (plan.Mount, bool) {
	for _, m := range mounts {
		if m.ID == id {
			return m, true
		}
	}
	for _, m := range mounts {
		for _, alias := range m.Aliases {
			if alias == id {
				return m, true
			}
		}
	}
	return plan.Mount{}, false
}

// behindLink finds the longest link below mount id that p goes through.
func behindLink(mounts []plan.Mount, id, p string) (string, string, bool) {
	best := plan.Mount{}
	for _, m := range mounts {
		at, ok := strings.CutPrefix(m.ID, id+"/")
		if !ok || len(m.ID) <= len(best.ID) {
			continue
		}
		if p == at && m.Only != "" || strings.HasPrefix(p, at+"/") && m.Only == "" {
			best = m
		}
	}
	if best.ID == "" {
		return "", "", false
	}
	if best.Only != "" {
		return best.ID, best.Only, true
	}
	return best.ID, path.Clean(strings.TrimPrefix(p, strings.TrimPrefix(best.ID, id+"/")+"/")), true
}

// Merge joins lists of mounts. Of mounts that are one directory the first
// stays and takes the ids of the others as aliases; a single file in a directory
// that is a mount itself is no mount of its own.
func Merge(lists ...[]plan.Mount) []plan.Mount {
	var merged []plan.Mount
	for _, list := range lists {
		for _, m := range list {
			merged = mergeOne(merged, m)
		}
	}
	return merged
}

func mergeOne(merged []plan.Mount, m plan.Mount) []plan.Mount {
	for i, have := range merged {
		if have.Dir != m.Dir || (have.Only != "" && have.Only != m.Only) {
			continue
		}
		have.Shared = have.Shared || m.Shared
		have.Aliases = addAliases(have, m)
		merged[i] = have
		return merged
	}
	return append(merged, m)
}

func addAliases(have, m plan.Mount) []string {
	aliases := append([]string(nil), have.Aliases...)
	for _, id := range append([]string{m.ID}, m.Aliases...) {
		known := id == have.ID
		for _, a := range aliases {
			known = known || a == id
		}
		if !known {
			aliases = append(aliases, id)
		}
	}
	return aliases
}
