package edit

import (
	"slices"

	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// containers is the number of containers that an op's piece lies in.
func containers(op plan.Op) int {
	if op.Kind == plan.Append {
		return len(op.Key) + 1
	}
	return len(op.Key)
}

// place is how far the way to a piece leads in a file.
type place struct {
	// way are the containers that exist, the root first, and at[i] is the index in
	// way[i] of what comes next, -1 if it is not there.
	way []*hujson.Value
	at  []int
	// null reports that a null stands where the next container has to be.
	null bool
	// scalar reports that a scalar of the user's stands where the next container has to be
	// and that the op has a way of living with it: it is the value.
	scalar bool
}

// value is what the way leads to, nil if nothing is there.
func (p place) value() *hujson.Value {
	n := len(p.way)
	if n == 0 || p.at[n-1] < 0 {
		return nil
	}
	return element(p.way[n-1], p.at[n-1])
}

// walk follows op's key as far as it leads. For an Append the end is the element equal to v.
func (f jsonFile) walk(op plan.Op, v hujson.Value) (place, error) {
	var p place
	if f.blank || isNull(f.root) {
		p.null = !f.blank
		return p, nil
	}
	cur := f.root
	for i, key := range op.Key {
		obj, ok := cur.Value.(*hujson.Object)
		if !ok && op.Wrap != "" && !isContainer(*cur) {
			p.scalar = true
			return p, nil
		}
		if !ok {
			return p, f.unexpected(cur, op.Key[:i], "an object")
		}
		at, err := f.member(obj, key)
		if err != nil {
			return p, err
		}
		p.way, p.at = append(p.way, cur), append(p.at, at)
		if at < 0 {
			return p, nil
		}
		cur = &obj.Members[at].Value
		if i == len(op.Key)-1 && op.Kind == plan.Set {
			p.null = isNull(cur) && !isNull(&v)
			return p, nil
		}
		if isNull(cur) {
			p.null = true
			return p, nil
		}
	}
	arr, ok := cur.Value.(*hujson.Array)
	if !ok {
		return p, f.unexpected(cur, op.Key, "an array")
	}
	at := slices.IndexFunc(arr.Elements, func(e hujson.Value) bool { return equalJSON(e, v) })
	p.way, p.at = append(p.way, cur), append(p.at, at)
	return p, nil
}

func (f jsonFile) unexpected(v *hujson.Value, key []string, want string) error {
	name := "the file"
	if len(key) > 0 {
		name = KeyText(key)
	}
	return errorAt(f.b, v.StartOffset, "%s is %s, not %s", name, kindName(*v), want)
}

// member is the index of the member of that name, -1 if there is none. A
// name that stands twice is refused: programs differ in which one counts.
func (f jsonFile) member(obj *hujson.Object, name string) (int, error) {
	found := -1
	for i, m := range obj.Members {
		if m.Name.Value.(hujson.Literal).String() != name {
			continue
		}
		if found >= 0 {
			first, _ := position(f.b, obj.Members[found].Name.StartOffset)
			return -1, errorAt(f.b, m.Name.StartOffset, "%q stands twice in one object, first on line %d", name, first)
		}
		found = i
	}
	return found, nil
}
