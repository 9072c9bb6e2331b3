package lint

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/pack"
)

// prose is a file that is written for the model.
type prose struct {
	file, text string
	// at is where it goes, and beside reports whether a file goes to a place in the same tree;
	// nil where it stands alone.
	at     string
	beside func(string) bool
}

// texts looks at all that the pack tells the model.
func (c *checker) texts() {
	for _, t := range c.prose() {
		c.paths(t)
		c.links(t)
		c.calls(t)
		c.dispatches(t)
		c.machine(t)
	}
}

// prose are the items and the files of prose, each once: the file of an item may be copied as
// well.
func (c *checker) prose() []prose {
	var all []prose
	seen := map[string]bool{}
	add := func(t prose) {
		if t.file != "" && !seen[t.file] {
			seen[t.file] = true
			all = append(all, t)
		}
	}
	files := func(fs []pack.File, beside func(string) bool) {
		for _, f := range fs {
			if f.Rewrite == pack.Prose {
				add(prose{f.Source, string(f.Data), f.Dest, beside})
			}
		}
	}
	for _, it := range c.pack.Items {
		data, _, _ := c.pack.Text(it.Source)
		t := prose{file: it.Source, text: string(data)}
		if it.Kind == pack.Skill {
			t.at = path.Base(it.Source)
			t.beside = func(p string) bool {
				return p == t.at || slices.ContainsFunc(it.Files, func(f pack.File) bool { return f.Dest == p })
			}
		}
		add(t)
		files(it.Files, t.beside)
	}
	files(c.pack.Payload, c.has)
	return all
}

// paths finds payload files that a text names and the pack does not have.
func (c *checker) paths(t prose) {
	for _, m := range c.reader.Paths(t.text) {
		switch {
		case c.has(m.Text):
		case m.Reference:
			c.find("reference-missing", t.file, m.Line, nil, "@ reads in %s, which the pack does not have", m.Text)
		default:
			c.find("path-missing", t.file, m.Line, nil, "it names %s, which the pack does not have", m.Text)
		}
	}
}

// link is a link to a file beside the text.
var link = regexp.MustCompile(`\]\(([\w][\w./-]*\.\w+|\.\.?/[\w./-]+\.\w+)(?:#[^)]*)?\)`)

// links finds files beside a file of a skill, or of the payload, that it links to and that do
// not come along. What else is linked to lies in the user's project.
func (c *checker) links(t prose) {
	for _, m := range link.FindAllStringSubmatchIndex(t.text, -1) {
		target := t.text[m[2]:m[3]]
		if t.beside != nil && !t.beside(path.Join(path.Dir(t.at), target)) {
			c.find("path-missing", t.file, lineAt(t.text, m[0]), nil, "it links to %s, which the pack does not have there", target)
		}
	}
}

// has reports whether the payload has a file, or a folder, at a path.
func (c *checker) has(dest string) bool {
	return slices.ContainsFunc(c.pack.Payload, func(f pack.File) bool { return f.Dest == dest || strings.HasPrefix(f.Dest, dest+"/") })
}

// calls finds commands that a text calls: those that there are not, and those whose names a
// colon parts, once for the text.
func (c *checker) calls(t prose) {
	colons, first := 0, 0
	for _, m := range c.reader.Calls(t.text) {
		switch {
		case m.Call == "":
			c.find("command-unknown", t.file, m.Line, nil, "there is no command %s", m.Text)
		case m.Text != m.Call && strings.Contains(m.Text, ":"):
			if colons++; first == 0 {
				first = m.Line
			}
		}
	}
	if colons > 0 {
		c.find("colon-mention", t.file, first, nil, "%s with a colon, where the name has a hyphen, from this line on", counted(colons, "command is called", "commands are called"))
	}
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// dispatch is how texts name the agent that is to be started.
var dispatch = regexp.MustCompile(`subagent_type["']?\s*[:=]\s*["']?([A-Za-z0-9_-]+)`)

// dispatches finds agents of the pack's prefix that a text starts and the pack does not have.
func (c *checker) dispatches(t prose) {
	for _, m := range dispatch.FindAllStringSubmatchIndex(t.text, -1) {
		name := t.text[m[2]:m[3]]
		if !strings.HasPrefix(name, c.pack.Prefix+"-") || strings.HasSuffix(name, "-") || c.agent(name) {
			continue
		}
		c.find("agent-unknown", t.file, lineAt(t.text, m[0]), nil, "there is no agent %s", name)
	}
}

func (c *checker) agent(name string) bool {
	return slices.ContainsFunc(c.pack.Items, func(it pack.Item) bool { return it.Kind == pack.Agent && it.Name == name })
}

// homePath is a path in somebody's home.
var homePath = regexp.MustCompile(`(?:/Users|/home|[A-Za-z]:\\Users)[/\\]([A-Za-z0-9._-]+)[/\\][A-Za-z0-9._-]`)

// nobody are the names that examples give to somebody.
var nobody = []string{
	"alice", "bob", "foo", "jane", "joe", "john", "me", "name", "runner", "somebody", "someone", "test", "user", "username", "xxx", "you", "your-name", "yourname",
}

// machine finds paths of one machine.
func (c *checker) machine(t prose) {
	for _, m := range homePath.FindAllStringSubmatchIndex(t.text, -1) {
		if name := strings.ToLower(t.text[m[2]:m[3]]); !slices.Contains(nobody, name) {
			c.find("machine-path", t.file, lineAt(t.text, m[0]), nil, "%s is a path of one machine", path.Dir(strings.ReplaceAll(t.text[m[0]:m[1]], `\`, "/")))
		}
	}
}
