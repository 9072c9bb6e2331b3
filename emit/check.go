package emit

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// checkPlaces refuses files in the place of directories, unless they go in this run.
func (t *tally) checkPlaces() {
	for _, e := range t.sorted() {
		if e.want == nil && e.move != restore || e.m.Only != "" {
			continue
		}
		for _, d := range plan.Parents(e.path) {
			if e.m.dirs[d] != dirFile {
				continue
			}
			if in := t.entries[place{e.m, d}]; in == nil || in.want != nil || in.move != discard {
				t.fail(fileInWay(e.m.shown(d)), e.concerned()...)
			}
			break
		}
	}
}

// checkCase refuses wanted paths that some file systems do not tell apart.
func (t *tally) checkCase() {
	folded := map[place]*entry{}
	for _, e := range t.sorted() {
		if e.want == nil {
			continue
		}
		at := place{e.m, plan.Fold(e.path)}
		if other := folded[at]; other != nil {
			t.fail(fmt.Errorf("%s and %s: one would take the other's place%s", other.place, e.place, plan.ToldApart(other.path, e.path)), append(slices.Clone(other.claims), e.claims...)...)
		}
		folded[at] = e
	}
}

// checkFold refuses a file that was found under a name of other case, as on file
// systems that do not tell them apart; one that goes in this run is as good as gone.
func (t *tally) checkFold(e *entry) {
	if e.want == nil || e.rec != nil || e.have == "" {
		return
	}
	entries, err := e.m.root.ReadDir(path.Dir(e.path))
	if err != nil {
		return // a folder that may be searched but not listed
	}
	name, found := foldedName(entries, path.Base(e.path))
	if !found {
		return
	}
	twin := place{e.m, path.Join(path.Dir(e.path), name)}
	if old := t.entries[twin]; old == nil || old.want != nil {
		t.fail(plan.FileErrorf(e.String(), "there is %s, and this file system does not tell them apart", name), e.claims...)
		return
	}
	e.have, e.info = "", nil
}

// foldedName finds the name that stands for base in a listing which does not
// have base itself.
func foldedName(entries []fs.DirEntry, base string) (string, bool) {
	twin := ""
	for _, d := range entries {
		if d.Name() == base {
			return "", false
		}
		if plan.Fold(d.Name()) == plan.Fold(base) {
			twin = d.Name()
		}
	}
	return twin, twin != ""
}
