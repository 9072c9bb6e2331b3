// Package pack reads a pack (commands, agents, skills, rules, hooks, MCP
// servers and a payload of supporting files, in Claude Code's markdown format)
// into items that remember where they came from.
//
// What a tree is, is found out in this order: it has a pack.toml, which says all;
// its package.json has the name of a recipe in recipes/, which says the same of
// somebody else's package; it is a Claude Code plugin; or it has folders named
// commands, agents, skills, rules and hooks. Of a plugin everything else is payload.
// Of plain folders it is the other folders of which a text of the pack names a file;
// those that nothing names are left out with a note.
package pack

import "github.com/gsd-install/gsd-install/plan"

// Kind is a kind of item.
type Kind string

// The kinds of items.
const (
	Command Kind = "command"
	Agent   Kind = "agent"
	Skill   Kind = "skill"
	Rule    Kind = "rule"
	Payload Kind = "payload"
)

// One is an item of the kind in a sentence.
func (k Kind) One() string {
	if k == Agent {
		return "an " + string(k)
	}
	return "a " + string(k)
}

// Pack is a pack read whole into memory and found to be in order.
type Pack struct {
	// Name and Version are the pack's own; Version may be empty.
	Name, Version string
	// Prefix identifies the pack on a host and begins each command's name.
	Prefix string
	// Source is what --pack was given, made absolute if it is a directory.
	Source string
	// Integrity is "sha256-" and a sum over the paths, modes and bytes of all
	// files the pack uses.
	Integrity string
	// Items are the commands, agents, skills and rules, by kind and name.
	Items []Item
	// Payload are the supporting files, by destination.
	Payload []File
	// Home is the folder below the payload's home that ${CLAUDE_PLUGIN_ROOT}
	// stands for: "gsd-core", or "" for the payload's home itself.
	Home string
	// Aliases map path prefixes below the Claude home, as the pack's texts spell
	// them, to prefixes below the payload's home; longest first.
	Aliases []Alias
	Hooks   []Hook
	Servers []Server
	// Profiles are the named subsets besides "full".
	Profiles []Profile
	// Profile is what Select was given, "full" for the whole pack.
	Profile string
	// Notes are findings that do not stop an install.
	Notes []Problem

	// manifest says what of the tree makes the pack; files is the tree, nil if it was not
	// to be kept.
	manifest manifest
	files    *tree
}

// Item is one command, agent, skill or rule.
type Item struct {
	Kind Kind
	// Source is its path in the pack, slash-separated.
	Source string
	// Stem is the file or folder name without extension: "plan-phase".
	Stem string
	// Name is the public name, of the hosts' common form [a-z0-9-]{1,64}:
	// "gsd-plan-phase".
	Name string
	// Short is Name without the pack's prefix: "plan-phase".
	Short string
	// Meta is the decoded frontmatter in source order. A command, agent or skill
	// without a description has one made from its first heading or sentence.
	Meta Meta
	// Body is what follows the frontmatter, newlines as "\n", no BOM.
	Body string
	// BodyLine is the 1-based line of Source on which Body starts.
	BodyLine int
	// Requires are the stems of commands that this one needs.
	Requires []string
	// Files are a skill's other files, Dest relative to the skill's folder.
	Files []File
}

// File is one file that is copied, its text rewritten or not.
type File struct {
	// Source is the path in the pack; empty for a generated file.
	Source string
	// Dest is the path below the payload's home (or the skill's folder).
	Dest string
	// Data is what is in it; nil if that is read when it is asked for: see Bytes.
	Data []byte
	Exec bool
	// Unfilled is Data before the pack's tokens were filled in; nil if it has none.
	Unfilled []byte
	// Rewrite says what of the text is the host's.
	Rewrite Rewrite
	// Unshared keeps the file out of a folder that several hosts read.
	Unshared bool
	// From are further places that decide what it is: where its text, the version in it or
	// what runs it is given.
	From []plan.Source

	sum   plan.Sum
	later func() ([]byte, error)
}

// Rewrite is how a File's text depends on host and version.
type Rewrite string

const (
	// Verbatim files are copied byte for byte.
	Verbatim Rewrite = ""
	// Prose files get paths, command mentions and argument tokens respelled.
	Prose Rewrite = "prose"
	// Template files hold a token that the pack's recipe names. The version is
	// filled in already; {host} in a generated file (Source empty) is
	// left for the renderer, which puts the host's id there.
	Template Rewrite = "template"
)

// Alias says that texts which name From below the Claude home mean To below the
// payload's home.
type Alias struct{ From, To string }

// Hook is one hook as the pack declares it, in Claude's words.
type Hook struct {
	// Event is Claude's event name: "SessionStart".
	Event string
	// Tools are the Claude tool names of its matcher; empty matches all.
	Tools []string
	// Matcher is the matcher as written, for events that match no tools.
	Matcher string
	// Script is the payload destination of its script, if the command runs
	// one; Args are the words after it.
	Script string
	Args   []string
	// Run is the program that runs Script: "sh", "bash", "node", "python3", …, as
	// the command or the script's first line names it. "sh" must not stand in for
	// "bash": where sh is dash, a bash script fails, and a failed guard blocks
	// the tool. Empty means the script is run as it is.
	Run string
	// Command is the shell command as written, if it runs no script of the pack.
	Command string
	// Timeout is in seconds; 0 means the host's default.
	Timeout int
	// Output is "json" if the script prints JSON that hosts of Claude's form read, or
	// nothing; else "text".
	Output string
	Source string
	Line   int
	// From are further places that decide what it is: all that declares it, and its script.
	From []plan.Source
}

// Server is one MCP server of the pack.
type Server struct {
	Name string
	// Transport is stdio, http, sse or ws.
	Transport string
	// Config is its entry as compact JSON, in the form of Claude Code and with a type if it
	// is reached at an address.
	Config []byte
	Source string
	// Line is the 1-based line of Source on which its name stands, End the last one of its
	// entry.
	Line, End int
}

// Profile is a named subset of the commands; what they require comes along.
type Profile struct {
	Name string
	// Commands are stems. Agents are the agents' names, nil for those that
	// the commands mention.
	Commands []string
	Agents   []string
	// Closed reports that Commands is taken as it is, without what they require.
	Closed bool
}

// Problem is a fault found in a pack.
type Problem struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	// Message says what and why; lower case, no full stop.
	Message string `json:"message"`
	// Rule is the stable name of the kind of fault, "name-refused".
	Rule string `json:"-"`
}
