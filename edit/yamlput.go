package edit

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
	"gopkg.in/yaml.v3"
)

// oneLine reports a scalar on one line, without anchor and tag: what can be replaced and put
// back whatever comes to stand after it.
func (f *yamlFile) oneLine(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Anchor == "" && !isTagged(n) && !bytes.Contains(f.b[f.at(n):f.end(n)], []byte("\n"))
}

// put returns the changes that put p, and what it lies in, at the end of the way; it
// completes p and makes the tree what the text is to become.
func (f *yamlFile) put(p *Piece, pl yamlPlace) ([]change, error) {
	n := len(pl.way)
	p.Made = containers(p.Op) - n
	if pl.value() != nil {
		return f.putValue(p, pl, wrap(p.Op, n))
	}
	if n == 0 {
		f.root = &yaml.Node{Kind: yaml.MappingNode, Column: 1}
		pl.way, n = []*yaml.Node{f.root}, 1
	}
	in := pl.way[n-1]
	value := wrap(p.Op, n)
	node, err := yamlNode(value)
	if err != nil {
		return nil, errorf("%s: %s", KeyText(p.Key), err)
	}
	indent := strings.Repeat(" ", in.Column-1)
	flow, block := yamlFlow(value), f.style.item(value, indent)
	added := []*yaml.Node{node}
	if in.Kind == yaml.MappingNode {
		name := p.Key[n-1]
		flow, block = yamlKey(name)+": "+flow, f.style.member(name, value, indent)
		added = []*yaml.Node{{Kind: yaml.ScalarNode, Value: name, Tag: "!!str"}, node}
	}
	var changes []change
	switch {
	case f.bracketed(in):
		s := style{newline: f.style.newline, unit: f.style.unit, space: " ", oneLine: true}
		changes = f.list(in).add(f.b, s, func(string, bool) string { return flow })
	case in == f.root:
		changes = f.paragraph(p, indent+block)
	default:
		changes = f.below(p, f.end(in), in.Column, indent+block)
	}
	in.Content = append(in.Content, added...)
	return changes, nil
}

// putValue puts a value in place of the null or scalar at the end of the way. What stood
// there is remembered from the colon on: after it there may be nothing at all.
func (f *yamlFile) putValue(p *Piece, pl yamlPlace, v hujson.Value) ([]change, error) {
	in, i := pl.way[len(pl.way)-1], pl.at[len(pl.at)-1]
	colon, old := f.colon(in, i), yamlElement(in, i)
	end := max(f.end(old), colon+1)
	if colon < 0 || old.Value != "" && (f.at(old) <= colon || !blank(f.b[colon+1:f.at(old)])) {
		return nil, errorAt(f.b, f.at(in.Content[2*i]), "%s is written in a way that is not understood", KeyText(p.Key[:len(pl.way)]))
	}
	node, err := yamlNode(v)
	if err != nil {
		return nil, errorf("%s: %s", KeyText(p.Key), err)
	}
	if old.Value == "" {
		end = colon + 1
	}
	p.Old = slices.Clone(f.b[colon:end])
	in.Content[2*i+1] = node
	if size(&v) == 0 || f.bracketed(in) {
		return []change{{colon, end, ": " + yamlFlow(v)}}, nil
	}
	indent := strings.Repeat(" ", in.Column-1)
	_, lines, _ := strings.Cut(f.style.member("", v, indent), f.style.newline)
	changes := f.below(p, end, len(f.b), lines)
	if end > colon+1 {
		changes = append(changes, change{colon, end, ":"})
	}
	return changes, nil
}

// paragraph puts lines at the end of the document.
func (f *yamlFile) paragraph(p *Piece, lines string) []change {
	nl := f.style.newline
	head := f.b[:f.stop]
	p.Lead = leadAfter(head)
	if f.keeps() {
		p.Lead.Parted = false // an empty line would be part of the text before it
	}
	text := p.Lead.text(nl) + lines
	if !p.Lead.Ended {
		text += nl
	}
	return []change{{f.stop, f.stop, text}}
}

// keeps reports whether the last scalar of the document takes the empty lines after it.
func (f *yamlFile) keeps() bool {
	n := f.root
	for n != nil && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	if n == nil || n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return false
	}
	i := f.at(n)
	return keepsLines(f.b[i:lineEnd(f.b, i)])
}

// below puts lines on the line after end, and after the comments there that are indented
// to column or more: they belong to what is before.
func (f *yamlFile) below(p *Piece, end, column int, lines string) []change {
	at := nextLine(f.b, end)
	for at < len(f.b) {
		indent := len(f.b[at:]) - len(bytes.TrimLeft(f.b[at:], " "))
		if indent < column || !bytes.HasPrefix(f.b[at+indent:], []byte("#")) {
			break
		}
		at = nextLine(f.b, at)
	}
	if at == len(f.b) && !bytes.HasSuffix(f.b, []byte("\n")) {
		p.Lead.Ended = true
		return []change{{at, at, f.style.newline + lines}}
	}
	return []change{{at, at, lines + f.style.newline}}
}
