package pack

import (
	"errors"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// manifest says what of a tree makes the pack. It is the schema of pack.toml
// and of the recipes in recipes/; for a plugin and for plain folders
// it is made in memory. A part that is absent (nil) has its default; an empty
// list means none.
type manifest struct {
	// Package is the package.json name that a recipe is for; recipes only.
	Package string `toml:"package"`
	// Name, Version and Prefix identify the pack. Defaults: the plugin's or
	// package's name and version; the name as prefix.
	Name    string `toml:"name"`
	Version string `toml:"version"`
	Prefix  string `toml:"prefix"`
	// Home is the folder below the payload's home that ${CLAUDE_PLUGIN_ROOT} means.
	Home *string `toml:"home"`

	// Commands, Agents, Skills and Rules are the folders (or single files) of each
	// kind. Default: the folder of that name.
	Commands []folder `toml:"commands"`
	Agents   []folder `toml:"agents"`
	Skills   []folder `toml:"skills"`
	Rules    []folder `toml:"rules"`

	// Payload are the trees that are copied. Default: every other top folder, to
	// a folder named like the prefix.
	Payload []payloadTree `toml:"payload"`
	// Generated are files with fixed text.
	Generated []generated `toml:"generated"`
	// Tokens are replaced in template files: "{version}" in a value is the version.
	Tokens map[string]string `toml:"tokens"`
	// Aliases map top folders that the texts name below the Claude home to payload folders.
	Aliases map[string]string `toml:"aliases"`

	// Hooks are the hooks. Default: those of hooks/hooks.json, if there is one.
	Hooks    []hookEntry             `toml:"hooks"`
	Profiles map[string]profileEntry `toml:"profiles"`

	// file is where the manifest was read from, "" for one made in memory;
	// lines finds its keys there.
	file  string
	lines keyLines
	// rest puts all that is not an item or a manifest into the payload, top
	// files included.
	rest bool
	// hookFiles and serverFiles are read besides hooks/hooks.json and .mcp.json;
	// hookText and serverText stand in the plugin's manifest itself.
	hookFiles, serverFiles []string
	hookText, serverText   []byte
}

// folder is where items of one kind lie.
type folder struct {
	From string `toml:"from"`
	// Exclude are globs relative to From.
	Exclude []string `toml:"exclude"`
	// optional folders need not exist.
	optional bool
}

// payloadTree is a folder or file that is copied. All globs are relative to From;
// "**" stands for any number of folders.
type payloadTree struct {
	From string `toml:"from"`
	// To is where it goes below the payload's home; From if absent.
	To *string `toml:"to"`
	// Include limits the tree, Exclude takes away from it.
	Include []string `toml:"include"`
	Exclude []string `toml:"exclude"`
	// Rewrite are the files whose prose is respelled for the host. Default: all
	// markdown.
	Rewrite []string `toml:"rewrite"`
	// Template are the files in which Tokens are replaced.
	Template []string `toml:"template"`
	// Exec are files that are executable besides those that are so in the pack.
	Exec []string `toml:"exec"`
}

// generated is a file with fixed text. "{version}" in it is the pack's version,
// "{host}" the host's id.
type generated struct {
	To       string `toml:"to"`
	Text     string `toml:"text"`
	Unshared bool   `toml:"unshared"`
}

// hookEntry is a hook; fields as in Hook. One of Script and Command is needed.
type hookEntry struct {
	Event   string   `toml:"event"`
	Matcher string   `toml:"matcher"`
	Script  string   `toml:"script"`
	Args    []string `toml:"args"`
	Run     string   `toml:"run"`
	Command string   `toml:"command"`
	Timeout int      `toml:"timeout"`
	Output  string   `toml:"output"`
}

// profileEntry is a profile; fields as in Profile.
type profileEntry struct {
	Commands []string `toml:"commands"`
	Agents   []string `toml:"agents"`
	Closed   bool     `toml:"closed"`
}

// parseManifest decodes a pack.toml or a recipe. Unknown keys, wrong types and
// values that cannot be are problems with file and line.
func parseManifest(file string, data []byte, r *report) *manifest {
	if at := invalidAt(data); at >= 0 {
		r.problem(file, 0, "invalid UTF-8 at byte offset %d (byte 0x%02X)", at, data[at])
		return nil
	}
	m := &manifest{file: file, lines: findKeys(string(data))}
	meta, err := toml.Decode(string(data), m)
	var perr toml.ParseError
	switch {
	case errors.As(err, &perr):
		r.problem(file, perr.Position.Line, "%s", perr.Message)
		return nil
	case err != nil:
		line, message := typeError(err)
		r.problem(file, line, "%s", message)
		return nil
	}
	for _, key := range meta.Undecoded() {
		r.problem(file, m.lines.of(key), "unknown key %q", key.String())
	}
	before := len(r.problems)
	if m.check(r); len(r.problems) > before {
		return nil // what it names could only be misread
	}
	return m
}

var typeErrorText = regexp.MustCompile(`^toml: line (\d+) \(last key "(.*?)"\): (.*)$`)

// typeError takes apart the text of a decoding error, which says its line only there.
func typeError(err error) (line int, message string) {
	m := typeErrorText.FindStringSubmatch(err.Error())
	if m == nil {
		return 0, err.Error()
	}
	line, _ = strconv.Atoi(m[1])
	return line, m[2] + ": " + m[3]
}

// check reports values that cannot be.
func (m *manifest) check(r *report) {
	for kind, folders := range map[string][]folder{"commands": m.Commands, "agents": m.Agents, "skills": m.Skills, "rules": m.Rules} {
		for i, f := range folders {
			m.checkPath(r, f.From, kind, i, "from")
			m.checkGlobs(r, f.Exclude, kind, i)
		}
	}
	for i, t := range m.Payload {
		m.checkPath(r, t.From, "payload", i, "from")
		if t.To != nil && *t.To != "" {
			m.checkPath(r, *t.To, "payload", i, "to")
		}
		for _, globs := range [][]string{t.Include, t.Exclude, t.Rewrite, t.Template, t.Exec} {
			m.checkGlobs(r, globs, "payload", i)
		}
	}
	for i, g := range m.Generated {
		m.checkPath(r, g.To, "generated", i, "to")
	}
	for from, to := range m.Aliases {
		if !fs.ValidPath(from) || !fs.ValidPath(to) {
			r.problem(m.file, m.lines.of([]string{"aliases", from}), "alias %q to %q: both must be relative paths without ..", from, to)
		}
	}
	if m.Home != nil && *m.Home != "" {
		m.checkPath(r, *m.Home, "home", 0, "")
	}
}

// checkPath reports a path that is not slash-separated, relative and clean.
func (m *manifest) checkPath(r *report, p, table string, i int, key string) {
	if fs.ValidPath(p) && !strings.Contains(p, `\`) {
		return
	}
	what := strings.TrimSuffix(table+"."+key, ".")
	r.problem(m.file, m.lines.nth(table, i), "%s %q: want a relative path with slashes and without ..", what, p)
}

func (m *manifest) checkGlobs(r *report, globs []string, table string, i int) {
	if g, bad := badPattern(globs); bad {
		r.problem(m.file, m.lines.nth(table, i), "%s: bad pattern %q", table, g)
	}
}

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
