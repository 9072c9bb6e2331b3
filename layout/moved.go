package layout

import (
	"fmt"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// movedMounts adds to mounts the folders that earlier descriptors gave h and in which there
// are records of it still. Nothing is placed there any more, so that an install takes away
// what those records say is of the host. A home that a variable has moved never was there.
func movedMounts(h descriptors.Host, s plan.Scope, env Env, at home, mounts []plan.Mount) ([]plan.Mount, error) {
	if at.moved {
		return mounts, nil
	}
	for i, dir := range h.MovedFrom.At(s) {
		var m plan.Mount
		if shared, ok := h.Shared(dir); ok {
			m = sharedMount(h, s, env, at, shared)
		} else {
			id := fmt.Sprintf("%s-moved%d", h.ID, i+1)
			m = plan.Mount{ID: id, Dir: env.join(env.root(s), dir), Store: id}
			if len(mounts) > 0 {
				m.Heir = mounts[0].ID // which keeps the records of single files
			}
		}
		if !env.recordsOf(m.Dir, h.ID) {
			continue
		}
		m, err := resolve(m, s, env)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(mounts, func(have plan.Mount) bool { return have.Dir == m.Dir && have.Only == "" }) {
			mounts = append(mounts, m)
		}
	}
	return mounts, nil
}

// Abandoned are the folders, and the ids of shared ones, in which an earlier descriptor of a host
// has files in a scope, and which now it neither has nor names in movedFrom: what an earlier
// version of the program has put there would stay.
func Abandoned(earlier, now descriptors.Host, s plan.Scope) []string {
	kept := append(usedFolders(now, s), now.MovedFrom.At(s)...)
	return slices.DeleteFunc(usedFolders(earlier, s), func(dir string) bool { return slices.Contains(kept, dir) })
}

// usedFolders are the folders below the home or the project that a host's files are put in, and
// the ids of shared ones.
func usedFolders(h descriptors.Host, s plan.Scope) []string {
	var dirs []string
	if dir, ok := h.Folder("config", s); ok {
		dirs = append(dirs, dir)
	}
	for _, u := range uses(h, s) {
		dir, ok := h.Folder(u.mount, s)
		if _, shared := h.Shared(u.mount); shared {
			dir, ok = u.mount, true
		}
		if ok && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
