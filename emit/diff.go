package emit

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// Diff reports, in order of mount and path, how the disk differs from what the
// request wants. It reads every path once that a plan names, or that a ledger
// records for a claim of the request, and writes nothing.
//
// Whatever would stand in the way of Apply is an error, a *Refusal that says which hosts
// of the request it is about, and all of them are joined: links that leave a mount (wrapping confine.ErrEscape),
// directories where files have to be and files where directories have to be, files
// of the user's that cannot be understood, folders that cannot be written to,
// paths that two packs want or that some file systems take for one, packs that other hosts
// use as well (*ClaimantsError), ledgers that cannot be read (ErrLedger), a run
// that was interrupted (ErrInterrupted).
func Diff(req Request) (*Run, error) {
	lists := [][]plan.Mount{req.Mounts}
	for _, p := range req.Plans {
		lists = append(lists, p.Mounts)
	}
	ms, err := openMounts(lists)
	if err != nil {
		return nil, err
	}
	defer ms.close()
	if err := ms.load(req.Repair); err != nil {
		return nil, err
	}
	t := &tally{mounts: ms, req: req, entries: map[place]*entry{}, edits: map[place]*editEntry{}}
	t.wants()
	t.wantBack()
	t.records()
	t.recordedEdits()
	t.formers()
	t.addTwins()
	t.checkPacks()
	t.checkCase()
	t.look()
	t.settleLegacies()
	t.dropTwins()
	t.decideAll()
	t.countLegacies()
	t.checkPlaces()
	t.rewriteAll()
	t.remember()
	b := &builder{tally: t}
	run := b.build()
	if err := t.problems(); err != nil {
		return nil, err
	}
	return run, nil
}

// decideAll settles every entry; those that go first, since they may be in the
// way of others.
func (t *tally) decideAll() {
	entries := t.sorted()
	for _, e := range entries {
		switch {
		case e.vacate:
			e.decision = decision{plan.Keep, whyVacant, still, notAside, asItIs}
		case e.back != "":
			t.decideBack(e)
		case e.want == nil:
			t.decide(e)
		}
	}
	for _, e := range entries {
		if e.want == nil {
			continue
		}
		if e.have == odd {
			if !t.clears(e.place) {
				t.fail(t.oddError(e), e.concerned()...)
				continue
			}
			e.have, e.info = "", nil
		}
		t.decide(e)
	}
}

func (t *tally) decide(e *entry) {
	s := situation{
		want: e.wanted(), have: e.have, last: e.last(),
		others: len(e.stay) > 0,
		policy: cmp.Or(t.req.Policy, Keep), twin: e.twin(),
		repair: t.req.Repair, adopt: e.m.store.lost,
	}
	if e.rec != nil {
		s.preexisting, s.aside = e.rec.Preexisting, e.rec.Backup != ""
	}
	e.decision = decide(s)
	if e.action == plan.Conflict && t.req.Decide != nil {
		have, want := t.bytes(e)
		switch s.policy = t.req.Decide(e.change(), have, want); s.policy {
		case "":
		case Stop:
			t.req.Policy, t.req.Decide = Stop, nil
		default:
			e.decision = decide(s)
		}
	}
	if s.twin != noTwin {
		e.settleTwins(s.policy)
	}
	t.findPristine(e)
}

// compareLimit is how long a file may be, in bytes, that somebody is to compare.
const compareLimit = 1 << 20

// bytes are what is on disk and what is wanted, or was installed where nothing is wanted
// any more, for whoever has to choose.
func (t *tally) bytes(e *entry) (have, want []byte) {
	switch {
	case e.want != nil:
		want, _ = e.want.Bytes()
	case t.req.Pristine != nil && e.last() != "":
		want = t.req.Pristine(e.rec.Sum)
	}
	if e.why == whyTwin {
		e = e.foreignTwin()
	}
	if e.have.sum() != "" && e.info.Size() <= compareLimit {
		have, _, _ = e.m.root.ReadFile(e.path)
	}
	return have, want
}

func (t *tally) oddError(e *entry) error {
	what := "neither a file nor a directory"
	switch {
	case e.info.Mode()&fs.ModeSymlink != 0:
		return e.m.escape(e.path)
	case e.info.IsDir():
		what = "a directory"
	}
	return &hintError{plan.FileErrorf(e.String(), "it is %s, and a file has to be there", what), "move it away"}
}

// clears reports whether the directory at is one that we made and everything in it
// goes in this run, so that it goes as well.
func (t *tally) clears(at place) bool {
	if at.m != at.m.store || !slices.Contains(at.m.old.Dirs, at.path) {
		return false
	}
	info, err := at.m.root.Lstat(at.path)
	if err != nil || !info.IsDir() {
		return false
	}
	entries, err := at.m.root.ReadDir(at.path)
	if err != nil {
		return false
	}
	for _, d := range entries {
		below := place{at.m, path.Join(at.path, d.Name())}
		if !t.goes(below) && (!d.IsDir() || !t.clears(below)) {
			return false
		}
	}
	return true
}

// goes reports whether the run removes the file at.
func (t *tally) goes(at place) bool {
	if e := t.entries[at]; e != nil {
		return e.move == discard
	}
	e := t.edits[at]
	return e != nil && e.move == discard && e.real == e.path
}

// change is the entry as plans print it.
func (e *entry) change() plan.Change {
	c := plan.Change{
		Action: e.action, Mount: e.m.ID, Path: e.path, Why: e.why,
		Want: e.wanted().sum(), Have: e.have.sum(), Last: e.last().sum(),
	}
	if e.want != nil {
		c.Rule, c.Sources, c.Mode = e.want.Rule, e.want.Sources, e.want.Mode
	} else if e.rec != nil {
		c.Rule, c.Sources = e.rec.Rule, e.rec.Sources
	}
	if e.back != "" {
		c.Want = e.backState.sum()
	}
	if e.why == whyTwin {
		c.Why += ": " + e.foreignTwin().String()
	}
	if e.decision.aside != notAside {
		c.Backup = backupPath + "/" + e.asidePath()
	}
	if e.pristine != nil {
		c.Pristine = pristineOf(c.Backup)
	}
	if e.rec != nil && e.rec.Backup != "" && e.memory == gone && e.move != restore {
		c.Original = backupPath + "/" + e.rec.Backup
	}
	return c
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
