package layout

import (
	"maps"
	"path/filepath"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// Choose returns h with each of its candidate files settled: the one that our records
// name, else the first that exists, else the usual one. mounts are those of h.
func Choose(h descriptors.Host, s plan.Scope, mounts []plan.Mount) descriptors.Host {
	for _, one := range []struct {
		file  *map[plan.Scope]string
		mount string
	}{{&h.Hooks.File, h.Hooks.Mount[s]}, {&h.MCP.File, h.MCP.Mount[s]}, {&h.Permissions.File, h.Permissions.Mount[s]}} {
		m, ok := find(mounts, MountID(h, one.mount))
		if !ok {
			continue
		}
		for _, c := range h.Candidates {
			if (*one.file)[s] == c.File {
				*one.file = maps.Clone(*one.file)
				(*one.file)[s] = candidate(c, m)
			}
		}
	}
	return h
}

func candidate(c descriptors.Candidates, m plan.Mount) string {
	recorded := ledgerPaths(filepath.Join(m.Dir, filepath.FromSlash(ledgerFile)))
	for _, name := range c.Names {
		if recorded[name] {
			return name
		}
	}
	for _, name := range c.Names {
		if (Env{}).exists(filepath.Join(m.Dir, filepath.FromSlash(name))) {
			return name
		}
	}
	return c.File
}
