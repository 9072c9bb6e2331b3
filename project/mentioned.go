package project

import (
	"regexp"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// Mentioned is something of a pack that a text of it names.
type Mentioned struct {
	// Line is the 1-based line of the text.
	Line int
	// Text is what stands there: a command's call as it is written, the path of a payload
	// file below the payload's home.
	Text string
	// Call is how the format of packs calls the command; empty if there is no such command,
	// or a path is meant.
	Call string
	// Reference reports that the path is to be read in, by an "@" before it that begins a
	// word: in code that backquotes mark it does not.
	Reference bool
}

// Reader finds what texts of a pack name, by the rules by which they are respelled.
type Reader struct {
	calls, paths *spelling
}

// NewReader makes the reader of a pack's texts.
func NewReader(p *pack.Pack) *Reader {
	native := descriptors.Host{}.Native()
	calls := spelling{text: native.Text}
	found := place{mount: plan.Mount{Shown: foundMark}, local: foundMark}
	other := place{mount: plan.Mount{Shown: otherMark}, local: otherMark}
	paths := spelling{
		scope: plan.Local, payload: found, skills: other, config: other, pluginRoot: p.Home,
		tops: topFolders(p), aliases: p.Aliases, source: native,
	}
	return &Reader{calls: calls.finish(p), paths: paths.finish(p)}
}

// foundMark and otherMark stand in a respelled text for the payload's home and for any other
// folder of the host's; no text has them.
const (
	foundMark = "\x02"
	otherMark = "\x03"
)

// Calls are the commands that a text calls with a slash, those too that the pack does not have
// but could. The end of a section that a comment marks is no call.
func (r *Reader) Calls(s string) []Mentioned {
	var all []Mentioned
	lines := lineCounter{s: s}
	r.calls.eachCall(s, func(from, to int, c command, known bool) {
		name := s[from:to]
		if name[0] == '/' && (known || callForm.MatchString(name)) && !strings.HasSuffix(strings.TrimRight(s[:from], " "), "<!--") {
			all = append(all, Mentioned{Line: lines.at(from), Text: name, Call: c.called})
		}
	})
	return all
}

// callForm is how a command can be called.
var callForm = regexp.MustCompile(`^/[a-z0-9-]+[:-][a-z0-9]+(?:-[a-z0-9]+)*$`)

// Paths are the payload files that a text names. What a text leaves open, as by a "*", a
// variable or an ellipsis, is not among them.
func (r *Reader) Paths(s string) []Mentioned {
	var all []Mentioned
	text := r.paths.paths(s)
	lines := lineCounter{s: text}
	for i := next(text, foundMark, 0); i >= 0; i = next(text, foundMark, i+1) {
		end := i + len(foundMark)
		for end < len(text) && (wordByte(text[end]) || strings.IndexByte("/.+@", text[end]) >= 0) {
			end++
		}
		if end < len(text) && strings.IndexByte("*{}<>$[(?%…", text[end]) >= 0 || strings.HasSuffix(text[i:end], "...") {
			continue
		}
		path := strings.Trim(strings.TrimRight(text[i+len(foundMark):end], ".@"), "/")
		if path == "" || strings.Contains(path, "..") {
			continue
		}
		all = append(all, Mentioned{Line: lines.at(i), Text: path, Reference: i > 0 && text[i-1] == '@' && (i == 1 || strings.IndexByte(" \t\n", text[i-2]) >= 0)})
	}
	return all
}

// lineCounter counts the lines of a text up to offsets that grow.
type lineCounter struct {
	s        string
	to, line int
}

func (c *lineCounter) at(offset int) int {
	c.line += strings.Count(c.s[c.to:offset], "\n")
	c.to = offset
	return c.line + 1
}
