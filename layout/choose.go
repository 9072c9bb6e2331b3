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
	config, ok := find(mounts, h.ID)
	if !ok || len(h.Candidates) == 0 {
		return h
	}
	recorded := ledgerPaths(filepath.Join(config.Dir, filepath.FromSlash(ledgerFile)))
	for _, c := range h.Candidates {
		name := candidate(c, config, recorded)
		for _, files := range []*map[plan.Scope]string{&h.Hooks.File, &h.MCP.File, &h.Permissions.File} {
			if (*files)[s] == c.File {
				*files = maps.Clone(*files)
				(*files)[s] = name
			}
		}
	}
	return h
}

func candidate(c descriptors.Candidates, m plan.Mount, recorded map[string]bool) string {
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
