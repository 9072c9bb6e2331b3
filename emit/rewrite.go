package emit

import (
	"slices"

	"github.com/gsd-install/gsd-install/edit"
	"github.com/gsd-install/gsd-install/plan"
)

// rewrite works out the file: the pieces in it are undone from last to first, and
// those that stay and the new ones applied in order. If every piece is wanted as
// it is and still there, nothing is touched.
func (t *tally) rewrite(e *editEntry) error {
	stack, changed := t.stack(e)
	_, foreign := e.strip(e.cur, false)
	if foreign == 0 && e.idle() {
		delete(t.edits, e.place)
		return nil
	}
	if !changed && foreign == 0 {
		missing, err := e.missing()
		if err != nil {
			return err
		}
		if !missing {
			e.data, e.next = e.cur, e.old.from(stack)
			e.decision = decision{action: plan.Keep, why: "our pieces are as they should be"}
			return t.noteEdited(e)
		}
	}
	if err := t.undo(e); err != nil {
		return err
	}
	e.data, _ = e.strip(e.data, true)
	e.stripped = foreign > 0 && e.data == nil
	switch {
	case len(stack) == 0:
		e.next = nil
	case e.cur == nil && len(e.wants) == 0:
		// Nobody of the run wants the file back. Those that stay lose their pieces, and
		// their record tells of it.
		lost := *e.old
		lost.Stack = stack
		e.next = &lost
	default:
		if err := t.apply(e, stack); err != nil {
			return err
		}
	}
	e.settle()
	if e.move == put && e.cur != nil && hardLinks(e.info) > 1 {
		t.note(e, []string{"it has other names (hard links); what is written here does not show there"})
	}
	return nil
}

// missing reports whether a recorded piece is not in the file any more.
func (e *editEntry) missing() (bool, error) {
	for _, o := range e.old.Stack {
		gone, err := e.gone(o.Receipt)
		if err != nil || gone > 0 {
			return true, err
		}
	}
	return false, nil
}

// noteEdited tells of pieces that the user has edited and that are kept so.
func (t *tally) noteEdited(e *editEntry) error {
	if e.cur == nil || e.have.sum() == e.old.After {
		return nil
	}
	for _, o := range e.old.Stack {
		ops, err := edit.Edited(e.old.Format, e.cur, o.Receipt)
		if err != nil {
			return err
		}
		for _, op := range ops {
			if t.ofRun(o.Claim) {
				t.note(e, []string{edit.KeyText(op.Key) + ": what was put in was edited since; it is kept so"})
			}
		}
	}
	return nil
}

// undo takes the recorded pieces out, last ones first.
func (t *tally) undo(e *editEntry) error {
	e.data = e.cur
	if e.old == nil {
		return nil
	}
	for _, o := range slices.Backward(e.old.Stack) {
		undone, err := edit.Undo(e.old.Format, e.data, o.Receipt)
		if err != nil {
			return err
		}
		e.data = undone.Data
		if t.ofRun(o.Claim) {
			t.note(e, undone.Notes)
		}
	}
	return nil
}

// apply puts the pieces of the stack in and records them.
func (t *tally) apply(e *editEntry, stack []Owner) error {
	format := stack[0].format(e)
	e.next = &Edit{Mount: e.m.key(), Path: e.path, Format: format}
	for _, o := range stack {
		result, err := edit.Apply(format, e.data, o.Receipt.Ops())
		if err != nil {
			return err
		}
		if t.ofRun(o.Claim) {
			t.note(e, met(result.Notes, e.next.Stack))
		}
		e.data, o.Receipt, e.next.After = result.Data, result.Receipt, result.Receipt.After
		if e.m.store.lost {
			adopt(&o.Receipt)
		}
		e.next.Stack = append(e.next.Stack, o)
	}
	return nil
}

// format is that of the file: what a plan says, else what is recorded.
func (o Owner) format(e *editEntry) plan.Format {
	if len(e.wants) > 0 {
		return e.wants[0].Format
	}
	return e.old.Format
}

// adopt makes pieces ours that were found in the file by a repair after a lost
// ledger. What stood there before them is not known, so they can only be taken
// out one by one.
func adopt(r *edit.Receipt) {
	adopted := false
	for i := range r.Pieces {
		p := &r.Pieces[i]
		if p.Owned {
			continue
		}
		adopted, p.Owned = true, true
		switch p.Kind {
		case plan.Set:
			p.Made = len(p.Key) - 1
		case plan.Append:
			p.Made = len(p.Key)
		}
	}
	if adopted {
		r.After, r.Splices = "", nil
	}
}
