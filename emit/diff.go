package emit

import (
	"cmp"
	"io/fs"
	"iter"
	"maps"
	"path"
	"runtime"
	"slices"
	"sync"

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
// paths that two packs want or that differ by case only, packs that other hosts
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
	t.settleHeirs()
	t.dropTwins()
	t.decideAll()
	t.countHeirs()
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

// workers is how many files are read or written at once.
func workers() int { return min(max(2*runtime.GOMAXPROCS(0), 2), 16) }

// parallel calls do for every index below n.
func parallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(workers(), n) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

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
		want = e.want.Data
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
