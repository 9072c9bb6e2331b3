package edit

import (
	"slices"

	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// takeNestedTOML takes our elements out of the user's that they lie in now.
func takeNestedTOML(t *text, op plan.Op, all []plan.Op) (string, error) {
	for {
		f, v, err := openTOMLOp(t.b, op)
		if err != nil {
			return "", err
		}
		there, _ := f.lookup(op.Key)
		tree := tomlTree(there)
		path := oursIn(&tree, commands(tomlTree(v)), othersOf(op, all))
		if len(path) < 2 {
			return editedTaken(op), nil
		}
		next := &text{b: t.b, splices: slices.Clone(t.splices)}
		changes, want := f.nested(op.Key, tree, path)
		if next.replace(changes...); changes == nil || !decodesTo(next.b, want, nil) {
			return leftAlone(op, f.shape(op.Key, "holds it in a form that is not understood")), nil
		}
		*t = *next
	}
}

// nested returns the changes that take an element out of an array in a table of the array
// at key, and what the file is to decode to then; nil if it is written inline.
func (f tomlFile) nested(key []string, tree hujson.Value, path []int) ([]change, map[string]any) {
	outer, ok := element(&tree, path[0]).Value.(*hujson.Object)
	if !ok || len(path) != 3 {
		return nil, nil
	}
	name, at := nameOf(outer.Members[path[1]]), path[2]
	inner := append(slices.Clone(key), name)
	var changes []change
	var own []int
	count := -1
	for _, i := range f.statements(Piece{Op: plan.Op{Kind: plan.Append, Key: key}}, path[0]) {
		e := f.entries[i]
		here := slices.Equal(e.path, inner)
		switch {
		case here && e.list != nil && at < len(e.list.elems):
			changes = e.list.cut(f.b, at)
		case here && e.kind == tables:
			count++
		}
		if count == at && hasPrefix(e.path, inner) {
			own = append(own, i)
		}
	}
	doc := decoded(f.b)
	m := doc
	for _, k := range key[:len(key)-1] {
		m = m[k].(map[string]any)
	}
	table := m[key[len(key)-1]].([]any)[path[0]].(map[string]any)
	rest := slices.Delete(table[name].([]any), at, at+1)
	if table[name] = rest; len(own) > 0 {
		changes = f.drop(own, Lead{})
		if len(rest) == 0 {
			delete(table, name)
		}
	}
	return changes, doc
}
