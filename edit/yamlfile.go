package edit

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// yamlFile is a parsed file. Nodes know where they begin; where they end is found in the text.
type yamlFile struct {
	b []byte
	// lines are the offsets at which lines begin, as the parser counts them.
	lines []int
	// root is nil if there are at most comments and markers in the file.
	root *yaml.Node
	// stop is the offset at which the document ends: that of the line "...", or of the end.
	stop  int
	style yamlStyle
	// last is where the node was that was asked for last: a long line is walked once.
	last struct{ line, column, offset int }
}

func parseYAML(b []byte) (*yamlFile, error) {
	f := &yamlFile{b: b, lines: yamlLines(b), stop: len(b)}
	f.style = yamlStyle{newline: newline(b), unit: "  ", dash: "  "}
	if err := checkUTF8(b); err != nil {
		return f, err
	}
	if err := checkControls(b); err != nil {
		return f, err
	}
	d := yaml.NewDecoder(bytes.NewReader(version2.ReplaceAll(b[start(b):], []byte("%YAML 1.1"))))
	var doc, second yaml.Node
	if err := d.Decode(&doc); errors.Is(err, io.EOF) {
		return f, nil
	} else if err != nil {
		return f, yamlError(b, err)
	}
	if err := d.Decode(&second); err == nil {
		return f, errorAt(b, f.at(&second), "a second document begins here, and only one is understood")
	} else if !errors.Is(err, io.EOF) {
		return f, yamlError(b, err)
	}
	root := doc.Content[0]
	from := start(b)
	switch {
	case root.Kind == yaml.MappingNode:
		f.root, from = root, f.end(root)
		f.style.detect(root)
	case root.Kind != yaml.ScalarNode || root.ShortTag() != "!!null" || root.Value != "" || root.Anchor != "" || isTagged(root):
		return f, errorAt(b, f.at(root), "the file is %s, not a mapping", yamlKind(root))
	}
	f.stop = documentEnd(b, from)
	return f, nil
}

// version2 is a directive that the parser refuses, though it reads what stands under it.
var version2 = regexp.MustCompile(`(?m)^%YAML 1\.2`)

// documentEnd is the offset of the line after from that ends the document.
func documentEnd(b []byte, from int) int {
	for i := nextLine(b, from); i < len(b); i = nextLine(b, i) {
		if rest, ok := bytes.CutPrefix(b[i:lineEnd(b, i)], []byte("...")); ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t') {
			return i
		}
	}
	return len(b)
}

// checkControls refuses the characters that are no YAML, by their place, and lines that end
// with a carriage return alone, of which a line feed that is put behind makes something else.
func checkControls(b []byte) error {
	for i, c := range b {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
			return errorAt(b, i, "not YAML: the control character 0x%02x", c)
		}
		if c == '\r' && !bytes.HasPrefix(b[i+1:], []byte("\n")) {
			return errorAt(b, i, "the line ends with a carriage return alone; write it with a line feed")
		}
	}
	return nil
}

var yamlFault = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// yamlError gives a parser's error its place, which it has only in words and, of what
// the grammar does not allow, one line early.
func yamlError(b []byte, err error) error {
	m := yamlFault.FindStringSubmatch(err.Error())
	if m == nil {
		return errorf("not YAML: %s", err)
	}
	line, message := 1, m[2]
	if n, err := strconv.Atoi(m[1]); err == nil {
		line = n
		if strings.HasPrefix(message, "did not find") {
			line++
		}
	}
	i := start(b)
	for range line - 1 {
		i = nextLine(b, i)
	}
	if indent := indentAt(b, min(i, len(b))); strings.Contains(indent, "\t") {
		message = "a tab stands in the indentation"
	}
	return errorAt(b, i, "not YAML: %s", message)
}

// yamlLines are the offsets at which lines begin. The parser ends them at each of these.
func yamlLines(b []byte) []int {
	lines := []int{start(b)}
	for i := start(b); i < len(b); {
		n := breakAt(b, i)
		if i += max(n, 1); n > 0 {
			lines = append(lines, i)
		}
	}
	return lines
}

