package emit

import (
	"fmt"
	"slices"

	"github.com/gsd-install/gsd-install/edit"
	"github.com/gsd-install/gsd-install/plan"
)

// stack is who owns pieces of the file after the run, in order, each with the
// pieces that it is to have, and whether that differs from what is recorded.
func (t *tally) stack(e *editEntry) (stack []Owner, changed bool) {
	pending := slices.Clone(e.wants)
	if e.old != nil {
		for _, o := range e.old.Stack {
			i := slices.IndexFunc(pending, func(w wantedEdit) bool { return w.claim == o.Claim })
			switch {
			case i >= 0:
				w := pending[i]
				pending = slices.Delete(pending, i, i+1)
				changed = changed || !slices.EqualFunc(w.Ops, o.Receipt.Ops(), plan.Op.Same)
				stack = append(stack, ownerFor(w))
			case t.ofRun(o.Claim):
				changed = true
			default:
				o, renewed := e.renew(o)
				changed = changed || renewed
				stack = append(stack, o)
			}
		}
	}
	for _, w := range pending {
		stack = slices.Insert(stack, seat(stack, w.claim), ownerFor(w))
	}
	return stack, changed || len(pending) > 0
}

// seat is where in the stack a new claim goes: among those of its pack by the name of the
// host, so that the file is the same in whatever order its hosts came.
func seat(stack []Owner, c Claim) int {
	at := len(stack)
	for i, o := range stack {
		if o.Claim.Prefix != c.Prefix {
			continue
		}
		if o.Claim.Host > c.Host {
			return i
		}
		at = i + 1
	}
	return at
}

// renew gives an owner that is not of the run the pieces of its pack as the run wants them
// at the same places: hosts that share a file have one text in it, as they have one file
// where they share a folder.
func (e *editEntry) renew(o Owner) (Owner, bool) {
	pieces, renewed := slices.Clone(o.Receipt.Pieces), false
	for i, p := range pieces {
		for _, w := range e.wants {
			if op, ok := w.at(p.Op); ok && w.claim.Prefix == o.Claim.Prefix && !op.Same(p.Op) {
				pieces[i], renewed = edit.Piece{Op: op}, true
			}
		}
	}
	if renewed {
		o.Receipt = edit.Receipt{Pieces: pieces}
	}
	return o, renewed
}

// at is what is wanted at the place of op. Elements of a list have none.
func (w wantedEdit) at(op plan.Op) (plan.Op, bool) {
	i := slices.IndexFunc(w.Ops, func(o plan.Op) bool { return samePlace(o, op) })
	if i < 0 {
		return plan.Op{}, false
	}
	return w.Ops[i], true
}

// samePlace reports whether only one of two ops can be at its place.
func samePlace(a, b plan.Op) bool {
	return a.Kind == b.Kind && a.Kind != plan.Append && slices.Equal(a.Key, b.Key)
}

// disagree is the refusal of a plan that wants something else at a place than another plan of
// the pack; nil if there is none.
func (e *editEntry) disagree(claim Claim, want *plan.Edit) error {
	for _, w := range e.wants {
		for _, op := range want.Ops {
			if have, ok := w.at(op); ok && w.claim.Prefix == claim.Prefix && !have.Same(op) {
				return plan.FileErrorf(e.String(), "%s and %s want different things at %s", w.claim, claim, edit.KeyText(op.Key))
			}
		}
	}
	return nil
}

// from is the record with what its pieces are from, as owners in the same order say, and with
// what they met as before.
func (e *Edit) from(owners []Owner) *Edit {
	next := *e
	next.Stack = slices.Clone(owners)
	for i := range next.Stack {
		next.Stack[i].Receipt = e.Stack[i].Receipt
	}
	return &next
}

func ownerFor(w wantedEdit) Owner {
	o := Owner{Claim: w.claim, Rule: w.Rule, Sources: w.Sources}
	for _, op := range w.Ops {
		o.Receipt.Pieces = append(o.Receipt.Pieces, edit.Piece{Op: op})
	}
	return o
}

// met are the notes on what pieces met in the file. What another owner put there is not the
// user's: the same is no news, and something else is another pack's.
func met(notes []edit.Note, others []Owner) []string {
	var said []string
	for _, n := range notes {
		message := n.Message
		for _, o := range others {
			for _, op := range o.Receipt.Ops() {
				switch {
				case op.Same(n.Piece.Op):
					message = ""
				case samePlace(op, n.Piece.Op) && !n.Piece.Owned:
					message = fmt.Sprintf("%s: that of %s is there; it is left", edit.KeyText(op.Key), o.Claim)
				}
			}
		}
		if message != "" {
			said = append(said, message)
		}
	}
	return said
}
