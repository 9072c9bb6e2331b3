package layout

import (
	"maps"
	"path/filepath"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// Choose returns h with each of its candidate files settled: the one that our records
// name, else the first that exists, else the usual one. mounts are those that Mounts gives.
func Choose(h descriptors.Host, s plan.Scope, env Env, mounts []plan.Mount) descriptors.Host {
	for _, one := range []struct{ file, mount *map[plan.Scope]string }{
		{&h.Hooks.File, &h.Hooks.Mount}, {&h.MCP.File, &h.MCP.Mount}, {&h.Permissions.File, &h.Permissions.Mount},
	} {
		for _, c := range h.Candidates {
			if (*one.file)[s] != c.File {
				continue
			}
			mount, name := candidate(h, c, env, mounts, (*one.mount)[s])
			set(one.file, s, name)
			set(one.mount, s, mount)
			break
		}
	}
	return h
}

// set changes a map that others hold too.
func set(m *map[plan.Scope]string, s plan.Scope, v string) {
	if (*m)[s] == v {
		return
	}
	all := maps.Clone(*m)
	if all == nil {
		all = map[plan.Scope]string{}
	}
	all[s] = v
	*m = all
}

// candidate is the word of the mount and the name of the file in it that a candidate is,
// usually in the mount of word.
func candidate(h descriptors.Host, c descriptors.Candidates, env Env, mounts []plan.Mount, word string) (mount, name string) {
	words := []string{word}
	if _, ok := find(mounts, MountID(h, c.Else)); ok && c.Else != "" {
		words = append(words, c.Else)
	}
	for _, there := range []func(plan.Mount, string) bool{env.recorded, env.present} {
		for _, word := range words {
			m, ok := find(mounts, MountID(h, word))
			if !ok {
				continue
			}
			for _, name := range c.Names {
				if there(m, name) {
					return word, name
				}
			}
		}
	}
	return words[len(words)-1], c.File
}

// recorded reports whether our records in a mount name a file in it.
func (e Env) recorded(m plan.Mount, name string) bool {
	if !e.native() {
		return false
	}
	l, err := readRecords(m.Dir)
	return err == nil && l.names(name)
}

// present reports whether a file is in a mount.
func (e Env) present(m plan.Mount, name string) bool {
	return e.exists(filepath.Join(m.Dir, filepath.FromSlash(name)))
}
