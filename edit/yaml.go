package edit

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"
	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/plan"
)

// yamlEditor edits YAML as text: block or flow style, one document. What it does is checked
// by decoding: the new file must be the old one with the piece, and nothing else. An
// empty file, and a null on the way to a key, stand for an empty mapping.
type yamlEditor struct{}

func (yamlEditor) check(b []byte) error {
	_, err := parseYAML(b)
	return err
}

func (yamlEditor) apply(t *text, op plan.Op, all []plan.Op) (Piece, string, error) {
	p := Piece{Op: op}
	f, v, err := openYAML(t.b, op)
	if err != nil {
		return p, "", err
	}
	pl, err := f.walk(op, v)
	if err != nil {
		return p, "", err
	}
	there := pl.value()
	if there != nil && !pl.null {
		tree := yamlTree(there)
		switch {
		case equalJSON(tree, v):
			return p, alreadyThere(op), nil
		case op.Must:
			return p, "", errorAt(t.b, f.at(there), "%s is %s, and only %s is understood", KeyText(op.Key), t.b[f.at(there):f.end(there)], op.Value)
		case op.Yield || isContainer(tree) || isContainer(v) || !f.oneLine(there):
			return p, placeTaken(op, yamlKind(there)), nil
		}
	} else if n := len(pl.way); n == containers(op) && op.Kind == plan.Append && edited(yamlTree(pl.way[n-1]), v, op, all) {
		return p, alreadyEdited(op), nil
	}
	note := ""
	if there != nil && !pl.null {
		note = replaced(op, string(t.b[f.at(there):f.end(there)]))
	}
	p.Owned = true
	near := f.near(pl)
	changes, err := f.put(&p, pl)
	if err != nil {
		return p, "", err
	}
	if !t.tryYAML(changes, f.root) {
		return p, "", errorAt(t.b, near, "%s has no place in a file of this shape", KeyText(op.Key))
	}
	return p, note, nil
}

// tryYAML makes the changes if the text then decodes to root.
func (t *text) tryYAML(changes []change, root *yaml.Node) bool {
	next := &text{b: t.b, splices: slices.Clone(t.splices)}
	next.replace(changes...)
	f, err := parseYAML(next.b)
	if err != nil || rootText(f.root) != rootText(root) {
		return false
	}
	*t = *next
	return true
}

// undo finds the piece, or the innermost container that was made for it; then it
// climbs as long as a container that was made has nothing else in it. Comments stay.
func (e yamlEditor) undo(t *text, p Piece, all []plan.Op) (string, error) {
	f, v, err := openYAML(t.b, p.Op)
	if err != nil {
		return "", err
	}
	pl, err := f.walk(p.Op, v)
	if err != nil {
		return leftAlone(p.Op, err), nil
	}
	there, note := pl.value(), ""
	if there == nil && p.Kind == plan.Append && len(pl.way) == containers(p.Op) {
		last := len(pl.way) - 1
		tree := yamlTree(pl.way[last])
		switch path := oursIn(&tree, commands(v), othersOf(p.Op, all)); len(path) {
		case 0:
		case 1:
			pl.at[last], note = path[0], editedTaken(p.Op)
		default:
			return takeNestedYAML(t, p.Op, all)
		}
		there = pl.value()
	} else if there != nil && (pl.null || !equalJSON(yamlTree(there), v)) {
		there = nil
	}
	if there == nil {
		note = changedSince(p.Op)
	}
	// depth is that of what goes; what lies in the container at i has depth i+1.
	depth, outer := len(pl.way), containers(p.Op)-p.Made
	// A block that was emptied is a null.
	gone := there == nil && !(pl.null && depth >= outer && depth < containers(p.Op))
	rest := 1
	if gone {
		rest = 0
	}
	for depth > outer && yamlCount(pl.way[depth-1]) == rest {
		depth, rest = depth-1, 1
	}
	if gone && depth == len(pl.way) {
		return note, nil
	}
	near := f.near(pl)
	changes := f.take(p, pl, depth, outer)
	if changes == nil || !t.tryYAML(changes, f.root) {
		if p.Lead != (Lead{}) {
			p.Lead = Lead{} // what stands before it has become somebody else's
			return e.undo(t, p, all)
		}
		return leftAlone(p.Op, errorAt(t.b, near, "it cannot be told from what is around it")), nil
	}
	return note, nil
}

func (yamlEditor) has(b []byte, op plan.Op, all []plan.Op) (presence, error) {
	f, v, err := openYAML(b, op)
	if err != nil {
		return absent, err
	}
	pl, err := f.walk(op, v)
	if err != nil {
		return absent, nil // a way that is blocked leads to no piece
	}
	there, n := pl.value(), len(pl.way)
	switch {
	case there != nil && equalJSON(yamlTree(there), v):
		return wholeIf(n == containers(op)), nil
	case n == containers(op) && op.Kind == plan.Append && edited(yamlTree(pl.way[n-1]), v, op, all):
		return changed, nil
	}
	return absent, nil
}

func openYAML(b []byte, op plan.Op) (*yamlFile, hujson.Value, error) {
	f, err := parseYAML(b)
	if err != nil {
		return f, hujson.Value{}, err
	}
	if op.Kind != plan.Set && op.Kind != plan.Append {
		return f, hujson.Value{}, errorf("%s %s: not possible in YAML", op.Kind, KeyText(op.Key))
	}
	v, err := hujson.Parse(bytes.Clone(op.Value))
	return f, v, err
}

// near is the offset of the last thing on the way that is in the file.
func (f *yamlFile) near(pl yamlPlace) int {
	for i := len(pl.way) - 1; i >= 0; i-- {
		if pl.at[i] >= 0 {
			return f.at(yamlElement(pl.way[i], pl.at[i]))
		}
	}
	if len(pl.way) > 0 {
		return f.at(pl.way[len(pl.way)-1])
	}
	return 0
}
