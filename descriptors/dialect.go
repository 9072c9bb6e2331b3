package descriptors

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Dialect is how one kind of item is written.
type Dialect struct {
	// Renderer is one of the closed set in package project: slash-md, slash-toml,
	// skill-md, agent-md, agent-toml, agent-yaml, rule-mdc, rule-md, marked-block.
	Renderer string `toml:"renderer"`
	// Keys are the frontmatter keys (or TOML keys) in the order written.
	Keys []Key `toml:"keys"`
	// BodyKey is the TOML key of the body, for renderers that need one.
	BodyKey string `toml:"bodyKey"`
	// PromptFile is where agent-yaml writes the body, beside the row's file:
	// "{name}.md". IndexFile is the agent file that names all the others; "{prefix}.yaml".
	PromptFile string `toml:"promptFile"`
	IndexFile  string `toml:"indexFile"`
	// IndexAgents are agents without a file of their own that IndexFile names beside
	// those of the pack, by name and description: each is the host's usual agent.
	IndexAgents map[string]string `toml:"indexAgents"`
	// Raw are the marks before and after a text that the host, which takes PromptFile for
	// a template, leaves as it is; empty if it takes none for one.
	Raw []string `toml:"raw"`
	// BodyLimit is the most characters a body may have; 0 is no limit. A file whose body has
	// less than BodyLeast the host drops.
	BodyLimit int `toml:"bodyLimit"`
	BodyLeast int `toml:"bodyLeast"`
	// Patterns are, for a key in the form permission, the patterns of an id that stand in
	// place of one word, the last that fits decides: of a tool where it is granted, of what
	// is no tool always. {payload} is each folder of the payload, where it lies outside the
	// project.
	Patterns map[string]map[string]string `toml:"patterns"`
	// Preface puts the applicable lines of Text.Preface before the body.
	Preface bool `toml:"preface"`
	// Break are literals in a body that the host would run or expand in a file of
	// this form; each is broken by a space after its first rune: "!{" to "! {".
	Break []string `toml:"break"`
	// Placeholders reports that the host fills ${NAME} in a body itself and fails on
	// a name that it does not know. Each is written ${NAME:-} then, which is
	// no placeholder to the host and the same to a shell.
	Placeholders bool `toml:"placeholders"`
	// Positional reports that the host puts the words of the arguments in for $0, $1 and
	// $ARGUMENTS[0], in code too.
	Positional bool `toml:"positional"`
	// LooseEnd reports that the host takes any "---" for the end of the
	// frontmatter, wherever it stands; none is written into a value then.
	LooseEnd bool   `toml:"looseEnd"`
	Source   string `toml:"source"`
}

// Key is one frontmatter key of a dialect.
type Key struct {
	Key string `toml:"key"`
	// From says where the value comes from: name, description, argument-hint,
	// tools, denied-tools, sandbox, readonly, globs, always, when, model and effort (of agents,
	// where the user pins both), const, or
	// "meta:KEY" for a key of the source as it is. A shared folder's dialect
	// takes no tools, denied-tools, sandbox and readonly.
	From string `toml:"from"`
	// Form is how it is written. A text: string (quoted when YAML needs it),
	// quoted, plain (one line, never quoted). A truth value: these, or bool. A
	// list (tools, denied-tools, globs): list, flow, comma (one string, joined by
	// ", ") or, not in TOML, map (each true) or permission (each allowed, all others
	// denied; tools, where the source lists only denied ones, are these denied). A "meta:KEY": as a text or, not in TOML, source
	// (the scalar, list or mapping that the source has, a scalar's type kept).
	Form string `toml:"form"`
	// Const is the value when From is const.
	Const string `toml:"const"`
	// Limit is the most characters (Unicode code points); 0 is no limit. A longer text is
	// cut, but an item with a longer name, one of less than Least or one in Never is
	// left out with a note: the host would drop its file.
	Limit int      `toml:"limit"`
	Least int      `toml:"least"`
	Never []string `toml:"never"`
	// Keep names the only values that are passed on; others are dropped with a note.
	Keep []string `toml:"keep"`
	// Always is what globs are for a rule that always applies; empty leaves the key out.
	Always string `toml:"always"`
	// Words are the host's words, where From is when, for a rule that applies always, for
	// files that match its globs, as its description says, and only when asked for: always,
	// globs, description and asked.
	Words map[string]string `toml:"words"`
}

// Text is how prose is respelled for a host.
type Text struct {
	// Native marks the host whose format the packs are written in: its paths
	// and tool names stay.
	Native bool `toml:"native"`
	// Command is how a command is called: "/{name}", "${name}", "/{prefix}:{short}".
	Command string `toml:"commandStyle"`
	// Arguments replaces $ARGUMENTS in prose.
	Arguments string `toml:"arguments"`
	// InstructionFile is the file of standing instructions, "AGENTS.md"; it
	// replaces the native host's.
	InstructionFile string `toml:"instructionFile"`
	// Preface are the lines that explain what the host does not expand.
	Preface []PrefaceLine `toml:"preface"`
}

// PrefaceLine is a line written before a body if the body has what it is about.
type PrefaceLine struct {
	// When is command, arguments, tools or dispatch.
	When string `toml:"when"`
	Text string `toml:"text"`
}

// Tools maps Claude Code's tool names to the host's. A name that is not in a
// map does not exist there; on the native host it stays, unless it is Gone.
type Tools struct {
	// Agent is for agent files, Matcher for hook matchers, Words for prose. Ids that one
	// name grants together stand with "|" between them.
	Agent   map[string]string `toml:"agent"`
	Matcher map[string]string `toml:"matcher"`
	Words   map[string]string `toml:"words"`
	// AgentMCP and MatcherMCP are templates over {server} and {tool}; AgentMCPAny
	// and MatcherMCPAny are for "all tools of a server". Empty: cannot be named.
	AgentMCP    string `toml:"agentMCP"`
	AgentMCPAny string `toml:"agentMCPAny"`
	// AgentMCPAnyOf is a regular expression for the whole name of a server that
	// AgentMCPAny can name; empty is any.
	AgentMCPAnyOf string `toml:"agentMCPAnyOf"`
	MatcherMCP    string `toml:"matcherMCP"`
	MatcherMCPAny string `toml:"matcherMCPAny"`
	// MCPWords reports that ids have "_" for all but letters, digits and "_" in the names
	// of servers and their tools.
	MCPWords bool `toml:"mcpWords"`
	// The native host alone sorts the names that packs use: those that it no longer has,
	// and those that count as a tool's name in prose; of these the ones that start a
	// subagent, that usually change files, that change files too, and that run commands.
	Gone     []string `toml:"gone"`
	Prose    []string `toml:"prose"`
	Dispatch []string `toml:"dispatch"`
	Write    []string `toml:"write"`
	WriteToo []string `toml:"writeToo"`
	Run      []string `toml:"run"`
	Source   string   `toml:"source"`
}

// Refuses says why the host would drop a file of this form for an item's name; empty if
// it takes it.
func (d Dialect) Refuses(name string) string {
	n := utf8.RuneCountInString(name)
	for _, k := range d.Keys {
		switch {
		case k.From != "name":
		case slices.Contains(k.Never, name):
			return "keeps this name for itself"
		case n < k.Least:
			return fmt.Sprintf("takes no name of less than %d characters", k.Least)
		case k.Limit > 0 && n > k.Limit:
			return fmt.Sprintf("takes no name of more than %d characters", k.Limit)
		}
	}
	return ""
}
