package emit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// place is a path in an open mount.
type place struct {
	m    *mount
	path string
}

func (at place) String() string { return at.m.shown(at.path) }

// entry is one path that the run has to do with.
type entry struct {
	place
	// want is nil if nothing of the run wants the path.
	want *plan.Artifact
	// root is how the plan that wants it spells the mount.
	root string
	// claims are those of the run that want it.
	claims []Claim
	// rec is the old record; nil if there is none.
	rec *Record
	// stay are the claims of rec that are not of the run.
	stay []Claim
	// twins are the paths at which another item of its name would be found; vacate
	// reports that this is such a path.
	twins  []*entry
	vacate bool

	have state
	info fs.FileInfo
	// fault is why it could not be read.
	fault error
	decision
	// asideAt is the place below the backup folder for what is on disk, once it is known.
	asideAt string
	// pristine is what we had installed, if somebody has edited that and it goes aside; nil
	// if it cannot be had.
	pristine []byte
	// back is the place below the backup folder of what was asked to come back here.
	back string
	// backState is its state.
	backState state
	// legacy is what it has of a predecessor; nil if nothing.
	legacy *legacy
}

func (e *entry) wanted() state {
	if e.want == nil {
		return ""
	}
	return fileState(e.want.Sum, e.want.Mode&0o100 != 0)
}

func (e *entry) last() state {
	if e.rec == nil {
		return ""
	}
	return e.rec.state()
}

// tally gathers what all plans and ledgers say about each path.
type tally struct {
	*mounts
	req     Request
	entries map[place]*entry
	edits   map[place]*editEntry
	errs    []*Refusal
	notes   []plan.Note
	// taken is what is taken over from predecessors.
	taken []*Taken
	// twins are the paths that plans give as twins of others.
	twins []twinOf
	// order are the entries in order of mount and path, once all are there.
	order []*entry
}

// ofRun reports whether the run makes or gives up the claim.
func (t *tally) ofRun(c Claim) bool {
	for _, p := range t.req.Plans {
		if c == planClaim(p) {
			return true
		}
	}
	return slices.ContainsFunc(t.req.Leave, func(l Claim) bool { return l.covers(c) })
}

func planClaim(p plan.Plan) Claim { return Claim{p.Host, p.Pack.Prefix} }

// wants gathers what the plans want.
func (t *tally) wants() {
	seen := map[Claim]bool{}
	for i, p := range t.req.Plans {
		claim := planClaim(p)
		if err := checkClaim(claim, seen); err != nil {
			t.fail(fmt.Errorf("plan %s: %w", claim, err), claim)
			continue
		}
		seen[claim] = true
		for j := range p.Artifacts {
			t.wantArtifact(t.by[i+1], p, &p.Artifacts[j])
		}
		for j := range p.Edits {
			t.wantEdit(t.by[i+1], claim, &p.Edits[j])
		}
	}
}

func checkClaim(c Claim, seen map[Claim]bool) error {
	switch {
	case c.Host == "":
		return errors.New("it has no host")
	case c.Prefix == "":
		return errors.New("its pack has no prefix")
	case strings.Contains(c.Prefix, "/"):
		return fmt.Errorf("the prefix %q has a slash in it", c.Prefix)
	case seen[c]:
		return errors.New("it is planned twice")
	}
	return nil
}

// place checks where a plan wants to go.
func (t *tally) place(ids map[string]*mount, claim Claim, id, path string) (place, bool) {
	m := ids[id]
	if m == nil {
		t.fail(fmt.Errorf("plan %s: %s: it goes to mount %q, which is not of the run", claim, path, id), claim)
		return place{}, false
	}
	at := place{m, path}
	err := checkPath(path)
	if err == nil && len(m.Names) > 0 && !slices.Contains(m.Names, path) {
		err = fmt.Errorf("%q: only %s may be opened there", path, strings.Join(m.Names, ", "))
	}
	if err == nil && m.Only != "" && path != m.Only {
		err = fmt.Errorf("%q: only %s may be opened there", path, m.Only)
	}
	if err != nil {
		t.fail(fmt.Errorf("plan %s: %s: %w: %w", claim, m.Shown, err, confine.ErrEscape), claim)
		return place{}, false
	}
	return at, true
}

