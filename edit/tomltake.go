package edit

import (
	"bytes"
	"slices"

	"github.com/BurntSushi/toml"

	"github.com/gsd-install/gsd-install/plan"
)

// take returns the changes that take p out: element at of an array, or
// the value. With at < 0 only an empty header that was made for p goes.
func (f tomlFile) take(p Piece, at int) []change {
	headers := p.Made
	var own []int
	if at >= 0 {
		own = f.statements(p, at)
		if len(own) == 0 {
			return nil
		}
		e := f.entries[own[0]]
		switch {
		case p.Kind == plan.Set && len(p.Old) > 0:
			return []change{{e.value, e.stop, string(p.Old)}}
		case p.Kind == plan.Append && e.kind == keyValue:
			if e.list == nil || at >= len(e.list.elems) {
				return nil
			}
			if p.Made == 0 || len(e.list.elems) > 1 || e.list.commented(f.b) {
				return e.list.cut(f.b, at)
			}
			headers--
		case p.Kind == plan.Append:
			headers = 0
		}
	}
	if headers > 0 {
		own = f.withHeader(own, p.Key[:len(p.Key)-1])
	}
	if headers > 0 && len(own) > 0 && f.entries[own[0]].kind == keyValue {
		return f.drop(own, Lead{})
	}
	return f.drop(own, p.Lead)
}

// drop returns the changes that take statements out, with the lead before the first;
// comments on their lines stay.
func (f tomlFile) drop(own []int, lead Lead) []change {
	var changes []change
	for n, i := range own {
		e := f.entries[i]
		c := change{e.from, e.to, ""}
		rest := bytes.TrimLeft(f.b[e.stop:lineEnd(f.b, e.stop)], " \t")
		if len(rest) > 0 {
			c = change{e.key, lineEnd(f.b, e.stop) - len(rest), ""}
		} else if n == 0 {
			c.from -= lead.size(f.b, e.from, f.entries[own[len(own)-1]].to)
		}
		changes = append(changes, c)
	}
	return changes
}

// statements are the indices of the entries that p consists of.
func (f tomlFile) statements(p Piece, at int) []int {
	var own []int
	element := -1
	for i, e := range f.entries {
		if e.kind == tables && slices.Equal(e.path, p.Key) {
			element++
		}
		if hasPrefix(e.path, p.Key) && (p.Kind == plan.Set || element < 0 || element == at) {
			own = append(own, i)
		}
	}
	return own
}

// withHeader adds the header of that path if nothing but own stands under it.
func (f tomlFile) withHeader(own []int, path []string) []int {
	for i, e := range f.entries {
		if e.kind != table || !slices.Equal(e.path, path) {
			continue
		}
		for j, k := range f.entries {
			if k.kind == keyValue && k.section == i && !slices.Contains(own, j) {
				return own
			}
		}
		return append([]int{i}, own...)
	}
	return own
}

// decoded is what a valid file decodes to, a new copy each time.
func decoded(b []byte) map[string]any {
	doc := map[string]any{}
	if err := toml.Unmarshal(b[start(b):], &doc); err != nil {
		return nil
	}
	plainArrays(doc)
	return doc
}

// decodesTo reports whether b decodes to want, but for empty containers on
// the way to key.
func decodesTo(b []byte, want map[string]any, key []string) bool {
	doc := map[string]any{}
	if err := toml.Unmarshal(b[start(b):], &doc); err != nil {
		return false
	}
	plainArrays(doc)
	return canonicalTOML(dropEmpty(doc, key)) == canonicalTOML(dropEmpty(want, key))
}

// dropEmpty takes an empty container at the end of key out, and then what is
// empty for that.
func dropEmpty(doc map[string]any, key []string) map[string]any {
	if len(key) == 0 {
		return doc
	}
	switch v := doc[key[0]].(type) {
	case map[string]any:
		if dropEmpty(v, key[1:]); len(v) == 0 {
			delete(doc, key[0])
		}
	case []any:
		if len(v) == 0 {
			delete(doc, key[0])
		}
	}
	return doc
}

// with is doc with the piece of op in it.
func with(doc map[string]any, op plan.Op, v any) map[string]any {
	m, last := doc, len(op.Key)-1
	for _, k := range op.Key[:last] {
		next, ok := m[k].(map[string]any)
		if !ok {
			next = map[string]any{}
			m[k] = next
		}
		m = next
	}
	if op.Kind == plan.Append {
		arr, _ := m[op.Key[last]].([]any)
		v = append(arr, v)
	}
	m[op.Key[last]] = v
	return doc
}

// without is doc with p taken out of it, whatever contained it left.
func without(doc map[string]any, p Piece, at int) map[string]any {
	m, last := doc, p.Key[len(p.Key)-1]
	if at < 0 {
		return doc
	}
	for _, k := range p.Key[:len(p.Key)-1] {
		m, _ = m[k].(map[string]any)
	}
	switch {
	case p.Kind == plan.Append:
		m[last] = slices.Delete(m[last].([]any), at, at+1)
	case len(p.Old) > 0:
		m[last] = decoded([]byte("old = " + string(p.Old)))["old"]
	default:
		delete(m, last)
	}
	return doc
}
