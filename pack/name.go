package pack

import (
	"path"
	"regexp"
	"strings"
)

// maxName is the most characters of a name in the hosts' common form.
const maxName = 64

// normalize returns s in the hosts' common form: lower-case letters, digits and
// single hyphens between them. It may be empty or too long.
func normalize(s string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(s) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// name returns the normalised form of s, which the pack gives at file and line
// as what; a change is a note, and a form that no host takes is a problem.
func (r *report) name(file string, line int, what, s string) string {
	n := normalize(s)
	switch {
	case n == "":
		r.refuse("name-refused", file, line, "%s %q has no letter from a to z and no digit", what, s)
	case len(n) > maxName:
		r.refuse("name-refused", file, line, "%s %q is %d characters long, hosts take %d", what, n, len(n), maxName)
	case n != s:
		r.note("name-changed", file, line, "%s %q becomes %q", what, s, n)
	}
	return n
}

// commandName is the public name of a command: its stem with the prefix, once.
func commandName(prefix, stem string) string {
	if strings.HasPrefix(stem, prefix+"-") {
		return stem
	}
	return prefix + "-" + stem
}

// stem returns the last element of p without its extension.
func stem(p string) string {
	base := path.Base(p)
	return strings.TrimSuffix(base, path.Ext(base))
}

var (
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
	bullet  = regexp.MustCompile(`^([-*>]|[0-9]+\.) +`)
)

// summary is the first heading or sentence of a text, on one line; empty if it
// has none outside code, comments and tags.
func summary(body string) string {
	var para []string
	code := false
	for _, line := range strings.Split(comment.ReplaceAllLiteralString(body, ""), "\n") {
		line = bullet.ReplaceAllLiteralString(strings.TrimSpace(line), "")
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			code = !code
			line = ""
		}
		text := strings.TrimSpace(strings.TrimLeft(line, "#"))
		switch {
		case code, line == "", strings.HasPrefix(line, "<"), strings.Trim(line, "-*_=") == "":
			if len(para) > 0 {
				return sentence(strings.Join(para, " "))
			}
		case strings.HasPrefix(line, "#") && text != "":
			if len(para) > 0 {
				return sentence(strings.Join(para, " "))
			}
			return strings.TrimSpace(strings.TrimRight(text, "#"))
		default:
			para = append(para, line)
		}
	}
	return sentence(strings.Join(para, " "))
}

// sentence returns the text up to the first full stop that ends a sentence.
func sentence(text string) string {
	for i := 0; i+1 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			return text[:i+1]
		}
	}
	return text
}
