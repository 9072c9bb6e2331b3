// Package descriptors holds one TOML file for each host, and one for each
// folder that several hosts share, parsed and validated. It is the only place
// where a host is known by name.
package descriptors

import "github.com/gsd-install/gsd-install/plan"

// Host is all that the program knows about one AI coding host. Field names in
// TOML are those of ADR-1016 and ADR-1239 where these have one.
type Host struct {
	ID    string `toml:"id"`
	Title string `toml:"title"`
	// Lifecycle is "current" or "sunset"; LifecycleNote says what its makers say.
	Lifecycle     string `toml:"lifecycle"`
	LifecycleNote string `toml:"lifecycleNote"`
	// SupportTier is 1 (first class) to 3 (best effort).
	SupportTier int `toml:"supportTier"`
	// Docs is the address of the host's own documentation.
	Docs string `toml:"docs"`
	// Binaries are names of programs on PATH that show the host is installed.
	Binaries []string `toml:"binaries"`

	ConfigHome     ConfigHome         `toml:"configHome"`
	ArtifactLayout []Row              `toml:"artifactLayout"`
	Dialects       map[string]Dialect `toml:"dialects"`
	Text           Text               `toml:"text"`
	Tools          Tools              `toml:"tools"`
	Hooks          Hooks              `toml:"hooks"`
	NeedsTrust     []Trust            `toml:"needsTrust"`
	MCP            MCP                `toml:"mcp"`
	AlsoReads      []AlsoRead         `toml:"alsoReads"`
	// Next are lines to print after an install, in the host's own words: how
	// to call the first command, what to restart or trust. {help} stands for
	// the pack's help command in this host's spelling, {command} for its first one.
	Next []string `toml:"next"`

	HostIntegration      HostIntegration  `toml:"hostIntegration"`
	OrchestratorExec     OrchestratorExec `toml:"orchestratorExec"`
	HarnessIsolationFlag string           `toml:"harnessIsolationFlag"`
	Effort               Effort           `toml:"effort"`
}

// ConfigHome says where a host's own files are.
type ConfigHome struct {
	// Kind is dot-home, dot-home-nested, xdg, generic-agents-root or none.
	Kind string `toml:"kind"`
	// Name is the folder below the home, ".codex"; Local the one below a project.
	Name   string `toml:"name"`
	Local  string `toml:"local"`
	Source string `toml:"source"`
	Env    []Env  `toml:"env"`
}

// Env is an environment variable that moves a host's files.
type Env struct {
	Name string `toml:"name"`
	// Means is "directory" (is the config home), "file" (a file in it),
	// "parent" (stands in for the home directory), "xdg-root" (the parent of
	// the config home) or "extra" (adds a folder and moves nothing).
	Means string `toml:"means"`
	// MovesShared reports that the shared folder moves with it.
	MovesShared bool   `toml:"movesShared"`
	Source      string `toml:"source"`
}

// Row places one kind of item in one or both scopes.
type Row struct {
	// Kind is commands, agents, skills, rules or payload.
	Kind   string `toml:"kind"`
	Scopes Scopes `toml:"scopes"`
	// Mount is "config" for the host's own folder or the id of a shared one.
	Mount string `toml:"mount"`
	// DestSubpath is the folder below the mount; empty is the mount itself.
	DestSubpath string `toml:"destSubpath"`
	// File is the path below DestSubpath: "{name}/SKILL.md", "{prefix}/{short}.toml".
	// Empty for payload.
	File string `toml:"file"`
	// Nesting is "namespace" if File has a folder named by {prefix}, so that the
	// host calls the item by it, else "flat" (ADR-1016).
	Nesting string `toml:"nesting"`
	// Dialect is a key of Dialects; empty in a shared mount, which has its own.
	Dialect string `toml:"dialect"`
	// Status is how well it is checked: client-verified, documented, source, community.
	Status string `toml:"status"`
	Source string `toml:"source"`
}

// Dialect is how one kind of item is written.
type Dialect struct {
	// Renderer is one of the closed set in package project: slash-md, slash-toml,
	// skill-md, agent-md, agent-toml, rule-mdc, rule-md.
	Renderer string `toml:"renderer"`
	// Keys are the frontmatter keys (or TOML keys) in the order written.
	Keys []Key `toml:"keys"`
	// BodyKey is the TOML key of the body, for renderers that need one.
	BodyKey string `toml:"bodyKey"`
	// BodyLimit is the most characters a body may have; 0 is no limit.
	BodyLimit int `toml:"bodyLimit"`
	// Preface puts the applicable lines of Text.Preface before the body.
	Preface bool `toml:"preface"`
	// Break are literals in a body that the host would run or expand in a file of
	// this form; each is broken by a space after its first rune: "!{" to "! {".
	Break []string `toml:"break"`
	// Placeholders reports that the host fills ${NAME} in a body itself and fails on
	// a name that it does not know. Each is written ${NAME:-} then, which is
	// no placeholder to the host and the same to a shell.
	Placeholders bool `toml:"placeholders"`
	// LooseEnd reports that the host takes any "---" for the end of the
	// frontmatter, wherever it stands; none is written into a value then.
	LooseEnd bool   `toml:"looseEnd"`
	Source   string `toml:"source"`
}

