package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// spelling is how prose is written for one reader: a host's own files, or the
// files in a shared folder. Its passes find candidates with plain searches and
// look at what stands around them; a body's own "$1" never means anything.
type spelling struct {
	// id is equal for equal spellings.
	id string
	// prefix is the pack's.
	prefix string
	scope  plan.Scope
	text   descriptors.Text
	// said are the lines that the agreement with the host asks for; none in a shared folder,
	// whose texts are for hosts of all kinds.
	said []said
	// passive reports that the host's model is only instructed, so that no file of a pack
	// names another, but in the format of packs itself.
	passive bool
	// pin is what agents are to run with, its effort as the host spells it.
	pin Pin
	// words maps tool names in prose; nil leaves them.
	words                   map[string]string
	payload, skills, config place
	// pluginRoot is the folder below the payload that a plugin's root variable means.
	pluginRoot string
	tops       []string
	aliases    []pack.Alias
	// source is the host whose words the pack's texts use.
	source descriptors.Host
	// commands are the pack's commands by how texts may call them.
	commands map[string]command
	// servers are the pack's MCP servers as tools are called: "mcp__NAME".
	servers []string
	// intros are what a mention begins with, without the slash: "gsd:", "gsd-";
	// longest first.
	intros []string
}

// command is a known command as it is called here.
type command struct{ called, bare string }

// finish fills in what follows from the rest.
func (sp spelling) finish(p *pack.Pack) *spelling {
	sp.prefix, sp.commands = p.Prefix, map[string]command{}
	for _, s := range p.Servers {
		sp.servers = append(sp.servers, "mcp__"+s.Name)
	}
	plugin := p.Name[strings.LastIndex(p.Name, "/")+1:]
	for i := range p.Items {
		it := &p.Items[i]
		if it.Kind != pack.Command {
			continue
		}
		called := layout.Names(p.Prefix, it).Fill(sp.text.Command)
		c := command{called, strings.TrimLeft(called, "/$")}
		for _, way := range []string{
			it.Name, p.Prefix + ":" + it.Short, p.Prefix + ":" + it.Name,
			plugin + ":" + it.Short, plugin + ":" + it.Stem,
		} {
			if _, taken := sp.commands[way]; !taken {
				sp.commands[way] = c
			}
		}
	}
	sp.intros = []string{p.Prefix + ":", p.Prefix + "-"}
	if plugin != "" && plugin != p.Prefix {
		sp.intros = append(sp.intros, plugin+":")
	}
	slices.SortStableFunc(sp.intros, func(a, b string) int { return len(b) - len(a) })
	sp.id = fmt.Sprintf("%p %q %q %q %q %q %+v %q %q %v %+v", p, sp.scope, sp.payload.shown(), sp.payload.local,
		sp.skills.shown(), sp.config.shown(), sp.text, sortedPairs(sp.words), sp.said, sp.passive, sp.pin)
	return &sp
}

func sortedPairs(m map[string]string) []string {
	pairs := make([]string, 0, len(m))
	for k, v := range m {
		pairs = append(pairs, k+"="+v)
	}
	slices.Sort(pairs)
	return pairs
}

// prose respells a whole text.
func (sp *spelling) prose(b []byte) []byte {
	s := string(b)
	if out := sp.respell(s); out != s {
		return []byte(out)
	}
	return b
}

// respell runs the passes.
func (sp *spelling) respell(s string) string { return run(sp.passes(), s) }

// line respells a single value, a description or a hint: a host expands no arguments
// there.
func (sp *spelling) line(s string) string { return run(sp.linePasses(), s) }

// passes are those of a text, in their order.
func (sp *spelling) passes() []pass {
	return append(sp.linePasses(), pass{rule: "arguments", field: "text.arguments", do: sp.arguments})
}

// linePasses are the passes of any value. Paths come first, so that no later pass takes a part
// of one for something else.
func (sp *spelling) linePasses() []pass {
	return []pass{
		{rule: "path", field: "configHome", do: sp.paths},
		{rule: "command-mention", field: "text.commandStyle", do: sp.mentions},
		{rule: "instruction-file", field: "text.instructionFile", do: sp.instructionFile},
		{rule: "tool-name", field: "tools", do: sp.toolWords},
	}
}
