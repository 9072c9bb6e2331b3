package pack

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// strict returns the value of an entry that is YAML. A scalar keeps its
// spelling (yes, 1.10 and null are texts); what is not a scalar keeps its source as
// Text. A tag of the author's own, like "!important", is no tag but text.
func (e entry) strict(node *yaml.Node) Value {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	if custom(node) {
		return e.lenient()
	}
	if node.Kind == yaml.ScalarNode {
		return Value{Text: node.Value}
	}
	v := Value{Text: e.source(node)}
	if list, ok := scalars(node); ok {
		v.List = list
		return v
	}
	if err := node.Decode(&v.Map); err != nil {
		return e.lenient()
	}
	return v
}

// custom reports whether a node has a tag that is not YAML's own.
func custom(node *yaml.Node) bool {
	return strings.HasPrefix(node.Tag, "!") && !strings.HasPrefix(node.Tag, "!!")
}

// scalars returns the elements of a list of scalars. An element that YAML takes
// for a mapping only because of a colon in it, like "Bash(git: status)" in a flow
// list, makes the list no list of scalars.
func scalars(node *yaml.Node) ([]string, bool) {
	if node.Kind != yaml.SequenceNode {
		return nil, false
	}
	list := make([]string, 0, len(node.Content))
	for _, el := range node.Content {
		for el.Kind == yaml.AliasNode {
			el = el.Alias
		}
		if el.Kind != yaml.ScalarNode {
			return nil, false
		}
		list = append(list, el.Value)
	}
	return list, true
}

// source returns the value as it is written, without a comment after a
// one-line flow value.
func (e entry) source(node *yaml.Node) string {
	text := e.value
	if rest := strings.TrimRight(strings.Join(e.lines[1:], "\n"), " \t\n"); rest != "" {
		text = strings.TrimSpace(text + "\n" + rest)
	} else if node.LineComment != "" {
		text = strings.TrimSpace(strings.TrimSuffix(text, node.LineComment))
	}
	return text
}

// lenient returns the value of an entry that is no YAML: a list if all its
// lines are items, else its lines joined by spaces, as they are written.
func (e entry) lenient() Value {
	var parts, items []string
	if e.value != "" {
		parts = append(parts, e.value)
	}
	for _, line := range e.lines[1:] {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts = append(parts, line)
		if item, ok := strings.CutPrefix(line, "- "); ok {
			items = append(items, scalar(item))
		}
	}
	if len(items) > 0 && len(items) == len(parts) {
		return Value{Text: strings.Join(parts, "\n"), List: items}
	}
	return Value{Text: strings.Join(parts, " ")}
}

// scalar decodes one list item, as it is written if it is no YAML scalar.
func scalar(text string) string {
	text = strings.TrimSpace(text)
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil || len(doc.Content) != 1 {
		return text
	}
	if node := doc.Content[0]; node.Kind == yaml.ScalarNode && !custom(node) {
		return node.Value
	}
	return text
}