// breakAt is the length of the line break at i, 0 if there is none.
func breakAt(b []byte, i int) int {
	switch b[i] {
	case '\n':
		return 1
	case '\r':
		return 1 + len(b[i+1:]) - len(bytes.TrimPrefix(b[i+1:], []byte("\n")))
	case 0xc2, 0xe2: // what the others begin with
		switch r, n := utf8.DecodeRune(b[i:]); r {
		case '\u0085', '\u2028', '\u2029':
			return n
		}
	}
	return 0
}

// at is the offset of a node, its anchor and tag included.
func (f *yamlFile) at(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(f.lines) {
		return len(f.b)
	}
	if f.last.line != n.Line || f.last.column > n.Column {
		f.last.line, f.last.column, f.last.offset = n.Line, 1, f.lines[n.Line-1]
	}
	for ; f.last.column < n.Column && f.last.offset < len(f.b); f.last.column++ {
		_, size := utf8.DecodeRune(f.b[f.last.offset:])
		f.last.offset += size
	}
	return f.last.offset
}

// end is the offset after a node.
func (f *yamlFile) end(n *yaml.Node) int {
	i := f.at(n)
	if n.Anchor != "" || isTagged(n) {
		for i < len(f.b) && (f.b[i] == '&' || f.b[i] == '!') {
			for i < len(f.b) && f.b[i] != ' ' && f.b[i] != '\t' && breakAt(f.b, i) == 0 {
				i++
			}
			i = f.skip(i, "")
		}
	}
	switch {
	case n.Kind == yaml.AliasNode:
		return min(i+len("*")+len(n.Value), len(f.b))
	case n.Kind == yaml.ScalarNode:
		return f.scalarEnd(n, i)
	case !f.bracketed(n):
		return f.end(n.Content[len(n.Content)-1])
	case len(n.Content) > 0:
		i = f.end(n.Content[len(n.Content)-1])
	default:
		i++
	}
	return min(f.skip(i, ",:")+1, len(f.b))
}

// bracketed reports whether n is a flow mapping or sequence with its brackets; a
// single pair in a flow sequence has none.
func (f *yamlFile) bracketed(n *yaml.Node) bool {
	if n.Style&yaml.FlowStyle == 0 {
		return false
	}
	if len(n.Content) == 0 || n.Kind == yaml.SequenceNode {
		return true
	}
	return f.at(n.Content[0]) > f.at(n)
}

// skip is the offset after white space, comments and characters of set.
func (f *yamlFile) skip(i int, set string) int {
	for i < len(f.b) {
		switch {
		case f.b[i] == '#':
			i = nextLine(f.b, i)
		case strings.IndexByte(" \t\r\n"+set, f.b[i]) >= 0:
			i++
		default:
			return i
		}
	}
	return i
}

func (f *yamlFile) scalarEnd(n *yaml.Node, i int) int {
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		for i++; i < len(f.b) && f.b[i] != '"'; i++ {
			if f.b[i] == '\\' {
				i++
			}
		}
		return min(i+1, len(f.b))
	case n.Style&yaml.SingleQuotedStyle != 0:
		for i++; i < len(f.b); i++ {
			if f.b[i] != '\'' {
				continue
			}
			if i++; i == len(f.b) || f.b[i] != '\'' {
				return i
			}
		}
		return len(f.b)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		header := f.b[i:lineEnd(f.b, i)]
		end := wordsEnd(f.b, min(i+len(header), len(f.b)), n.Value)
		if keepsLines(header) {
			for next := nextLine(f.b, end); next > end && blank(f.b[end:next]); next = nextLine(f.b, end) {
				end = next
			}
			end = max(end-1, i)
		}
		return end
	}
	return wordsEnd(f.b, i, n.Value)
}

// keepsLines reports whether the header of a block text keeps the empty lines after it.
func keepsLines(header []byte) bool {
	words, _, _ := bytes.Cut(header, []byte("#"))
	return bytes.Contains(words, []byte("+"))
}

// wordsEnd is the offset after the last character of value that is no white space, in a
// text from i on that has the same characters and any white space.
func wordsEnd(b []byte, i int, value string) int {
	for _, r := range value {
		if isYAMLSpace(r) {
			continue
		}
		at := i
		for at < len(b) {
			c, size := utf8.DecodeRune(b[at:])
			at += size
			if c == r {
				i = at
				break
			}
			if !isYAMLSpace(c) {
				return i
			}
		}
	}
	return i
}

func isYAMLSpace(r rune) bool { return strings.ContainsRune(" \t\r\n\u0085\u2028\u2029", r) }
