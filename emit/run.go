package emit

import (
	"io/fs"

	"github.com/gsd-install/gsd-install/plan"
)

// Run is what Diff found: the changes, and all that Apply needs to make them.
type Run struct {
	// Changes are in order of mount and path, those that keep a path included.
	// After Apply, a path that was changed by somebody else while the run was under
	// way has become a conflict.
	Changes []plan.Change
	// Notes are what was found in files of the user's.
	Notes []plan.Note
	// Taken is what is taken over from predecessors, in order of plans and mounts.
	Taken []*Taken

	policy Policy
	sites  []site
	made   []int // for each site, the directories that go with its last file
	steps  []step
	staged []item
	// ids are the mounts' ids for each site.
	ids []string
}

// item is a file to stage.
type item struct {
	site int
	name string // below the state folder
	data []byte
	// later reads data, nil if it is there.
	later func() ([]byte, error)
	mode  fs.FileMode
	// exact reports that the umask does not count.
	exact bool
	owner owner
}

// empty reports that Apply would write nothing.
func (r *Run) empty() bool { return len(r.sites) == 0 }

// conflicts are the changes that are conflicts.
func (r *Run) conflicts() []plan.Change {
	var conflicts []plan.Change
	for _, c := range r.Changes {
		if c.Action == plan.Conflict {
			conflicts = append(conflicts, c)
		}
	}
	return conflicts
}
