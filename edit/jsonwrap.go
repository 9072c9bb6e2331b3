package edit

import (
	"slices"

	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// applyWrap puts a Set's piece where a scalar of the user's stands instead of a table, at
// the end of the way. In place of the innermost table it is kept under the key Wrap of
// a new one; further out it would say something else there, and is left.
func (f jsonFile) applyWrap(t *text, p Piece, pl place, v hujson.Value) (Piece, string, error) {
	there, last := pl.value(), len(p.Key)-1
	switch {
	case len(pl.way) == last && equalJSON(*there, v):
		return p, alreadySaid(p.Op, p.Key[:last]), nil
	case len(pl.way) < last || p.Key[last] == p.Wrap:
		return p, wayTaken(p.Op, p.Key[:len(pl.way)], kindName(*there)), nil
	}
	old := f.b[there.StartOffset:there.EndOffset]
	table, err := hujson.Parse([]byte("{" + string(hujson.String(p.Wrap)) + ":" + string(old) +
		"," + string(hujson.String(p.Key[last])) + ":" + string(p.Value) + "}"))
	if err != nil {
		return p, "", err
	}
	p.Owned, p.Made, p.Old = true, 1, slices.Clone(old)
	indent := indentAt(f.b, there.StartOffset)
	t.replace(change{there.StartOffset, there.EndOffset, f.style.print(table, indent, !f.style.oneLine)})
	return p, wrapped(p.Op, p.Key[:last], string(old)), nil
}

// wraps reports whether a scalar of the user's is kept in the table of p.
func (p Piece) wraps() bool {
	return p.Kind == plan.Set && p.Wrap != "" && p.Made == 1 && len(p.Old) > 0 && string(p.Old) != "null"
}

// unwrap returns the change that puts the scalar back that is kept in the table of p: as it
// is now, since it is the user's. ok is false if there is more in the table than that
// and, if there is true, the piece.
func (f jsonFile) unwrap(p Piece, pl place, there bool) (c change, ok bool) {
	table := pl.way[len(pl.way)-1]
	obj := table.Value.(*hujson.Object)
	want := 1
	if there {
		want = 2
	}
	at, err := f.member(obj, p.Wrap)
	if err != nil || at < 0 || len(obj.Members) != want || jsonComment(f.b[table.StartOffset:table.EndOffset]) {
		return change{}, false
	}
	v := obj.Members[at].Value
	if isContainer(v) {
		return change{}, false
	}
	return change{table.StartOffset, table.EndOffset, string(f.b[v.StartOffset:v.EndOffset])}, true
}
