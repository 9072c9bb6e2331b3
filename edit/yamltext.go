package edit

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tailscale/hujson"
	"gopkg.in/yaml.v3"
)

// yamlStyle is how a file is written.
type yamlStyle struct {
	newline string
	// unit is one step of indentation, dash that of a sequence below its key.
	unit, dash string
}

// detect reads the style off the first containers that show it.
func (s *yamlStyle) detect(root *yaml.Node) {
	unit, dash := false, false
	var look func(n *yaml.Node)
	look = func(n *yaml.Node) {
		for i, c := range n.Content {
			if unit && dash {
				return
			}
			deeper := c.Column - n.Column
			inBlock := n.Kind == yaml.MappingNode && n.Style&yaml.FlowStyle == 0 && i%2 == 1
			switch {
			case !inBlock || c.Style&yaml.FlowStyle != 0 || c.Line == n.Content[i-1].Line || c.Anchor != "" || isTagged(c):
			case c.Kind == yaml.MappingNode && !unit && deeper > 0:
				s.unit, unit = strings.Repeat(" ", deeper), true
			case c.Kind == yaml.SequenceNode && !dash && deeper >= 0:
				s.dash, dash = strings.Repeat(" ", deeper), true
			}
			look(c)
		}
	}
	look(root)
	if unit && !dash {
		s.dash = s.unit
	}
}

// member writes a key and its value, the lines after the first indented by indent.
func (s yamlStyle) member(name string, v hujson.Value, indent string) string {
	inner := ""
	switch v.Value.(type) {
	case *hujson.Object:
		inner = indent + s.unit
	case *hujson.Array:
		inner = indent + s.dash
	}
	if size(&v) == 0 {
		return yamlKey(name) + ": " + yamlFlow(v)
	}
	return yamlKey(name) + ":" + s.newline + inner + s.block(v, inner)
}

// block writes a container that is not empty, the lines after the first indented by indent.
func (s yamlStyle) block(v hujson.Value, indent string) string {
	var parts []string
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			parts = append(parts, s.member(nameOf(m), m.Value, indent))
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			parts = append(parts, s.item(e, indent))
		}
	}
	return strings.Join(parts, s.newline+indent)
}

// item writes an element of a sequence, the lines after the first indented by indent and
// more.
func (s yamlStyle) item(v hujson.Value, indent string) string {
	if size(&v) == 0 || v.Value.Kind() == '[' {
		return "- " + yamlFlow(v)
	}
	return "- " + s.block(v, indent+"  ")
}

// yamlFlow writes a value on one line.
func yamlFlow(v hujson.Value) string {
	var parts []string
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			parts = append(parts, yamlKey(nameOf(m))+": "+yamlFlow(m.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *hujson.Array:
		for _, e := range c.Elements {
			parts = append(parts, yamlFlow(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	lit := v.Value.(hujson.Literal)
	switch lit.Kind() {
	case '"':
		return yamlString(lit.String())
	case '0':
		return yamlNumber(string(lit))
	}
	return string(lit)
}

var (
	plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)
	// yamlWords are what YAML 1.1 reads as something else than a string.
	yamlWords = regexp.MustCompile(`(?i)^(y|yes|n|no|true|false|on|off|null)$`)
)

func yamlKey(name string) string {
	if plainKey.MatchString(name) && !yamlWords.MatchString(name) {
		return name
	}
	return yamlString(name)
}

// yamlString writes a double-quoted string, which both versions of YAML read as one.
func yamlString(s string) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out.WriteString(`\` + string(r))
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\t':
			out.WriteString(`\t`)
		case r < ' ' || r >= 0x7f && r <= 0x9f:
			fmt.Fprintf(&out, `\x%02x`, r)
		case r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\ufffe' || r == '\uffff':
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	return `"` + out.String() + `"`
}

// yamlNumber spells a number so that YAML 1.1 reads one: with a point and a sign if it has an exponent.
func yamlNumber(s string) string {
	mantissa, exponent, ok := strings.Cut(strings.ToLower(s), "e")
	if !ok {
		return s
	}
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	if exponent[0] != '-' && exponent[0] != '+' {
		exponent = "+" + exponent
	}
	return mantissa + "e" + exponent
}
