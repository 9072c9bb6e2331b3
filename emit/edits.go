package emit

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/edit"
	"github.com/gsd-install/gsd-install/plan"
)

// editEntry is one file of the user's that the run has to do with.
type editEntry struct {
	place
	// wants are the pieces that claims of the run want, in order of plans.
	wants []wantedEdit
	// old is the record; nil if there is none.
	old *Edit

	// real is the path of the file itself, if the one in the plans is a link.
	real string
	have state
	info fs.FileInfo
	cur  []byte // nil if absent

	// bequests are what predecessors may have put in.
	bequests []bequest
	// stripped reports that nothing else was in it.
	stripped bool

	// data is the file as it is to be, nil if it goes; next is its record,
	// nil if nothing of ours is left in it.
	data []byte
	next *Edit
	decision
}

type wantedEdit struct {
	claim Claim
	*plan.Edit
}

func (t *tally) editEntry(at place) *editEntry {
	e := t.edits[at]
	if e == nil {
		e = &editEntry{place: at}
		t.edits[at] = e
	}
	return e
}

func (t *tally) wantEdit(ids map[string]*mount, claim Claim, w *plan.Edit) {
	at, ok := t.place(ids, claim, w.Mount, w.Path)
	if !ok || len(w.Ops) == 0 {
		return
	}
	at = at.sameFile()
	e := t.editEntry(at)
	for _, have := range e.wants {
		if have.claim == claim || have.Format != w.Format {
			t.fail(fmt.Errorf("plan %s: %s: it is edited twice", claim, at), claim)
			return
		}
	}
	if err := e.disagree(claim, w); err != nil {
		t.fail(err, append(slices.Clone(t.concerned(e)), claim)...)
		return
	}
	e.wants = append(e.wants, wantedEdit{claim, w})
}

// sameFile is the place itself, or the other one of the mount's names that it is a link to:
// what hosts put into either is one stack.
func (at place) sameFile() place {
	if len(at.m.Names) == 0 || at.m.root == nil {
		return at
	}
	if target, err := at.m.root.Readlink(at.path); err == nil && slices.Contains(at.m.Names, target) {
		return place{at.m, target}
	}
	return at
}

// recordedEdits adds what the ledgers remember about files of the user's.
func (t *tally) recordedEdits() {
	for _, store := range t.stores() {
		for i := range store.old.Edits {
			old := &store.old.Edits[i]
			mine := slices.ContainsFunc(old.Stack, func(o Owner) bool { return t.ofRun(o.Claim) })
			m := t.at(store, old.Mount)
			if m == nil && mine {
				t.failAll(store, plan.FileErrorf(store.Shown, "its ledger names %s in mount %s, which is not of the run", old.Path, old.Mount))
			}
			if m == nil || !mine && t.edits[place{m, old.Path}] == nil {
				continue
			}
			t.editEntry(place{m, old.Path}).old = old
		}
	}
}

// rewriteAll works out every file of the user's.
func (t *tally) rewriteAll() {
	for _, e := range t.sortedEdits() {
		if t.entries[e.place] != nil {
			t.fail(plan.FileErrorf(e.String(), "it is wanted whole and as a file of the user's"), t.concerned(e)...)
			continue
		}
		if err := e.read(); err != nil && e.idle() {
			e.bequests[0].note(e.String(), "what %s's own installer may have put in stays: %v", e.bequests[0].Name, err)
			delete(t.edits, e.place)
			continue
		} else if err != nil {
			t.fail(err, t.concerned(e)...)
			continue
		}
		if err := t.rewrite(e); err != nil {
			t.fail(e.located(err), t.concerned(e)...)
		}
	}
}

func (t *tally) sortedEdits() []*editEntry {
	return slices.SortedFunc(maps.Values(t.edits), func(a, b *editEntry) int { return comparePlaces(a.place, b.place) })
}