// Key is one frontmatter key of a dialect.
type Key struct {
	Key string `toml:"key"`
	// From says where the value comes from: name, description, argument-hint,
	// tools, denied-tools, sandbox, readonly, globs, always, const, or
	// "meta:KEY" for a key of the source as it is. A shared folder's dialect
	// takes no tools, denied-tools, sandbox and readonly.
	From string `toml:"from"`
	// Form is how it is written. A text: string (quoted when YAML needs it),
	// quoted, plain (one line, never quoted). A truth value: these, or bool. A
	// list (tools, denied-tools, globs): list, flow, comma (one string, joined by
	// ", ") or, not in TOML, map. A "meta:KEY": as a text or, not in TOML, source
	// (the scalar, list or mapping that the source has, a scalar's type kept).
	Form string `toml:"form"`
	// Const is the value when From is const.
	Const string `toml:"const"`
	// Limit is the most characters (Unicode code points); 0 is no limit.
	Limit int `toml:"limit"`
	// Keep names the only values that are passed on; others are dropped with a note.
	Keep []string `toml:"keep"`
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
	// Agent is for agent files, Matcher for hook matchers, Words for prose.
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

// Hooks is how a host registers lifecycle hooks.
type Hooks struct {
	// Surface is hooksSurface of ADR-1016: settings-json, codex-hooks-json,
	// cursor-hooks-json, none.
	Surface string `toml:"hooksSurface"`
	// File is the file in the config mount for each scope; a scope that is not
	// there has no hooks.
	File map[plan.Scope]string `toml:"file"`
	// Key is the path of the table of events in it.
	Key []string `toml:"key"`
	// Shape is "groups" ([{matcher, hooks: [{type, command, timeout}]}]) or
	// "flat" ([{command, type, timeout, matcher}]).
	Shape string `toml:"shape"`
	// Version, if not 0, is written as the top-level key "version".
	Version int `toml:"version"`
	// HookEvents is the dialect of event names, "claude" or "gemini" (ADR-1239).
	HookEvents string `toml:"hookEvents"`
	// Events maps Claude's event names to the host's.
	Events map[string]string `toml:"events"`
	// NoMatcher are the host's events that take no matcher.
	NoMatcher []string `toml:"noMatcher"`
	// ExactMatcher are the host's events whose matcher is compared as one word:
	// the alternatives of "startup|resume" need an entry each.
	ExactMatcher []string `toml:"exactMatcher"`
	// TimeoutUnit is "s" or "ms".
	TimeoutUnit string `toml:"timeoutUnit"`
	// MaxTimeout is the host's limit in seconds for events of the host that have one.
	MaxTimeout map[string]int `toml:"maxTimeout"`
	// ProjectDir is the shell expression for the project's directory in a local
	// hook command, with its own quotes; empty means the hook's working
	// directory is the project.
	ProjectDir string `toml:"projectDir"`
	// HookOutput is what a hook may print: "text", or "json" only.
	HookOutput string `toml:"hookOutput"`
	Source     string `toml:"source"`
}

// Trust is what the user has to do before the host uses what was installed.
type Trust struct {
	// Kind is what is held back: hooks, agents, commands, skills or project
	// (everything in the project's folder).
	Kind   string `toml:"kind"`
	Scopes Scopes `toml:"scopes"`
	// How is approve (each hook), trust-project or acknowledge (each file).
	How string `toml:"how"`
	// Text tells the user what to do, one line, lower case.
	Text   string `toml:"text"`
	Source string `toml:"source"`
}

// MCP is how a host registers MCP servers.
type MCP struct {
	// File is the file for each scope, Mount its mount: "config", "project" or "home".
	File   map[plan.Scope]string `toml:"file"`
	Mount  map[plan.Scope]string `toml:"mount"`
	Format plan.Format           `toml:"format"`
	Key    []string              `toml:"key"`
	// MovesWithHome reports that the file in the home lies in the config home
	// itself when an environment variable or --config-dir has moved that.
	MovesWithHome bool `toml:"movesWithHome"`
	// Keys are keys of a server's entry that the host spells otherwise than
	// Claude Code; an empty spelling drops the key.
	Keys   map[string]string `toml:"keys"`
	Source string            `toml:"source"`
}

// AlsoRead is a folder of another host that this host scans as well.
type AlsoRead struct {
	// Path is below the home (global) or the project (local).
	Path  string     `toml:"path"`
	Scope plan.Scope `toml:"scope"`
	// Kind is skills, agents, commands or hooks.
	Kind   string `toml:"kind"`
	Source string `toml:"source"`
}

// Shared is a folder that several hosts read. Its texts are neutral: whatever
// hosts share it, the bytes in it are the same.
type Shared struct {
	ID    string `toml:"id"`
	Title string `toml:"title"`
	// Global is the folder below the home, Local the one below a project.
	Global   string             `toml:"global"`
	Local    string             `toml:"local"`
	Dialects map[string]Dialect `toml:"dialects"` // by kind: commands, skills
	Text     Text               `toml:"text"`
	Source   string             `toml:"source"`
}
