package emit

import (
	"errors"
	"fmt"
	"slices"
)

// inherit gives what the ledger of a mount that is left says of single files elsewhere to
// the mount that the host has instead: these files stay where they are.
func (ms *mounts) inherit() error {
	var errs []error
	for i, list := range ms.lists {
		for _, pm := range list {
			left, heir := ms.by[i][pm.ID], ms.by[i][pm.Heir]
			if pm.Heir == "" || left == heir || !left.had {
				continue
			}
			if heir == nil || heir.store != heir {
				errs = append(errs, fmt.Errorf("mount %s: its heir %q is not a directory of the run", pm.ID, pm.Heir))
				continue
			}
			errs = append(errs, heir.take(left))
		}
	}
	return errors.Join(errs...)
}

// take moves into the mount's ledger what that of another says of the user's files outside
// both.
func (m *mount) take(left *mount) error {
	next, errs := *left.old, []error(nil)
	next.Edits = nil
	for _, e := range left.old.Edits {
		if e.Mount == "" {
			next.Edits = append(next.Edits, e)
			continue
		}
		if slices.ContainsFunc(m.old.Edits, func(have Edit) bool { return have.Mount == e.Mount && have.Path == e.Path }) {
			errs = append(errs, &hintError{
				fmt.Errorf("%s and %s: the ledgers of both tell of %s", m.Shown, left.Shown, e.Path),
				"uninstall with the gsd-install that has installed it, and install again",
			})
		}
		m.old.Edits = append(m.old.Edits, e)
	}
	if len(next.Edits) < len(left.old.Edits) {
		left.old, left.gave, m.gave = &next, true, true
	}
	return errors.Join(errs...)
}
