package project

import (
	"fmt"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// yamlScalar writes s so that a strict parser of YAML 1.1 or 1.2 reads it
// back as the string s: plain where both take it for one, else double-quoted.
func yamlScalar(s string) string {
	if plainYAML(s) {
		return s
	}
	return yamlQuoted(s)
}

// plainYAML reports whether both versions read s, unquoted in a block, as the
// string s. Only values that begin with a letter are plain: numbers, dates and
// indicators begin otherwise.
func plainYAML(s string) bool {
	first := true
	for _, r := range s {
		if first && !unicode.IsLetter(r) || !printableYAML(r) {
			return false
		}
		first = false
	}
	if s == "" || strings.HasSuffix(s, " ") || strings.HasSuffix(s, ":") {
		return false
	}
	if strings.Contains(s, ": ") || strings.Contains(s, " #") {
		return false
	}
	return !yamlWords[strings.ToLower(s)]
}

// yamlWords are plain words that some version reads as no string.
var yamlWords = map[string]bool{
	"y": true, "n": true, "yes": true, "no": true, "on": true, "off": true,
	"true": true, "false": true, "null": true, "nan": true, "inf": true,
}

// printableYAML reports whether r may stand in a plain scalar on one line.
// Line separators and the byte order mark are printable to YAML but not here.
func printableYAML(r rune) bool {
	switch {
	case r == '\u2028', r == '\u2029', r == '\ufeff', r == '\ufffe', r == '\uffff', r == unicode.ReplacementChar:
		return false
	case r < ' ', 0x7f <= r && r < 0xa0, 0xd800 <= r && r < 0xe000:
		return false
	}
	return true
}

// yamlQuoted writes s in double quotes on one line.
func yamlQuoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == unicode.ReplacementChar:
			b.WriteRune(r)
		case !printableYAML(r) && r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case !printableYAML(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// yamlFlow writes one element of a flow list, where parsers disagree about more
// characters than in a block.
func yamlFlow(s string) string {
	odd := func(r rune) bool { return r > 0x7f || !wordByte(byte(r)) && !strings.ContainsRune("./ ", r) }
	if plainYAML(s) && !strings.ContainsFunc(s, odd) {
		return s
	}
	return yamlQuoted(s)
}

// yamlTyped writes a scalar of a source so that its type stays: a number or a
// truth value is not quoted.
func yamlTyped(s string) string {
	var v any
	if yaml.Unmarshal([]byte(s), &v) == nil {
		switch v.(type) {
		case bool, int, int64, uint64, float64:
			if !strings.ContainsAny(s, "\n_") {
				return s
			}
		}
	}
	return yamlScalar(s)
}

// yamlTree writes a mapping or a nested list below key.
func yamlTree(key string, v any) (string, error) {
	var b strings.Builder
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(map[string]any{key: v}); err != nil {
		return "", err
	}
	return b.String(), enc.Close()
}

// yamlKey writes a key with what follows its colon.
func yamlKey(key, value string) string { return key + ": " + value + "\n" }

// frontmatter writes fields between two "---" lines; no fields, no frontmatter.
func frontmatter(fields []field) (string, error) {
	if len(fields) == 0 {
		return "", nil
	}
	var b strings.Builder
	b.WriteString("---\n")
	for _, f := range fields {
		text, err := f.yaml()
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	b.WriteString("---\n")
	return b.String(), nil
}

// yaml writes the field in its form.
func (f field) yaml() (string, error) {
	switch f.form {
	case "string":
		return yamlKey(f.key, yamlScalar(f.text)), nil
	case "quoted":
		return yamlKey(f.key, yamlQuoted(f.text)), nil
	case "plain":
		return yamlKey(f.key, oneLine(f.text)), nil
	case "bool":
		return yamlKey(f.key, f.text), nil
	case "comma":
		return yamlKey(f.key, yamlScalar(strings.Join(f.list, ", "))), nil
	case "list":
		return f.yamlList(yamlScalar), nil
	case "flow":
		elems := make([]string, len(f.list))
		for i, s := range f.list {
			elems[i] = yamlFlow(s)
		}
		return yamlKey(f.key, "["+strings.Join(elems, ", ")+"]"), nil
	case "map":
		if len(f.list) == 0 {
			return yamlKey(f.key, "{}"), nil
		}
		var b strings.Builder
		b.WriteString(f.key + ":\n")
		for _, s := range f.list {
			b.WriteString("  " + yamlKey(yamlScalar(s), "true"))
		}
		return b.String(), nil
	case "permission":
		return f.yamlPermission(), nil
	case "source":
		return f.yamlSource()
	default:
		return "", fmt.Errorf("frontmatter key %s: unknown form %q", f.key, f.form)
	}
}

func (f field) yamlList(scalar func(string) string) string {
	if len(f.list) == 0 {
		return yamlKey(f.key, "[]")
	}
	var b strings.Builder
	b.WriteString(f.key + ":\n")
	for _, s := range f.list {
		b.WriteString("  - " + scalar(s) + "\n")
	}
	return b.String()
}

func (f field) yamlSource() (string, error) {
	switch {
	case f.tree != nil:
		return yamlTree(f.key, f.tree)
	case f.list != nil:
		return f.yamlList(yamlTyped), nil
	default:
		return yamlKey(f.key, yamlTyped(f.text)), nil
	}
}

// oneLine collapses white space to single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
