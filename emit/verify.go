package emit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/edit"
	"github.com/gsd-install/gsd-install/plan"
)

// Verify compares the disk with what ledgers record for the claims, all of them if
// there are none, and needs no pack. It writes nothing. What is as recorded is a
// keep; a file that is missing is a create, one that was changed a conflict, pieces
// that are gone from a file of the user's an update: what a repair would do.
//
// An interrupted run is an error that wraps ErrInterrupted, a ledger that cannot
// be read one that wraps ErrLedger.
func Verify(list []plan.Mount, claims []Claim) ([]plan.Change, error) {
	ms, err := openMounts([][]plan.Mount{list})
	if err != nil {
		return nil, err
	}
	defer ms.close()
	if err := ms.load(false); err != nil {
		return nil, err
	}
	asked := func(c Claim) bool {
		return len(claims) == 0 || slices.ContainsFunc(claims, func(o Claim) bool { return o.covers(c) })
	}
	v := &verifier{tally: tally{mounts: ms}}
	for _, store := range ms.stores() {
		for _, rec := range store.old.Records {
			if slices.ContainsFunc(rec.Claims, asked) {
				v.records = append(v.records, recorded{store, rec})
			}
		}
		for _, e := range store.old.Edits {
			if slices.ContainsFunc(e.Stack, func(o Owner) bool { return asked(o.Claim) }) {
				v.add(v.checkEdit(store, e, asked))
			}
		}
	}
	found := make([]plan.Change, len(v.records))
	errs := make([]error, len(v.records))
	parallel(len(v.records), func(i int) { found[i], errs[i] = v.checkRecord(v.records[i]) })
	for i := range found {
		v.add(found[i], errs[i])
	}
	slices.SortStableFunc(v.changes, func(a, b plan.Change) int {
		return cmp.Or(cmp.Compare(v.rank(a.Mount), v.rank(b.Mount)), cmp.Compare(a.Path, b.Path))
	})
	return v.changes, v.problems()
}

type recorded struct {
	store *mount
	Record
}

// verifier gathers what Verify finds.
type verifier struct {
	tally
	records []recorded
	changes []plan.Change
}

func (v *verifier) add(c plan.Change, err error) {
	if err != nil {
		v.fail(err)
		return
	}
	v.changes = append(v.changes, c)
}

// rank is the place of a mount in the order of paths.
func (v *verifier) rank(id string) int {
	return slices.IndexFunc(v.all, func(m *mount) bool { return m.ID == id })
}

func (v *verifier) checkRecord(r recorded) (plan.Change, error) {
	c := plan.Change{Path: r.Path, Rule: r.Rule, Sources: r.Sources, Last: r.Sum, Want: r.Sum, Mode: fs.FileMode(r.Mode)}
	m := v.at(r.store, r.Mount)
	if m == nil {
		return c, plan.FileErrorf(r.store.Shown, "its ledger names %s in mount %s, which is not of the run", r.Path, r.Mount)
	}
	c.Mount = m.ID
	have := state("")
	if m.root != nil {
		var err error
		have, _, err = stateOf(m.root, r.Path)
		if errors.Is(err, confine.ErrEscape) {
			c.Action, c.Why = plan.Conflict, "its folder is a link now that leads out of "+m.Shown
			return c, nil
		}
		if err != nil {
			return c, plan.FileErrorf(m.shown(r.Path), "%w", err)
		}
	}
	c.Have = have.sum()
	switch {
	case have == r.state():
		c.Action, c.Why = plan.Keep, "as it should be"
	case have == "":
		c.Action, c.Why = plan.Create, "it was lost"
	case have.sameBytes(r.state()):
		c.Action, c.Why = plan.Conflict, whyMode
	case r.Sum == "":
		c.Action, c.Why = plan.Conflict, whyAgain
	default:
		c.Action, c.Why = plan.Conflict, whyEdited
	}
	return c, nil
}

func (v *verifier) checkEdit(store *mount, old Edit, asked func(Claim) bool) (plan.Change, error) {
	c := plan.Change{Path: old.Path, Last: old.After, Edit: true}
	m := v.at(store, old.Mount)
	if m == nil {
		return c, plan.FileErrorf(store.Shown, "its ledger names %s in mount %s, which is not of the run", old.Path, old.Mount)
	}
	c.Mount = m.ID
	e := &editEntry{place: place{m, old.Path}, old: &old}
	switch err := e.read(); {
	case errors.Is(err, fs.ErrPermission):
		return c, err
	case err != nil:
		c.Action, c.Why = plan.Conflict, err.Error()
		return c, nil
	}
	c.Have = e.have.sum()
	for _, o := range old.Stack {
		if !asked(o.Claim) {
			continue
		}
		c.Rule = o.Rule
		c.Sources = append(c.Sources, o.Sources...)
		gone, err := e.gone(o.Receipt)
		if err != nil {
			c.Action, c.Why = plan.Conflict, e.located(err).Error()
			return c, nil
		}
		if gone > 0 {
			c.Action, c.Why = plan.Update, fmt.Sprintf("%d of our pieces in it are gone or changed", gone)
			return c, nil
		}
	}
	c.Action, c.Why = plan.Keep, "our pieces are as they should be"
	return c, nil
}

// gone counts the pieces that are not in the file any more.
func (e *editEntry) gone(r edit.Receipt) (int, error) {
	if e.cur == nil {
		return len(r.Pieces), nil
	}
	if e.have.sum() == e.old.After {
		return 0, nil
	}
	ops, err := edit.Missing(e.old.Format, e.cur, r)
	return len(ops), err
}
