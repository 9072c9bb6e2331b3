package edit

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
	"gopkg.in/yaml.v3"
)

func isTagged(n *yaml.Node) bool { return n.Style&yaml.TaggedStyle != 0 }

func isYAMLNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// yamlKind says what a node is, with its article.
func yamlKind(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case isTagged(n):
		return "a value with the tag " + n.Tag
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a sequence"
	}
	switch n.ShortTag() {
	case "!!null":
		return "null"
	case "!!bool":
		return "a boolean"
	case "!!int", "!!float":
		return "a number"
	case "!!timestamp":
		return "a date or time"
	}
	return "a string"
}

// yamlTree is a node as JSON. What JSON has no form for becomes a literal that equals
// none of JSON: an alias, a tag of somebody's own, a date, a number with "_" in it.
func yamlTree(n *yaml.Node) hujson.Value {
	switch n.Kind {
	case yaml.MappingNode:
		obj := &hujson.Object{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := hujson.Value{Value: hujson.String(yamlName(n.Content[i]))}
			obj.Members = append(obj.Members, hujson.ObjectMember{Name: name, Value: yamlTree(n.Content[i+1])})
		}
		return hujson.Value{Value: obj}
	case yaml.SequenceNode:
		arr := &hujson.Array{}
		for _, e := range n.Content {
			arr.Elements = append(arr.Elements, yamlTree(e))
		}
		return hujson.Value{Value: arr}
	case yaml.ScalarNode:
		return hujson.Value{Value: yamlLiteral(n)}
	}
	return hujson.Value{Value: hujson.Literal("*" + n.Value)}
}

// yamlName is the name of a key that is a string, and for any other what no name of ours
// is equal to.
func yamlName(key *yaml.Node) string {
	if key.Kind == yaml.ScalarNode && key.ShortTag() == "!!str" {
		return key.Value
	}
	return "\x00" + nodeText(key)
}

func yamlLiteral(n *yaml.Node) hujson.Literal {
	switch n.ShortTag() {
	case "!!str":
		return hujson.String(n.Value)
	case "!!null":
		return hujson.Literal("null")
	case "!!bool":
		return hujson.Literal(strings.ToLower(n.Value))
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return hujson.Literal(n.Value)
		}
	}
	return hujson.Literal("!" + n.ShortTag() + " " + n.Value)
}

// nodeText spells a node so that nodes that mean the same, in the same order, have equal text.
func nodeText(n *yaml.Node) string {
	var out strings.Builder
	writeNode(&out, n)
	return out.String()
}

func writeNode(out *strings.Builder, n *yaml.Node) {
	fmt.Fprintf(out, "%d&%s", n.Kind, n.Anchor)
	if n.Kind == yaml.AliasNode {
		out.WriteString("*" + n.Value)
		return
	}
	fmt.Fprintf(out, "!%s%q(", n.ShortTag(), n.Value)
	for _, c := range n.Content {
		writeNode(out, c)
	}
	out.WriteString(")")
}

// rootText is nodeText of a root. One without members is as good as none.
func rootText(root *yaml.Node) string {
	if root == nil || len(root.Content) == 0 {
		return ""
	}
	return nodeText(root)
}

// yamlNode is the node that the text of v becomes.
func yamlNode(v hujson.Value) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte("- "+yamlFlow(v)), &doc); err != nil {
		return nil, err
	}
	n := doc.Content[0].Content[0]
	if !equalJSON(yamlTree(n), v) {
		return nil, errorf("the value has no form in YAML")
	}
	return n, nil
}
