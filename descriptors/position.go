package descriptors

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// positions are the lines on which the keys of a TOML file stand. The decoder
// keeps them to itself, so they are found in the text, as well as that goes for
// errors: an element of an array is counted if it begins a line.
type positions struct {
	// first is the line of a path with the numbers of array elements
	// (artifactLayout[2].dialect), every all lines of one without them.
	first map[string]int
	every map[string][]int
}

var (
	quoted    = regexp.MustCompile(`"(?:\\.|[^"\\])*"|'[^']*'`)
	inlineKey = regexp.MustCompile(`[{,]\s*([A-Za-z0-9_-]+)\s*=`)
)

// index finds the keys of a TOML text.
func index(text string) positions {
	s := scanner{
		found: positions{first: map[string]int{}, every: map[string][]int{}},
		count: map[string]int{},
	}
	for i, line := range strings.Split(text, "\n") {
		s.line(strings.TrimSpace(line), i+1)
	}
	return s.found
}

type scanner struct {
	found positions
	// table is the path of the current table, count how many elements each array
	// of tables has had.
	table []string
	count map[string]int
	// array is the path of a value that has not ended, item its next element,
	// depth its open brackets.
	array []string
	item  int
	depth int
	// fence closes a string over several lines.
	fence string
}

func (s *scanner) line(text string, n int) {
	switch {
	case s.fence != "":
		if strings.Contains(text, s.fence) {
			s.fence = ""
		}
	case s.depth > 0:
		s.element(text, n)
	case strings.HasPrefix(text, "[["):
		name := splitKey(strings.TrimSuffix(cutComment(text)[2:], "]]"))
		path := s.resolve(name)
		i := s.count[show(path)]
		s.count[show(path)]++
		s.table = append(path, strconv.Itoa(i))
		s.add(s.table, n)
	case strings.HasPrefix(text, "["):
		s.table = s.resolve(splitKey(strings.Trim(cutComment(text), "[]")))
		s.add(s.table, n)
	default:
		s.assignment(text, n)
	}
}

// assignment reads key = value.
func (s *scanner) assignment(text string, n int) {
	at := assign(text)
	if at < 0 || strings.HasPrefix(text, "#") {
		return
	}
	path := append(slices.Clone(s.table), splitKey(text[:at])...)
	s.add(path, n)
	value := strings.TrimSpace(text[at+1:])
	for _, fence := range []string{`"""`, `'''`} {
		if strings.HasPrefix(value, fence) && strings.Count(value, fence) == 1 {
			s.fence = fence
			return
		}
	}
	s.array, s.item, s.depth = path, 0, depth(value)
	s.inline(path, value, n)
}

// element reads a line of a value that began on an earlier one.
func (s *scanner) element(text string, n int) {
	s.depth += depth(text)
	if text == "" || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "]") {
		return
	}
	path := append(slices.Clone(s.array), strconv.Itoa(s.item))
	s.item++
	s.add(path, n)
	s.inline(path, text, n)
}

// inline finds the keys of an inline table that is on one line.
func (s *scanner) inline(path []string, text string, n int) {
	for _, m := range inlineKey.FindAllStringSubmatch(bare(text), -1) {
		s.add(append(slices.Clone(path), m[1]), n)
	}
}

func (s *scanner) add(path []string, line int) {
	if at := show(path); s.found.first[at] == 0 {
		s.found.first[at] = line
	}
	at := show(slices.DeleteFunc(slices.Clone(path), isNumber))
	if lines := s.found.every[at]; len(lines) == 0 || lines[len(lines)-1] != line {
		s.found.every[at] = append(lines, line)
	}
}

// resolve puts the current element's number after each array of tables that a
// header's path passes through.
func (s *scanner) resolve(name []string) []string {
	var path []string
	for i, part := range name {
		path = append(path, part)
		if n := s.count[show(path)]; n > 0 && i < len(name)-1 {
			path = append(path, strconv.Itoa(n-1))
		}
	}
	return path
}

// at returns the line of the key, or of the innermost table or array around it.
func (p positions) at(path []string) int {
	for n := len(path); n > 0; n-- {
		if line := p.first[show(path[:n])]; line > 0 {
			return line
		}
	}
	return 0
}

// all returns the lines of a key in all elements of the arrays it lies in, or
// that of the innermost thing around it.
func (p positions) all(key []string) []int {
	if lines := p.every[show(key)]; lines != nil {
		return lines
	}
	return []int{p.at(key)}
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// bare blanks out strings and drops the comment.
func bare(text string) string {
	return cutComment(quoted.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("_", len(s)) }))
}

// cutComment drops a comment; text has no "#" in strings, or is a header.
func cutComment(text string) string {
	text, _, _ = strings.Cut(text, "#")
	return strings.TrimSpace(text)
}

func depth(text string) int {
	text = bare(text)
	return strings.Count(text, "[") - strings.Count(text, "]")
}

// assign returns where the equals sign after a key is, -1 if there is none.
func assign(text string) int {
	return strings.IndexByte(bare(text), '=')
}

// splitKey splits a dotted key, whose parts may be quoted.
func splitKey(key string) []string {
	var parts []string
	hidden := quoted.ReplaceAllStringFunc(key, func(s string) string { return strings.Repeat("_", len(s)) })
	start := 0
	for i := 0; i <= len(hidden); i++ {
		if i == len(hidden) || hidden[i] == '.' {
			parts = append(parts, strings.Trim(strings.TrimSpace(key[start:i]), `"'`))
			start = i + 1
		}
	}
	return parts
}

// show writes a path as people read it: artifactLayout[2].dialect.
func show(path []string) string {
	var b strings.Builder
	for i, part := range path {
		switch {
		case i > 0 && isNumber(part):
			b.WriteString("[" + part + "]")
		case i > 0:
			b.WriteString("." + part)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}
