package edit

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// jsonEditor edits JSON with comments, trailing commas and a BOM. An empty file, and a
// null in place of the file or on the way to a key, stand for an empty object.
type jsonEditor struct{}

func (jsonEditor) check(b []byte) error {
	_, err := parseJSON(b)
	return err
}

func (jsonEditor) apply(t *text, op plan.Op, all []plan.Op) (Piece, string, error) {
	p := Piece{Op: op}
	f, v, err := openJSON(t.b, op)
	if err != nil {
		return p, "", err
	}
	pl, err := f.walk(op, v)
	if err != nil {
		return p, "", err
	}
	if pl.scalar {
		return f.applyWrap(t, p, pl, v)
	}
	if there := pl.value(); there != nil && !pl.null {
		switch {
		case equalJSON(*there, v):
			return p, alreadyThere(op), nil
		case op.Must:
			return p, "", errorAt(t.b, there.StartOffset, "%s is %s, and only %s is understood", KeyText(op.Key), t.b[there.StartOffset:there.EndOffset], op.Value)
		case op.Yield || isContainer(*there) || isContainer(v):
			return p, placeTaken(op, kindName(*there)), nil
		}
		p.Owned = true
		p.Old = slices.Clone(t.b[there.StartOffset:there.EndOffset])
		t.replace(change{there.StartOffset, there.EndOffset, f.style.print(v, "", false)})
		return p, replaced(op, string(p.Old)), nil
	}
	if len(pl.way) == containers(op) && edited(*pl.way[len(pl.way)-1], v, op, all) {
		return p, alreadyEdited(op), nil
	}
	p.Owned = true
	p.Made = containers(op) - len(pl.way)
	if pl.null {
		p.Old = []byte("null")
	}
	t.replace(f.put(op, pl)...)
	return p, "", nil
}

// undo finds the piece, or the innermost container that was made for it; then it
// climbs as long as a container that was made has nothing else in it.
//
// An element that was edited is found by its commands: it goes if it runs no others, and
// else what lies in it and does.
func (jsonEditor) undo(t *text, p Piece, all []plan.Op) (string, error) {
	f, v, err := openJSON(t.b, p.Op)
	if err != nil {
		return "", err
	}
	pl, err := f.walk(p.Op, v)
	if err != nil {
		return leftAlone(p.Op, err), nil
	}
	if pl.scalar {
		return changedSince(p.Op), nil
	}
	there, note := pl.value(), ""
	if there == nil && p.Kind == plan.Append && len(pl.way) == containers(p.Op) {
		last := len(pl.way) - 1
		switch path := oursIn(pl.way[last], commands(v), othersOf(p.Op, all)); len(path) {
		case 0:
		case 1:
			pl.at[last], note = path[0], editedTaken(p.Op)
		default:
			return editedTaken(p.Op), takeNested(t, p.Op, all)
		}
		there = pl.value()
	} else if there != nil && (pl.null || !equalJSON(*there, v)) {
		there = nil
	}
	if there == nil {
		note = changedSince(p.Op)
	}
	if p.wraps() && len(pl.way) == containers(p.Op) {
		if c, ok := f.unwrap(p, pl, there != nil); ok {
			t.replace(c)
			return note, nil
		}
		p.Old = nil // the scalar stays in the table, or the user took it out
	}
	// depth is that of what goes; what lies in the container at i has depth i+1.
	depth, outer := len(pl.way), containers(p.Op)-p.Made
	rest := 1
	if there == nil {
		rest = 0
	}
	for depth > outer && f.holds(pl.way[depth-1], rest) {
		depth, rest = depth-1, 1
	}
	if there == nil && depth == len(pl.way) {
		return note, nil
	}
	changes := f.take(p, pl, depth, outer)
	for _, c := range changes {
		if note == "" && jsonComment(t.b[c.from:c.to]) {
			note = KeyText(p.Key) + ": comments inside what was put in went with it"
		}
	}
	t.replace(changes...)
	return note, nil
}

