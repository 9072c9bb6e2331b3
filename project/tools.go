package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// grant is what a source allows or denies its agent: tool names as written.
// present is false where the source says nothing, which means everything.
type grant struct {
	names   []string
	present bool
}

// granted reads the source's own list of tools, in any of its three forms: a
// comma string, a block list, a flow list.
func (o *output) granted() grant {
	g := o.readGrant(grantKeys...)
	if slices.Contains(g.names, "*") {
		return grant{}
	}
	return g
}

// denied reads the source's list of tools that are not to be used.
func (o *output) denied() grant { return o.readGrant(denyKeys...) }

// grantKeys and denyKeys are where a source says which tools it may use, and which not.
var grantKeys, denyKeys = metaKeys["tools"], metaKeys["denied-tools"]

func (o *output) readGrant(keys ...string) grant {
	for _, key := range keys {
		v, _ := o.Item.Meta.Get(key)
		if v.List != nil {
			return grant{v.List, true}
		}
		if names := splitTop(v.Text); len(names) > 0 {
			return grant{names, true}
		}
	}
	return grant{}
}

// tools maps the granted tools to the host's, in the source's order, each once;
// denied ones are left out where the host cannot deny, and with them those of which the
// host has no tool that is not a denied one's too. A grant of which nothing is left is an
// error: the host would give no tools, or drop the agent.
func (o *output) tools() ([]string, bool, error) {
	g := o.granted()
	if !g.present {
		return nil, false, nil
	}
	names := g.names
	var denied []string
	if !o.has("denied-tools") {
		names, denied = allowed(names, o.denied().names), o.deniedIDs()
	}
	mapped, along := []string{}, ""
	for _, name := range names {
		id, ok := o.mapTool(name)
		if !ok {
			o.lose("tool-lost", name, o.lineOf(grantKeys...))
			continue
		}
		left := without(strings.Split(id, "|"), denied)
		if len(left) == 0 {
			along = ", which would give it what it denies"
		}
		for _, one := range left {
			if !slices.Contains(mapped, one) {
				mapped = append(mapped, one)
			}
		}
	}
	if len(mapped) == 0 && len(g.names) > 0 {
		names := strings.Join(g.names, ", ") + along
		return nil, false, &ItemError{
			Rule: "tools-none", Source: plan.Source{Path: o.Item.Source, Start: o.lineOf(grantKeys...)},
			Message: fmt.Sprintf("%s has none of its tools: %s", o.host.Title, names),
			General: fmt.Sprintf("the host has none of its tools: %s", names),
		}
	}
	return mapped, true, nil
}

// splitPattern splits a tool's name from the pattern behind it, as in "Bash(git *)"; the
// pattern is empty if there is none.
func splitPattern(name string) (base, pattern string) {
	if i := strings.IndexByte(name, '('); i > 0 {
		return strings.TrimSpace(name[:i]), name[i:]
	}
	return name, ""
}

// mapTool finds the host's id of a tool. Where the format is the host's own, a name
// that we do not know is kept, and a pattern behind the name, as in "Bash(git *)".
func (o *output) mapTool(name string) (string, bool) {
	base, pattern := splitPattern(name)
	id, ok := o.agentTool(base)
	switch {
	case !ok || pattern == "":
		return id, ok
	case o.host.Text.Native:
		return id + pattern, true
	default:
		o.lose("tool-widened", name, o.lineOf(grantKeys...))
		return id, true
	}
}

// agentTool finds the host's id of a tool without a pattern, ids split by "|" if it is
// several there.
func (o *output) agentTool(base string) (string, bool) {
	tools := o.host.Tools
	if strings.HasPrefix(base, "mcp__") {
		return mcpTool(mcpName(tools, base), tools.AgentMCP, tools.AgentMCPAny, tools.AgentMCPAnyOf)
	}
	return toolID(o.host, tools.Agent, base)
}

// ids are the host's ids of a tool, whatever the pattern behind its name.
func (o *output) ids(name string) []string {
	base, _ := splitPattern(name)
	if id, ok := o.agentTool(base); ok {
		return strings.Split(id, "|")
	}
	return nil
}

// toolID looks a tool up in one of the host's maps.
func toolID(host descriptors.Host, ids map[string]string, name string) (string, bool) {
	if id, ok := ids[name]; ok {
		return id, true
	}
	return name, host.Text.Native && !slices.Contains(host.Tools.Gone, name)
}

// mcpTool spells mcp__server__tool by a template, and mcp__server and
// mcp__server__* by the one for all of a server's tools, if the server's name
// is one that this can name.
func mcpTool(name, one, all, allOf string) (string, bool) {
	server, tool, _ := strings.Cut(strings.TrimPrefix(name, "mcp__"), "__")
	template := one
	if tool == "" || tool == "*" {
		template = all
		if allOf != "" && !regexp.MustCompile("^(?:"+allOf+")$").MatchString(server) {
			return "", false
		}
	}
	return strings.NewReplacer("{server}", server, "{tool}", tool).Replace(template), template != ""
}

// noWord is what an id has "_" for where it is made of words.
var noWord = regexp.MustCompile("[^A-Za-z0-9_*]")

// mcpName is mcp__server__tool with both names as a host has them.
func mcpName(tools descriptors.Tools, name string) string {
	if !tools.MCPWords {
		return name
	}
	return noWord.ReplaceAllString(name, "_")
}

// source are the tools of the format that packs are written in.
func (o *output) source() descriptors.Tools { return o.spelling.source.Tools }

// writers are the tools that change files.
func (o *output) writers() []string { return slices.Concat(o.source().Write, o.source().WriteToo) }

// changers are the tools that change anything.
func (o *output) changers() []string { return slices.Concat(o.source().Run, o.writers()) }

// sandbox is the sandbox an agent needs: one that may write if a tool that
// changes files is granted, a reading one if a list grants none or the usual
// ones are denied, and none said where the source says nothing.
func (o *output) sandbox() string {
	denied := o.denied().names
	g := o.granted()
	if !g.present {
		if len(without(o.source().Write, denied)) == 0 {
			return "read-only"
		}
		return ""
	}
	if grantsAny(allowed(g.names, denied), o.writers()) {
		return "workspace-write"
	}
	return "read-only"
}

// readonly reports whether a list grants nothing that can change anything.
func (o *output) readonly() bool {
	g := o.granted()
	return g.present && !grantsAny(allowed(g.names, o.denied().names), o.changers())
}

// grantsAny reports whether one of the names, with a pattern or not, is of a tool among wanted.
func grantsAny(names, wanted []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		base, _ := splitPattern(name)
		return slices.Contains(wanted, base)
	})
}

// HookCanName reports whether a hook can be limited to a tool on a host that has a place for
// hooks in a scope.
func HookCanName(h descriptors.Host, s plan.Scope, tool string) bool {
	r, ok := registrationOf(Input{Host: h, Scope: s, Pack: &pack.Pack{}})
	if ok {
		_, ok = HookTool(r.reader, tool)
	}
	return ok
}

// HookTool finds the host's id of a tool in a hook matcher, ids split by "|" if it is several
// there. That of all of a server's tools is a regular expression.
func HookTool(host descriptors.Host, name string) (string, bool) {
	if t := host.Tools; strings.HasPrefix(name, "mcp__") {
		return mcpTool(mcpName(t, name), t.MatcherMCP, t.MatcherMCPAny, "")
	}
	return toolID(host, host.Tools.Matcher, name)
}
