package edit

import (
	"slices"

	"github.com/tailscale/hujson"
	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/plan"
)

// yamlPlace is how far the way to a piece leads in a file; see place.
type yamlPlace struct {
	way  []*yaml.Node
	at   []int
	null bool
}

// value is what the way leads to, nil if nothing is there.
func (p yamlPlace) value() *yaml.Node {
	n := len(p.way)
	if n == 0 || p.at[n-1] < 0 {
		return nil
	}
	return yamlElement(p.way[n-1], p.at[n-1])
}

// yamlCount is how many values are in a container, yamlElement the i-th.
func yamlCount(n *yaml.Node) int {
	if n.Kind == yaml.MappingNode {
		return len(n.Content) / 2
	}
	return len(n.Content)
}

func yamlElement(n *yaml.Node, i int) *yaml.Node {
	if n.Kind == yaml.MappingNode {
		return n.Content[2*i+1]
	}
	return n.Content[i]
}

// walk follows op's key as far as it leads. For an Append the end is the element equal to v.
func (f *yamlFile) walk(op plan.Op, v hujson.Value) (yamlPlace, error) {
	var p yamlPlace
	cur := f.root
	if cur == nil {
		return p, nil
	}
	for i, key := range op.Key {
		if err := f.expect(cur, op.Key[:i], yaml.MappingNode, "a mapping"); err != nil {
			return p, err
		}
		at, err := f.member(cur, key)
		if err != nil {
			return p, err
		}
		p.way, p.at = append(p.way, cur), append(p.at, at)
		if at < 0 {
			return p, nil
		}
		cur = yamlElement(cur, at)
		null := isYAMLNull(cur) && cur.Anchor == "" && !isTagged(cur)
		if i == len(op.Key)-1 && op.Kind == plan.Set {
			p.null = null && v.Value.Kind() != 'n'
			return p, nil
		}
		if null {
			p.null = true
			return p, nil
		}
	}
	if err := f.expect(cur, op.Key, yaml.SequenceNode, "a sequence"); err != nil {
		return p, err
	}
	at := slices.IndexFunc(cur.Content, func(e *yaml.Node) bool { return equalJSON(yamlTree(e), v) })
	p.way, p.at = append(p.way, cur), append(p.at, at)
	return p, nil
}

// expect refuses what is not of that kind, and what is shared with another place.
func (f *yamlFile) expect(n *yaml.Node, key []string, kind yaml.Kind, want string) error {
	name := "the file"
	if len(key) > 0 {
		name = KeyText(key)
	}
	switch {
	case n.Kind != kind || isTagged(n):
		return errorAt(f.b, f.at(n), "%s is %s, not %s", name, yamlKind(n), want)
	case n.Anchor != "":
		return errorAt(f.b, f.at(n), "%s has the anchor &%s: what is added to it would be added at its aliases too", name, n.Anchor)
	}
	return nil
}

// member is the index of the member of that name, -1 if there is none. A name that
// stands twice is refused, and so is a mapping that takes keys from elsewhere.
func (f *yamlFile) member(n *yaml.Node, name string) (int, error) {
	found := -1
	for i := range yamlCount(n) {
		key := n.Content[2*i]
		switch {
		case key.ShortTag() == "!!merge":
			return -1, errorAt(f.b, f.at(key), "the mapping takes keys from elsewhere with <<, which is not understood on the way to %s", KeyText([]string{name}))
		case yamlName(key) != name:
		case found >= 0:
			return -1, errorAt(f.b, f.at(key), "%q stands twice in one mapping, first on line %d", name, n.Content[2*found].Line)
		default:
			found = i
		}
	}
	return found, nil
}

// colon is the offset of the colon after the key of member i, -1 if it is not on the key's line.
func (f *yamlFile) colon(n *yaml.Node, i int) int {
	at := f.end(n.Content[2*i])
	for at < len(f.b) && (f.b[at] == ' ' || f.b[at] == '\t') {
		at++
	}
	if at == len(f.b) || f.b[at] != ':' {
		return -1
	}
	return at
}

// lead is the offset after what stands before the value at i: a colon or a dash; 0 if it
// is not found.
func (f *yamlFile) lead(n *yaml.Node, i int) int {
	if n.Kind == yaml.MappingNode {
		return f.colon(n, i) + 1
	}
	return f.dash(n, i) + 1
}

// dash is the offset of the dash of element i in a block sequence.
func (f *yamlFile) dash(n *yaml.Node, i int) int {
	if i == 0 {
		return f.at(n)
	}
	return f.skip(f.end(n.Content[i-1]), "")
}

// list is the text of a flow mapping or sequence.
func (f *yamlFile) list(n *yaml.Node) list {
	l := list{open: f.at(n), close: f.end(n) - 1, comment: "#"}
	for i := range yamlCount(n) {
		v := yamlElement(n, i)
		e := elem{start: f.at(v), end: f.end(v), comma: -1}
		if n.Kind == yaml.MappingNode {
			e.start = f.at(n.Content[2*i])
			e.end = max(e.end, f.end(n.Content[2*i]))
		}
		if c := f.skip(e.end, ""); c < len(f.b) && f.b[c] == ',' {
			e.comma = c
		}
		l.elems = append(l.elems, e)
	}
	return l
}