func (jsonEditor) has(b []byte, op plan.Op, all []plan.Op) (presence, error) {
	f, v, err := openJSON(b, op)
	if err != nil {
		return absent, err
	}
	pl, err := f.walk(op, v)
	if err != nil {
		return absent, nil // a way that is blocked leads to no piece
	}
	there := pl.value()
	switch {
	case there != nil && equalJSON(*there, v):
		return wholeIf(!pl.scalar || len(pl.way) == len(op.Key)-1), nil
	case len(pl.way) == containers(op) && edited(*pl.way[len(pl.way)-1], v, op, all):
		return changed, nil
	}
	return absent, nil
}

func openJSON(b []byte, op plan.Op) (jsonFile, hujson.Value, error) {
	f, err := parseJSON(b)
	if err != nil {
		return f, hujson.Value{}, err
	}
	if op.Kind != plan.Set && op.Kind != plan.Append {
		return f, hujson.Value{}, errorf("%s %s: not possible in JSON", op.Kind, KeyText(op.Key))
	}
	v, err := hujson.Parse(bytes.Clone(op.Value))
	return f, v, err
}

// takeNested takes our elements out of the user's that they lie in now.
func takeNested(t *text, op plan.Op, all []plan.Op) error {
	for {
		f, v, err := openJSON(t.b, op)
		if err != nil {
			return err
		}
		pl, err := f.walk(op, v)
		if err != nil || len(pl.way) != containers(op) {
			return err
		}
		list := pl.way[len(pl.way)-1]
		path := oursIn(list, commands(v), othersOf(op, all))
		if len(path) < 2 {
			return nil
		}
		last := len(path) - 1
		for _, i := range path[:last] {
			list = element(list, i)
		}
		t.replace(jsonList(*list).cut(f.b, path[last])...)
	}
}

// put returns the changes that put the piece of op, and what it lies in, at
// the end of the way.
func (f jsonFile) put(op plan.Op, p place) []change {
	n := len(p.way)
	v := wrap(op, n)
	switch {
	case n == 0 && p.null:
		return []change{{f.root.StartOffset, f.root.EndOffset, f.style.print(v, "", true)}}
	case n == 0:
		return f.putRoot(v)
	case p.null:
		there := p.value()
		return []change{{there.StartOffset, there.EndOffset, f.style.print(v, indentAt(f.b, there.StartOffset), !f.style.oneLine)}}
	}
	return jsonList(*p.way[n-1]).add(f.b, f.style, func(indent string, wide bool) string {
		s := f.style.print(v, indent, wide)
		if n <= len(op.Key) {
			s = string(hujson.String(op.Key[n-1])) + ":" + f.style.space + s
		}
		return s
	})
}

func (f jsonFile) putRoot(v hujson.Value) []change {
	text := f.style.print(v, "", true) + f.style.newline
	if blank(f.b) {
		return []change{{start(f.b), len(f.b), text}}
	}
	if !bytes.HasSuffix(f.b, []byte("\n")) {
		text = f.style.newline + text
	}
	return []change{{len(f.b), len(f.b), text}}
}

// take returns the changes that take out what lies at depth; outer is the depth
// of the outermost new thing, where p.Old comes back.
func (f jsonFile) take(p Piece, pl place, depth, outer int) []change {
	if depth > outer || depth > 0 && len(p.Old) == 0 {
		return jsonList(*pl.way[depth-1]).cut(f.b, pl.at[depth-1])
	}
	v, old := f.root, string(p.Old)
	if depth > 0 {
		v = element(pl.way[depth-1], pl.at[depth-1])
	} else if old == "" && (len(bytes.Trim(v.BeforeExtra, " \t\r\n")) > 0 || len(bytes.Trim(v.AfterExtra, " \t\r\n")) > 0) {
		old = "{}"
	}
	return []change{{v.StartOffset, v.EndOffset, old}}
}
