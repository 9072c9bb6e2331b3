package descriptors

import (
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// Hooks is how a host registers lifecycle hooks.
type Hooks struct {
	// Surface is hooksSurface of ADR-1016, or a word of ours for a host that it does not
	// know: where the host's hooks are registered; "none" if nowhere.
	Surface string `toml:"hooksSurface"`
	// Form is "edit" (pieces in a file of the user's, also if empty), "file" (a file of
	// ours in the form of one that is edited), "scripts" (a program for each event) or
	// "module" (code that the host loads, for the events of extensionEvents).
	Form string `toml:"form"`
	// File is the file for each scope; a scope that is not there has no hooks. Unless
	// Form is edit it may hold {prefix}, and of scripts it holds {event}.
	File map[plan.Scope]string `toml:"file"`
	// Mount is the mount for each scope, as in a Row; the config home if not given. In a
	// shared folder that has hooks, those say everything else.
	Mount map[plan.Scope]string `toml:"mount"`
	// Format is json, also if empty, toml or yaml.
	Format plan.Format `toml:"format"`
	// Key is the path of the table of events in it, empty for the file itself; it may
	// hold {prefix}. LocalKey is that of local scope where it differs.
	Key      []string  `toml:"key"`
	LocalKey *[]string `toml:"localKey"`
	// Shape is "groups" ([{matcher, hooks: [{type, command, timeout}]}]), "flat"
	// ([{command, type, timeout, matcher}]) or "list" (flat entries of all events in one
	// list at Key, each with its event).
	Shape string `toml:"shape"`
	// FlatEvents are the host's events that take flat entries where others take groups.
	FlatEvents []string `toml:"flatEvents"`
	// CommandKey, TimeoutKey and EventKey are keys of an entry; empty is "command",
	// "timeout" and "event". Untyped entries have no key "type".
	CommandKey string `toml:"commandKey"`
	TimeoutKey string `toml:"timeoutKey"`
	EventKey   string `toml:"eventKey"`
	Untyped    bool   `toml:"untyped"`
	// Enable is the path of a truth value without which no hook runs. It is set where
	// the user has not said otherwise; may be empty.
	Enable []string `toml:"enable"`
	// Version, if not 0, is written as the top-level key "version".
	Version int `toml:"version"`
	// HookEvents is the dialect of event names, "claude" or "gemini" (ADR-1239).
	HookEvents string `toml:"hookEvents"`
	// Events maps Claude's event names to the host's.
	Events map[string]string `toml:"events"`
	// Extended are all events that the host names, those of Events among them.
	Extended []string `toml:"extendedHookEvents"`
	// NoMatcher are the host's events that take no matcher.
	NoMatcher []string `toml:"noMatcher"`
	// OwnAnswers are the host's events of which it takes every answer that is not in its own
	// form for a refusal of the tool. No hook of a pack answers in it, so none is registered.
	OwnAnswers []string `toml:"ownAnswers"`
	// ExactMatcher are the host's events whose matcher is compared as one word:
	// the alternatives of "startup|resume" need an entry each.
	ExactMatcher []string `toml:"exactMatcher"`
	// AnyMatcher reports that the host ignores matchers, so that a hook for one tool runs
	// for all. A host may do so where others that share its hooks do not.
	AnyMatcher bool `toml:"anyMatcher"`
	// TimeoutUnit is "s", "ms" or "none" where no entry can have one.
	TimeoutUnit string `toml:"timeoutUnit"`
	// MaxTimeout is the host's limit in seconds for events of the host that have one,
	// TimeoutLimit that for all others; 0 is none.
	MaxTimeout   map[string]int `toml:"maxTimeout"`
	TimeoutLimit int            `toml:"timeoutLimit"`
	// ProjectDir is the shell expression for the project's directory in a local
	// hook command, with its own quotes; empty means the hook's working
	// directory is the project.
	ProjectDir string `toml:"projectDir"`
	// Unread are the host's events of which nothing that a hook prints reaches anybody.
	Unread []string `toml:"unread"`
	// HookOutput is what a hook may print: "text", "json" only, or "no-text" where the
	// host passes over text.
	HookOutput string `toml:"hookOutput"`
	Source     string `toml:"source"`
}

// KeyIn is the path of the table of events in a scope.
func (h Hooks) KeyIn(s plan.Scope) []string {
	if s == plan.Local && h.LocalKey != nil {
		return *h.LocalKey
	}
	return h.Key
}

// Trust is what the user has to do before the host uses what was installed.
type Trust struct {
	// Kind is what is held back: hooks, agents, commands, skills or project
	// (everything in the project's folder).
	Kind   string `toml:"kind"`
	Scopes Scopes `toml:"scopes"`
	// How is approve (each hook), trust-project, acknowledge (each file) or switch-on
	// (a setting of the host).
	How string `toml:"how"`
	// Text tells the user what to do, one line, lower case.
	Text   string `toml:"text"`
	Source string `toml:"source"`
}

// MCP is how a host registers MCP servers.
type MCP struct {
	// File is the file for each scope, Mount its mount: as in a Row, or "home" for a file
	// directly in the home.
	File   map[plan.Scope]string `toml:"file"`
	Mount  map[plan.Scope]string `toml:"mount"`
	Format plan.Format           `toml:"format"`
	Key    []string              `toml:"key"`
	// MovesWithHome reports that the file in the home lies in the config home
	// itself when an environment variable or --config-dir has moved that.
	MovesWithHome bool `toml:"movesWithHome"`
	// Keys are keys of a server's entry that the host spells otherwise than
	// Claude Code; an empty spelling drops the key.
	Keys map[string]string `toml:"keys"`
	// Argv joins command and args into one list at "command".
	Argv bool `toml:"argv"`
	// HTTPURL is the key of an address that is not reached over SSE, where the host tells
	// the two by it; empty if both stand at "url".
	HTTPURL string `toml:"httpUrl"`
	// Stdio and HTTP are keys added to a server that is run, and to one that is reached.
	Stdio map[string]any `toml:"stdio"`
	HTTP  map[string]any `toml:"http"`
	// Transports are those of a server that the host has: stdio, http, sse, ws. Absent
	// means all but ws.
	Transports []string `toml:"transports"`
	// Names is the regular expression of the names that a server may have there; empty if
	// none is known to be refused.
	Names string `toml:"names"`
	// Takes are keys of a server's entry beside type, command, args, env, url and headers
	// that the host takes in the sense, and in the unit, that Claude Code gives them.
	Takes []string `toml:"takes"`
	// Rooted are the scopes in which a server may name the plugin's folder; absent means both.
	// Where hosts share the file and each has its payload elsewhere, one of them alone may.
	Rooted Scopes `toml:"rooted"`
	Source string `toml:"source"`
	// Variables are how the values of a server name variables of the environment.
	Variables Variables `toml:"variables"`
}

// Reaches reports whether the host has servers of a transport.
func (m MCP) Reaches(transport string) bool {
	if len(m.Transports) == 0 {
		return transport != "ws"
	}
	return slices.Contains(m.Transports, transport)
}

// Variables is how values of an MCP server name variables of the environment, where Claude
// Code has ${NAME} and ${NAME:-DEFAULT} in all of command, args, env, url and headers. Without
// a source it is not known whether a host has any.
type Variables struct {
	// Form holds NAME for the name of a variable, "${env:NAME}"; empty if the host has none.
	Form string `toml:"form"`
	// Default is the form of one with a default, which DEFAULT stands for; empty if the host
	// has no defaults.
	Default string `toml:"default"`
	// Keys are those, by Claude Code's names, whose values may name variables; absent means all.
	Keys []string `toml:"keys"`
	// Own are the beginnings of what else the host puts in, which Claude Code leaves as it is:
	// "{file:". A server with one of them in a text is left out.
	Own    []string `toml:"own"`
	Source string   `toml:"source"`
}

// In reports whether the values at a key of a server may name variables.
func (v Variables) In(key string) bool {
	return v.Form != "" && (len(v.Keys) == 0 || slices.Contains(v.Keys, key))
}

// Permissions is what a host has to be allowed so that it can read the payload without
// asking.
type Permissions struct {
	// Writer is permissionWriter of ADR-1016; empty or "none" if nothing is written.
	Writer string `toml:"permissionWriter"`
	// File is the file for each scope, Mount its mount as in a Row, the config home if not
	// given. Keys are the paths in it; the last element of each holds {payload}, the
	// payload's folder as texts spell it.
	File  map[plan.Scope]string `toml:"file"`
	Mount map[plan.Scope]string `toml:"mount"`
	Keys  [][]string            `toml:"keys"`
	// Value is what is set there, "allow". A single word of the user's in place of the
	// table of patterns is kept in it under the key Rest, "*".
	Value  string `toml:"value"`
	Rest   string `toml:"rest"`
	Source string `toml:"source"`
}

// Listing is how much of its skills or commands a host tells the model.
type Listing struct {
	// Kinds are the kinds of row that are listed together.
	Kinds []string `toml:"kinds"`
	// Item is the most characters of one description, Total of all names and descriptions,
	// with Each for every one of them besides; what is over it is cut or left out by the
	// host. 0 is no limit.
	Item  int `toml:"item"`
	Total int `toml:"total"`
	Each  int `toml:"each"`
	// Cuts reports that we shorten descriptions to fit Total; else a note says that
	// they do not.
	Cuts   bool   `toml:"cuts"`
	Source string `toml:"source"`
}

// BuiltinNames is what a host has of its own, by the names that users call it by: an item of one
// of these names hides it or is hidden by it.
type BuiltinNames struct {
	// Commands are its commands, and skills among them; Agents its agents.
	Commands []string `toml:"commands"`
	Agents   []string `toml:"agents"`
	Source   string   `toml:"source"`
}

// AlsoRead is a folder of another host that this host scans as well.
type AlsoRead struct {
	// Path is below the home (global) or the project (local).
	Path  string     `toml:"path"`
	Scope plan.Scope `toml:"scope"`
	// Kind is skills, agents, commands or hooks.
	Kind string `toml:"kind"`
	// Own reports that the folder is another one of this host's own: a foreign item of
	// the same name there is a conflict, in other folders a note.
	Own    bool   `toml:"own"`
	Source string `toml:"source"`
}