func (t *tally) wantArtifact(ids map[string]*mount, p plan.Plan, a *plan.Artifact) {
	claim := planClaim(p)
	at, ok := t.place(ids, claim, a.Mount, a.Path)
	if !ok {
		return
	}
	if len(at.m.Names) > 0 {
		t.fail(fmt.Errorf("plan %s: %s: only pieces may be put into it: %w", claim, at, confine.ErrEscape), claim)
		return
	}
	if a.Mode != 0o644 && a.Mode != 0o755 {
		t.fail(fmt.Errorf("plan %s: %s: mode %04o is neither 0644 nor 0755", claim, at, a.Mode), claim)
		return
	}
	e := t.entry(at)
	root := spelled(p, a.Mount)
	if e.want == nil {
		e.want, e.root = a, root
	}
	if e.want.Sum != a.Sum || e.want.Mode != a.Mode {
		t.fail(e.differ(root, claim), append(slices.Clone(e.claims), claim)...)
		return
	}
	if slices.Contains(e.claims, claim) {
		t.fail(fmt.Errorf("plan %s: %s: it is wanted twice", claim, at), claim)
		return
	}
	e.claims = append(e.claims, claim)
	for _, twin := range a.Twins {
		if at, ok := t.place(ids, claim, twin.Mount, twin.Path); ok {
			t.twins = append(t.twins, twinOf{e, at, claim})
		}
	}
}

// spelled is how the plan spells the mount id.
func spelled(p plan.Plan, id string) string {
	for _, m := range p.Mounts {
		if m.ID == id || slices.Contains(m.Aliases, id) {
			return m.Shown
		}
	}
	return id
}

// differ is the refusal of a second file for the path, of a plan that spells the mount
// root. Two roots that a link makes one directory differ in all their files, and that is
// said once.
func (e *entry) differ(root string, claim Claim) error {
	if root == e.root {
		return plan.FileErrorf(e.String(), "%s and %s want different files there", e.claims[0], claim)
	}
	return &hintError{
		fmt.Errorf("%s and %s: they are one directory, %s, and different files belong in each", e.root, root, e.m.Dir),
		"make one of them a directory of its own, or leave out the hosts that use it",
	}
}

func (t *tally) entry(at place) *entry {
	e := t.entries[at]
	if e == nil {
		e = &entry{place: at}
		t.entries[at] = e
	}
	return e
}

// records adds what the ledgers remember about paths that the run wants or gives up.
func (t *tally) records() {
	for _, store := range t.stores() {
		for i := range store.old.Records {
			rec := &store.old.Records[i]
			m := t.at(store, rec.Mount)
			if m == nil {
				if slices.ContainsFunc(rec.Claims, t.ofRun) {
					t.failAll(store, plan.FileErrorf(store.Shown, "its ledger names %s in mount %s, which is not of the run", rec.Path, rec.Mount))
				}
				continue
			}
			at := place{m, rec.Path}
			if t.entries[at] == nil && !slices.ContainsFunc(rec.Claims, t.ofRun) {
				continue
			}
			e := t.entry(at)
			e.rec = rec
			for _, c := range rec.Claims {
				if !t.ofRun(c) {
					e.stay = append(e.stay, c)
				}
			}
		}
	}
}

// sorted are the entries in order of mount and path.
func (t *tally) sorted() []*entry {
	if len(t.order) != len(t.entries) {
		t.order = slices.SortedFunc(maps.Values(t.entries), func(a, b *entry) int { return comparePlaces(a.place, b.place) })
	}
	return t.order
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.m.order, b.m.order), cmp.Compare(a.path, b.path))
}
