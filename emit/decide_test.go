package emit

import (
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// The states of the cross product: two files, one of them with both modes, and a link.
var (
	stateA  = fileState(plan.SumOf([]byte("a")), false)
	stateAx = fileState(plan.SumOf([]byte("a")), true)
	stateB  = fileState(plan.SumOf([]byte("b")), false)
	stateL  = "link:" + stateB
)

// every calls do with each situation that can be.
func every(do func(s situation)) {
	bools := []bool{false, true}
	for _, want := range []state{"", stateA, stateAx, stateB} {
		for _, have := range []state{"", stateA, stateAx, stateB, stateL, odd} {
			for _, last := range []state{"", stateA, stateAx, stateB} {
				for _, policy := range []Policy{Keep, Replace, Stop} {
					for i := range 96 {
						s := situation{
							want: want, have: have, last: last, policy: policy, twin: []twin{noTwin, loose, stuckTwin}[i/32],
							preexisting: bools[i&1], others: bools[i>>1&1], aside: bools[i>>2&1],
							repair: bools[i>>3&1], adopt: bools[i>>4&1],
						}
						never := want == "" && last == "" && !s.aside || // nothing to do with us
							want != "" && have == odd || // refused before
							last == "" && s.preexisting || last == "" && want != "" && (s.others || s.aside) || // all are of a record
							want == "" && s.twin != noTwin || // only what is wanted has twins
							s.preexisting && s.aside || s.adopt && (!s.repair || last != "")
						if !never {
							do(s)
						}
					}
				}
			}
		}
	}
}

// table is §4 of the design, row by row, with what each row decides.
func table(s situation) (plan.Action, memory) {
	replaces := s.policy == Replace
	switch w, h, l := s.want, s.have, s.last; {
	case w != "" && l == "" && s.twin != noTwin && !(s.adopt && h == w) && !(replaces && s.twin == loose):
		return plan.Conflict, gone
	case w != "" && h == w && (l == "" && !s.adopt || s.preexisting):
		return plan.Keep, theirs
	case w != "" && h == w:
		return plan.Keep, fresh
	case w != "" && h == "":
		return plan.Create, fresh
	case w != "" && h == l && !s.preexisting:
		return plan.Update, fresh
	case w != "" && l != "" && !s.preexisting && s.repair && (s.policy != Stop || h.sameBytes(l)):
		return plan.Update, fresh
	case w != "" && replaces:
		return plan.Update, fresh
	case w != "" && l != "":
		return plan.Conflict, asItIs
	case w != "":
		return plan.Conflict, gone
	case s.others:
		return plan.Keep, asItIs
	case h == "" && s.aside:
		return plan.Create, gone
	case h == "" || s.preexisting:
		return plan.Forget, gone
	case s.aside && (h.sameBytes(l) || replaces && h != odd):
		return plan.Update, gone
	case h.sameBytes(l) || replaces && h != odd:
		return plan.Remove, gone
	}
	return plan.Conflict, gone
}

func TestDecideIsTheTable(t *testing.T) {
	n := 0
	every(func(s situation) {
		n++
		action, memory := table(s)
		if d := decide(s); d.action != action || d.memory != memory || d.why == "" {
			t.Errorf("%+v: %+v, want %s and the record %s", s, d, action, memory)
		}
	})
	if n < 1000 {
		t.Errorf("only %d situations", n)
	}
}

// What may never happen, whatever the table says.
func TestDecideLosesNothing(t *testing.T) {
	every(func(s situation) {
		d := decide(s)
		ours := s.last != "" && !s.preexisting && s.have.sameBytes(s.last)
		same := s.have.sameBytes(s.want)
		if d.move != still && s.have != "" && d.aside == notAside && !ours && !same {
			t.Errorf("%+v: %+v: bytes that are not ours go without a copy", s, d)
		}
		if d.move != still && s.have == odd {
			t.Errorf("%+v: %+v: what is no file is moved", s, d)
		}
		if d.move != still && d.action == plan.Conflict || s.policy == Stop && d.aside != notAside {
			t.Errorf("%+v: %+v: a conflict is written over", s, d)
		}
		if (s.others || s.preexisting && s.want == "") && s.want == "" && d.move != still {
			t.Errorf("%+v: %+v: somebody else still has it", s, d)
		}
		if d.aside == foreign && (s.want == "" || s.last != "" && !s.preexisting) {
			t.Errorf("%+v: %+v: ours is taken for foreign", s, d)
		}
		m := &mount{}
		m.store = m
		e := entry{place: place{m, "x"}, have: s.have, decision: d}
		if s.last != "" || s.aside {
			e.rec = &Record{}
		}
		if s.aside {
			e.rec.Backup = "foreign/x"
		}
		if s.twin != noTwin {
			e.twins = []*entry{{place: place{m, "y"}}}
		}
		named := e.change().Original != ""
		if s.aside && d.memory == gone && d.move != restore && !named || named && (d.memory != gone || d.move == restore) {
			t.Errorf("%+v: %+v: what was put aside does not come back, has no record and no name", s, d)
		}
		if s.have == s.want && s.want != "" && d.move != still {
			t.Errorf("%+v: %+v: what is there already is written again", s, d)
		}
	})
}
