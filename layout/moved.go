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
	if at.moved || !env.native() {
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
		if !recordsOf(m.Dir, h.ID) {
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
