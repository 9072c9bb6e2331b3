package capability

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/gsd-install/gsd-install/descriptors"
)

//go:embed tables.toml
var tablesText string

// tablesOf is what the words of a capability.json mean.
type tablesOf struct {
	// Converters are by name, Plain are those of rows without one, by kind.
	Converters map[string]form `toml:"converters"`
	Plain      map[string]form `toml:"plain"`
	// Kinds are what kinds of rows are called in a descriptor.
	Kinds map[string]string `toml:"kinds"`
	// CommandStyles are how a command is called.
	CommandStyles map[string]string `toml:"commandStyles"`
	// Hooks are the built-in hosts whose hooks are taken, by surface and dialect of events.
	Hooks map[string]map[string]string `toml:"hooks"`
	// Unused say why a field means nothing, by its key.
	Unused map[string]string `toml:"unused"`
}

// form is what a converter makes.
type form struct {
	// Host is the built-in host whose texts and tools go with it, From the descriptor that
	// has the dialects; empty if it is Host.
	Host string `toml:"host"`
	From string `toml:"from"`
	// Commands, Skills and Agents are dialects, for the kinds that it makes.
	Commands string `toml:"commands"`
	Skills   string `toml:"skills"`
	Agents   string `toml:"agents"`
	// File is the form of the names of files.
	File string `toml:"file"`
}

var tables = sync.OnceValue(func() tablesOf {
	var t tablesOf
	if _, err := toml.Decode(tablesText, &t); err != nil {
		panic(fmt.Errorf("capability/tables.toml: %w", err))
	}
	return t
})

// dialect is what the form writes a kind in; false if it does not make the kind.
func (f form) dialect(kind string) (descriptors.Dialect, bool) {
	name := map[string]string{"commands": f.Commands, "skills": f.Skills, "agents": f.Agents}[kind]
	dialects, _ := f.source()
	d, ok := dialects[name]
	return d, ok
}

// source is the dialects and tools that the form is taken from.
func (f form) source() (map[string]descriptors.Dialect, descriptors.Tools) {
	id := f.From
	if id == "" {
		id = f.Host
	}
	if s, ok := descriptors.SharedByID(id); ok {
		return s.Dialects, s.Tools
	}
	h, _ := descriptors.Get(id)
	return h.Dialects, toolsOf(h)
}

// toolsOf are a host's tools as one that is not the native host writes them: each name that
// the native one keeps is its own there.
func toolsOf(h descriptors.Host) descriptors.Tools {
	if !h.Text.Native {
		return h.Tools
	}
	t := descriptors.Tools{
		Agent: map[string]string{}, Matcher: map[string]string{},
		AgentMCP: h.Tools.AgentMCP, AgentMCPAny: h.Tools.AgentMCPAny,
		MatcherMCP: h.Tools.MatcherMCP, MatcherMCPAny: h.Tools.MatcherMCPAny, Source: h.Tools.Source,
	}
	gone := map[string]bool{}
	for _, name := range h.Tools.Gone {
		gone[name] = true
	}
	for _, name := range descriptors.SourceTools() {
		if !gone[name] {
			t.Agent[name], t.Matcher[name] = name, name
		}
	}
	for name, is := range h.Tools.Agent {
		t.Agent[name] = is
	}
	for name, is := range h.Tools.Matcher {
		t.Matcher[name] = is
	}
	return t
}
