package lint

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
)

// programs looks at files that are copied as they are, whatever the host.
func (c *checker) programs() {
	folder := homeFolder()
	for _, f := range c.copied() {
		text := string(f.Data)
		c.unfilled(f)
		if n, line := codeLines(text, folder.MatchString); n > 0 {
			c.find("program-path", f.Source, line, nil, "%s, which is copied as it is, a folder of one host from this line on", counted(n, "line names in the program", "lines name in the program"))
		}
		colons := func(line string) bool {
			for _, m := range c.reader.Calls(line) {
				if m.Call != "" && m.Text != m.Call {
					return true
				}
			}
			return false
		}
		if n, line := codeLines(text, colons); n > 0 {
			c.find("program-mention", f.Source, line, nil, "%s, which is copied as it is, a command with a colon, where the name has a hyphen, from this line on", counted(n, "line calls in the program", "lines call in the program"))
		}
	}
}

// copied are the texts of the pack that no rule respells.
func (c *checker) copied() []pack.File {
	var all []pack.File
	add := func(files []pack.File) {
		for _, f := range files {
			if f.Source != "" && f.Rewrite != pack.Prose && utf8.Valid(f.Data) && !bytes.ContainsRune(f.Data, 0) {
				all = append(all, f)
			}
		}
	}
	for _, it := range c.pack.Items {
		add(it.Files)
	}
	add(c.pack.Payload)
	return all
}

// token is a name in marks that something is to stand for.
var token = regexp.MustCompile(`^\W+[A-Z0-9_]+\W+$|^__[A-Z0-9_]+__$`)

// unfilled finds tokens of the pack in files that are no templates.
func (c *checker) unfilled(f pack.File) {
	for _, name := range c.pack.Tokens() {
		holds := func(line string) bool { return strings.Contains(line, name) }
		if n, line := codeLines(string(f.Data), holds); n > 0 && token.MatchString(name) {
			c.find("token-unfilled", f.Source, line, nil, "%s is filled in in templates of the pack, and this file is none", name)
		}
	}
}

// homeFolder is the folder of the host in whose format packs are written, as a program names
// it: alone in quotes or before a path.
func homeFolder() *regexp.Regexp {
	name := regexp.QuoteMeta(descriptors.Host{}.Native().ConfigHome.Name)
	return regexp.MustCompile(`["'\x60]` + name + `["'\x60]|[~/"'\x60]` + name + `/`)
}

// codeLines counts the lines of a program that f holds of and that are no comments; first is
// the first of them.
func codeLines(text string, f func(string) bool) (n, first int) {
	for i, line := range strings.Split(text, "\n") {
		start := strings.TrimSpace(line)
		if strings.HasPrefix(start, "//") || strings.HasPrefix(start, "#") || strings.HasPrefix(start, "*") || strings.HasPrefix(start, "/*") || !f(line) {
			continue
		}
		if n++; first == 0 {
			first = i + 1
		}
	}
	return n, first
}

// lineAt is the 1-based line of an offset.
func lineAt(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }
