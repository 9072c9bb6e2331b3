package pack

import "strings"

// keyLine is a key of a TOML file, tables included, and its 1-based line.
type keyLine struct {
	path string
	line int
}

// keyLines are the keys of a TOML file in order, which the TOML reader does not tell.
type keyLines []keyLine

// findKeys finds the keys that start a line.
func findKeys(text string) keyLines {
	var keys keyLines
	table := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			name, _, _ = strings.Cut(strings.TrimPrefix(name, "["), "]")
			table = bareKey(name)
			keys = append(keys, keyLine{table, i + 1})
			continue
		}
		if name, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			keys = append(keys, keyLine{strings.TrimPrefix(table+"."+bareKey(name), "."), i + 1})
		}
	}
	return keys
}

// KeyLines are the 1-based lines of a TOML text on which a key or the header of a table of
// that name starts; its first line if none does.
func KeyLines(text, name string) []int {
	var lines []int
	for _, k := range findKeys(text) {
		if k.path == name {
			lines = append(lines, k.line)
		}
	}
	if lines == nil {
		lines = []int{1}
	}
	return lines
}

// bareKey drops the blanks and quotes of a dotted key.
func bareKey(s string) string {
	return strings.NewReplacer(" ", "", "\t", "", `"`, "", "'", "").Replace(s)
}

// of returns the line of a key, or of the innermost table around it that starts a
// line; 0 if there is none.
func (ks keyLines) of(key []string) int {
	for n := len(key); n > 0; n-- {
		if line := ks.nth(strings.Join(key[:n], "."), 0); line > 0 {
			return line
		}
	}
	return 0
}

// nth returns the line of the i-th occurrence of a key, that of the last one
// if there are fewer, 0 if there is none.
func (ks keyLines) nth(path string, i int) int {
	line := 0
	for _, k := range ks {
		if k.path != path {
			continue
		}
		if line = k.line; i == 0 {
			break
		}
		i--
	}
	return line
}

// end returns the last line of the i-th table of a name: the one before what follows it, or
// that of its last key; 0 if there is no such table.
func (ks keyLines) end(name string, i int) int {
	start := ks.nth(name, i)
	last := start
	for _, k := range ks {
		switch {
		case k.line <= start:
		case !strings.HasPrefix(k.path, name+"."):
			return k.line - 1
		default:
			last = k.line
		}
	}
	return last
}
