package project

import (
	"fmt"
	"strings"
)

// tomlString writes s as a basic string on one line.
func tomlString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			writeTOMLRune(&b, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// tomlText writes s as a multi-line string that decodes to exactly s, between its quotes:
// literal if it can be, so that it reads like the source, else basic. The newline after
// the opening quotes is no part of the value.
func tomlText(s string) (open, text, end string) {
	if literalTOML(s) {
		return "'''\n", s, "'''"
	}
	var b strings.Builder
	for i, r := range s {
		switch r {
		case '\n':
			b.WriteByte('\n')
		case '\\':
			b.WriteString(`\\`)
		case '"':
			// Only a quote beside another, or at the end, can close the string.
			if strings.HasPrefix(s[i+1:], `"`) || i+1 == len(s) {
				b.WriteByte('\\')
			}
			b.WriteByte('"')
		default:
			writeTOMLRune(&b, r)
		}
	}
	return "\"\"\"\n", b.String(), `"""`
}

// writeTOMLRune writes r, control characters escaped.
func writeTOMLRune(b *strings.Builder, r rune) {
	switch {
	case r == '\t':
		b.WriteRune(r)
	case r < ' ' || r == 0x7f:
		fmt.Fprintf(b, `\u%04X`, r)
	default:
		b.WriteRune(r)
	}
}

// literalTOML reports whether s can stand between three single quotes.
func literalTOML(s string) bool {
	if strings.Contains(s, "'''") || strings.HasSuffix(s, "'") {
		return false
	}
	for _, r := range s {
		if r < ' ' && r != '\t' && r != '\n' || r == 0x7f {
			return false
		}
	}
	return true
}

// tomlTable writes fields as keys of a table.
func tomlTable(fields []field) (string, error) {
	var b strings.Builder
	for _, f := range fields {
		switch f.form {
		case "string", "quoted", "plain":
			fmt.Fprintf(&b, "%s = %s\n", f.key, tomlString(f.text))
		case "comma":
			fmt.Fprintf(&b, "%s = %s\n", f.key, tomlString(strings.Join(f.list, ", ")))
		case "bool":
			fmt.Fprintf(&b, "%s = %s\n", f.key, f.text)
		case "list", "flow":
			elems := make([]string, len(f.list))
			for i, s := range f.list {
				elems[i] = tomlString(s)
			}
			fmt.Fprintf(&b, "%s = [%s]\n", f.key, strings.Join(elems, ", "))
		default:
			return "", fmt.Errorf("TOML key %s: form %q cannot be written", f.key, f.form)
		}
	}
	return b.String(), nil
}
