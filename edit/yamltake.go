package edit

import (
	"bytes"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/plan"
)

// take returns the changes that take out what lies at depth, and makes the tree what the
// text is to become; outer is the depth of the outermost new thing, where p.Old comes back.
func (f *yamlFile) take(p Piece, pl yamlPlace, depth, outer int) []change {
	if depth == 0 {
		changes := f.erase(p.Lead, f.at(f.root), f.end(f.root), f.root)
		f.root = nil
		return changes
	}
	in, i := pl.way[depth-1], pl.at[depth-1]
	if depth == outer && len(p.Old) > 0 {
		return f.putBack(p, in, i)
	}
	before := -1
	if depth > 1 {
		before = f.lead(pl.way[depth-2], pl.at[depth-2])
	}
	return f.cut(p.Lead, in, i, before)
}

// putBack puts the null or scalar back that the value of member i stands in place of.
func (f *yamlFile) putBack(p Piece, in *yaml.Node, i int) []change {
	text := string(p.Old)
	if len(text) > 1 && text[1] != ' ' {
		text = ": " + text[1:] // the key may have lost its quotes, and a plain one needs the space
	}
	old, err := parseYAML([]byte("k" + text + "\n"))
	colon, value := f.colon(in, i), in.Content[2*i+1]
	if err != nil || old.root == nil || colon < 0 {
		return nil
	}
	in.Content[2*i+1] = old.root.Content[1]
	from, end := f.at(value), f.end(value)
	if f.bracketed(value) || value.Kind == yaml.ScalarNode {
		return []change{{colon, end, text}}
	}
	changes := f.erase(p.Lead, from, end, value)
	return append(changes, change{colon, colon + 1, text})
}

// cut returns the changes that take element i out of a container. The last one of a
// block leaves brackets behind, after the colon or dash that ends at before.
func (f *yamlFile) cut(lead Lead, in *yaml.Node, i, before int) []change {
	from, nodes, step := 0, in.Content[i:i+1], 1
	if in.Kind == yaml.MappingNode {
		nodes, step = in.Content[2*i:2*i+2], 2
		from = f.at(nodes[0])
	} else if !f.bracketed(in) {
		from = f.dash(in, i)
	}
	var changes []change
	if f.bracketed(in) {
		changes = f.list(in).cut(f.b, i)
	} else {
		end := f.end(nodes[step-1])
		if yamlCount(in) == 1 && before > 0 {
			brackets := " []"
			if in.Kind == yaml.MappingNode {
				brackets = " {}"
			}
			changes = append(changes, change{before, before, brackets})
		}
		changes = append(changes, f.erase(lead, from, end, nodes...)...)
	}
	in.Content = slices.Delete(slices.Clone(in.Content), i*step, (i+1)*step)
	return changes
}

// erase returns the changes that take out the lines from that of from to that of to, with
// the lead before them; comments on them stay. nodes are what stands there.
func (f *yamlFile) erase(lead Lead, from, to int, nodes ...*yaml.Node) []change {
	var changes []change
	texts, kept := f.scalars(nil, nodes), false
	first, last := max(lineStart(f.b, from), start(f.b)), nextLine(f.b, to)
	for at := first; at < last; at = nextLine(f.b, at) {
		for len(texts) > 0 && texts[0][1] <= at {
			texts = texts[1:]
		}
		comment := f.commentOn(at, texts)
		words := at + len(indentAt(f.b, at))
		switch {
		case comment < 0:
			changes = append(changes, change{at, nextLine(f.b, at), ""})
		case comment > words:
			changes = append(changes, change{words, comment, ""})
		}
		kept = kept || comment >= 0
	}
	if !kept && len(changes) > 0 {
		changes[0].from -= lead.size(f.b, first, last)
	}
	return changes
}

// commentOn is the offset of the comment on the line that begins at i, -1 if there is
// none. texts are the places of the scalars from there on.
func (f *yamlFile) commentOn(i int, texts [][2]int) int {
	for from, end := i, lineEnd(f.b, i); i < end; i++ {
		for len(texts) > 0 && texts[0][1] <= i {
			texts = texts[1:]
		}
		if len(texts) > 0 && texts[0][0] <= i {
			i = texts[0][1] - 1
			continue
		}
		if f.b[i] == '#' && (i == from || bytes.IndexByte([]byte(" \t"), f.b[i-1]) >= 0) {
			return i
		}
	}
	return -1
}

// scalars adds the places of the scalars in nodes, in order.
func (f *yamlFile) scalars(all [][2]int, nodes []*yaml.Node) [][2]int {
	for _, n := range nodes {
		if n.Kind == yaml.ScalarNode {
			all = append(all, [2]int{f.at(n), f.end(n)})
		}
		all = f.scalars(all, n.Content)
	}
	return all
}

// takeNestedYAML takes our elements out of the user's that they lie in now.
func takeNestedYAML(t *text, op plan.Op, all []plan.Op) (string, error) {
	for {
		f, v, err := openYAML(t.b, op)
		if err != nil {
			return "", err
		}
		pl, err := f.walk(op, v)
		if err != nil || len(pl.way) != containers(op) {
			return "", err
		}
		list := pl.way[len(pl.way)-1]
		tree := yamlTree(list)
		path := oursIn(&tree, commands(v), othersOf(op, all))
		if len(path) < 2 {
			return editedTaken(op), nil
		}
		before, last := -1, len(path)-1
		for _, i := range path[:last] {
			if !f.bracketed(list) {
				before = f.lead(list, i)
			}
			list = yamlElement(list, i)
		}
		near := f.near(pl)
		changes := f.cut(Lead{}, list, path[last], before)
		if !t.tryYAML(changes, f.root) {
			return leftAlone(op, errorAt(t.b, near, "it cannot be told from what is around it")), nil
		}
	}
}