// read finds the file, through links that stay in the mount.
func (e *editEntry) read() error {
	e.real = e.path
	if at, err := e.m.dir(path.Dir(e.path)); err != nil || at != dirThere || e.m.root == nil {
		if at == dirFile {
			err = &hintError{plan.FileErrorf(e.String(), "there is a file where its directory has to be"), "move it away"}
		}
		return err
	}
	for range 10 {
		info, err := e.m.root.Lstat(e.real)
		if errors.Is(err, fs.ErrNotExist) && e.real == e.path {
			return nil
		}
		if err != nil {
			return plan.FileErrorf(e.String(), "%w", err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			if err := e.follow(); err != nil {
				return err
			}
			continue
		}
		if info.IsDir() {
			return &hintError{plan.FileErrorf(e.String(), "it is a directory, and a file has to be there"), "move it away"}
		}
		data, info, err := e.m.root.ReadFile(e.real)
		if err != nil {
			return plan.FileErrorf(e.String(), "%w", err)
		}
		if data == nil {
			data = []byte{}
		}
		e.cur, e.info = data, info
		e.have = fileState(plan.SumOf(data), info.Mode()&0o100 != 0)
		return nil
	}
	return plan.FileErrorf(e.String(), "it is a link that leads to too many others")
}

// follow takes one step along a link.
func (e *editEntry) follow() error {
	if e.m.Only != "" {
		return e.m.escape(e.real)
	}
	_, err := e.m.root.Stat(e.real)
	if errors.Is(err, confine.ErrEscape) {
		return e.m.escape(e.real)
	}
	if err != nil {
		return &hintError{plan.FileErrorf(e.String(), "it is a link that leads nowhere: %w", err), deadHint}
	}
	target, err := e.m.root.Readlink(e.real)
	if err != nil {
		return err
	}
	if len(e.m.Names) > 0 && (e.real != e.path || !beside(e.path, target)) {
		return &hintError{
			plan.FileErrorf(e.String(), "it is a link to %s, which may not be edited for it", target),
			"make it a file of its own, or a link to one beside it of the same kind",
		}
	}
	e.real = path.Join(path.Dir(e.real), target)
	if err := checkPath(e.real); err != nil {
		return e.m.escape(e.path)
	}
	return nil
}

// mendHint is what to do about a file of the user's that cannot be edited.
const mendHint = "mend the file or move it away, then run again"

// located puts the file, and the line where there is one, before each problem.
func (e *editEntry) located(err error) error {
	var errs []error
	for _, err := range plan.Leaves(err) {
		var at *edit.Error
		if errors.As(err, &at) && at.Line > 0 {
			errs = append(errs, &hintError{&plan.FileError{File: e.String(), Line: at.Line, Err: errors.New(at.Message)}, mendHint})
		} else {
			errs = append(errs, plan.FileErrorf(e.String(), "%w", err))
		}
	}
	return errors.Join(errs...)
}

func (t *tally) note(e *editEntry, notes []string) {
	for _, n := range notes {
		t.notes = append(t.notes, plan.Note{Rule: "edit", Path: e.String(), Message: n})
	}
}

// settle names what happens to the file.
func (e *editEntry) settle() {
	switch {
	case e.cur == nil && e.data == nil:
		e.decision = decision{action: plan.Forget, why: "it is gone already"}
	case e.cur == nil:
		e.decision = decision{action: plan.Create, why: "new", move: put}
	case e.data == nil && e.idle():
		e.decision = decision{action: plan.Remove, why: "nothing but what " + e.bequests[0].Name + "'s own installer put in was in it", move: discard}
	case e.idle() && string(e.cur) != string(e.data):
		e.decision = decision{action: plan.Update, why: "what " + e.bequests[0].Name + "'s own installer put in goes", move: put}
	case e.data == nil:
		e.decision = decision{action: plan.Remove, why: "nothing but our pieces was in it", move: discard}
	case string(e.cur) == string(e.data):
		e.decision = decision{action: plan.Keep, why: "our pieces are as they should be"}
	case e.next == nil || len(e.wants) == 0:
		e.decision = decision{action: plan.Update, why: "our pieces go", move: put}
	default:
		e.decision = decision{action: plan.Update, why: "our pieces are put in", move: put}
	}
}

// mode is that of the file as it is to be.
func (e *editEntry) mode() fs.FileMode {
	if e.info != nil {
		return e.info.Mode().Perm()
	}
	return 0o644
}

// wanted is the state of the file as it is to be.
func (e *editEntry) wanted() state {
	if e.data == nil {
		return ""
	}
	return fileState(plan.SumOf(e.data), e.mode()&0o100 != 0)
}

func (e *editEntry) change() plan.Change {
	c := plan.Change{
		Action: e.action, Mount: e.m.ID, Path: e.path, Why: e.why,
		Want: e.wanted().sum(), Have: e.have.sum(), Mode: e.mode(), Edit: true,
	}
	if e.old != nil {
		c.Last = e.old.After
	}
	if e.data == nil {
		c.Mode = 0
	}
	for _, w := range e.wants {
		c.Rule = w.Rule
		c.Sources = append(c.Sources, w.Sources...)
	}
	return c
}
