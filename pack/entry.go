package pack

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// entry is one top-level key of a frontmatter with the lines of its value.
type entry struct {
	key   string
	line  int
	lines []string // lines[0] begins with the key
	value string   // what follows the key on its line
}

// parseMeta decodes the lines of a frontmatter; first is the line number of
// lines[0] in file. It is strict YAML where that parses. An entry that does not
// parse by itself either stands for its text, as it is written.
func parseMeta(file string, lines []string, first int, r *report) Meta {
	entries, ok := splitEntries(file, lines, first, r)
	if !ok {
		return nil
	}
	whole := decodeMapping(joined(lines))
	var meta Meta
	seen := map[string]int{}
	for _, e := range entries {
		if at, dup := seen[e.key]; dup {
			r.refuse("frontmatter-broken", file, e.line, "key %q stands twice, first on line %d", e.key, at)
			continue
		}
		seen[e.key] = e.line
		node := whole[e.key]
		if node == nil {
			node = e.decode()
		}
		value := e.lenient()
		if node != nil {
			value = e.strict(node)
			if prose(e.key) && node.Style == 0 && node.LineComment != "" {
				r.note("yaml-comment", file, e.line, "%s: what follows \" #\" is a comment in YAML and is left out: %s", e.key, node.LineComment)
			}
		}
		meta = append(meta, Field{Key: e.key, Value: value, Line: e.line, Loose: node == nil})
	}
	return meta
}

// prose reports whether a key's value is written for people, who may mean a #.
func prose(key string) bool {
	return key == "description" || key == "argument-hint" || key == "when_to_use"
}

// splitEntries finds the top-level keys. It needs no YAML: a key starts in the
// first column, and what belongs to it is indented, a list item, or blank.
func splitEntries(file string, lines []string, first int, r *report) ([]entry, bool) {
	var entries []entry
	ok := true
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		switch key, value, isKey := splitKey(line); {
		case isKey:
			entries = append(entries, entry{key: key, line: first + i, lines: []string{line}, value: value})
		case strings.HasPrefix(line, "#") || trimmed == "" && len(entries) == 0:
		case len(entries) > 0 && continues(line):
			last := &entries[len(entries)-1]
			last.lines = append(last.lines, line)
		default:
			r.refuse("frontmatter-broken", file, first+i, "neither a key nor the continuation of one: %q", cut(trimmed, 60))
			ok = false
		}
	}
	return entries, ok
}

// continues reports whether a line belongs to the key above it: it is blank or
// indented, an item of a list, or the end of a list that spans lines.
func continues(line string) bool {
	return strings.TrimLeft(line, " \t") != line || line == "" || line == "-" ||
		strings.HasPrefix(line, "- ") || line[0] == ']' || line[0] == '}'
}

// splitKey splits "key: value". The key starts in the first column and may be quoted.
func splitKey(line string) (key, value string, ok bool) {
	if line == "" || strings.ContainsAny(line[:1], " \t#-,[]{}&*!|>%@`?:") {
		return "", "", false
	}
	at := -1
	if q := line[0]; q == '"' || q == '\'' {
		if end := strings.IndexByte(line[1:], q); end >= 0 && strings.HasPrefix(line[end+2:], ":") {
			key, at = line[1:end+1], end+2
		}
	} else if at = keyEnd(line); at > 0 {
		key = strings.TrimRight(line[:at], " \t")
	}
	if at < 0 || key == "" {
		return "", "", false
	}
	return key, strings.TrimSpace(line[at+1:]), true
}

// keyEnd returns the offset of the first colon that ends a key, or -1.
func keyEnd(line string) int {
	for i := range len(line) {
		if line[i] == ':' && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t') {
			return i
		}
	}
	return -1
}

// decodeMapping parses text as a YAML mapping with scalar keys; nil if it is none.
func decodeMapping(text string) map[string]*yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil || len(doc.Content) != 1 {
		return nil
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil
	}
	nodes := map[string]*yaml.Node{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Kind != yaml.ScalarNode {
			return nil
		}
		nodes[root.Content[i].Value] = root.Content[i+1]
	}
	return nodes
}

// decode parses the entry by itself; tabs may stand for the indentation, which YAML forbids.
func (e entry) decode() *yaml.Node {
	for _, text := range []string{joined(e.lines), joined(untab(e.lines))} {
		if nodes := decodeMapping(text); len(nodes) == 1 {
			return nodes[e.key]
		}
	}
	return nil
}

// joined returns lines as a text, each with its newline.
func joined(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// untab replaces tabs in the indentation of lines.
func untab(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		rest := strings.TrimLeft(line, " \t")
		indent := line[:len(line)-len(rest)]
		out[i] = strings.ReplaceAll(indent, "\t", "  ") + rest
	}
	return out
}

// cut shortens s to at most n bytes for a message.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
