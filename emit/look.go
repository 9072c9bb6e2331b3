package emit

import (
	"iter"
	"path"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// look reads what is on disk at every entry.
func (t *tally) look() {
	var readable []*entry
	for _, e := range t.sorted() {
		if e.want == nil && !e.vacate && e.back == "" && len(e.stay) > 0 {
			continue
		}
		at, err := e.m.dir(path.Dir(e.path))
		if e.vacate && err != nil {
			e.have = odd // behind a link that leads elsewhere; it may be an item all the same
			continue
		}
		if err != nil {
			t.fail(err, e.concerned()...)
			continue
		}
		if at == dirThere && e.m.root != nil {
			readable = append(readable, e)
		}
	}
	folders := slices.Collect(chunk(readable))
	parallel(len(folders), func(i int) { lookIn(folders[i]) })
	for _, e := range readable {
		if e.fault != nil {
			t.fail(e.fault, e.concerned()...)
		}
		t.checkFold(e)
	}
}

// chunk cuts the sorted entries into those of one folder each.
func chunk(entries []*entry) iter.Seq[[]*entry] {
	return func(yield func([]*entry) bool) {
		for len(entries) > 0 {
			first, n := entries[0], 1
			for n < len(entries) && entries[n].m == first.m && path.Dir(entries[n].path) == path.Dir(first.path) {
				n++
			}
			if !yield(entries[:n]) {
				return
			}
			entries = entries[n:]
		}
	}
}

// lookIn reads the entries of one folder, which is opened once.
func lookIn(entries []*entry) {
	folder := entries[0].m.root
	if dir := path.Dir(entries[0].path); dir != "." {
		sub, err := folder.Sub(dir)
		if err != nil {
			for _, e := range entries {
				e.fault = err
			}
			return
		}
		defer sub.Close()
		folder = sub
	}
	for _, e := range entries {
		var err error
		if e.have, e.info, err = stateOf(folder, path.Base(e.path)); err != nil {
			e.fault = plan.FileErrorf(e.String(), "%w", err)
		}
		if e.m.Only != "" && e.have.link() {
			e.have = odd // it cannot be moved to a folder of another mount
		}
	}
}
