package project

import (
	"maps"
	"slices"
	"strings"
)

// allowed are the names that are not denied. A denied tool is so with all its patterns, and a
// denied server with all its tools; a denied pattern leaves the rest of its tool.
func allowed(names, denied []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		base, _ := splitPattern(name)
		return slices.ContainsFunc(denied, func(d string) bool { return d == name || covers(d, base) })
	})
}

// left are the granted names that are not denied.
func (o *output) left() []string { return allowed(o.granted().names, o.denied().names) }

// covers reports whether one name stands for the tool of another: it is the same, or all
// tools of a server.
func covers(name, other string) bool {
	server, ok := wholeServer(name)
	return name == other || ok && strings.HasPrefix(other+"__", "mcp__"+server+"__")
}

// wholeServer is the server of a name that stands for all its tools.
func wholeServer(name string) (string, bool) {
	rest, ok := strings.CutPrefix(name, "mcp__")
	server, tool, _ := strings.Cut(rest, "__")
	return server, ok && (tool == "" || tool == "*")
}

// deniedTools maps the denied tools to the host's, each once. A pattern that the host cannot
// deny is lost, since without it all of the tool would be denied.
func (o *output) deniedTools() []string {
	var mapped []string
	for _, name := range o.denied().names {
		if _, pattern := splitPattern(name); pattern != "" && !o.host.Text.Native {
			o.lose("denied-tool-lost", name, o.lineOf(denyKeys...))
			continue
		}
		id, ok := o.mapTool(name)
		if !ok {
			o.lose("denied-tool-lost", name, o.lineOf(denyKeys...))
			continue
		}
		for one := range strings.SplitSeq(id, "|") {
			if !slices.Contains(mapped, one) {
				mapped = append(mapped, one)
			}
		}
	}
	return mapped
}

// wholly are the denied names without a pattern, which are denied altogether.
func (o *output) wholly() []string {
	return slices.DeleteFunc(slices.Clone(o.denied().names), func(name string) bool {
		_, pattern := splitPattern(name)
		return pattern != ""
	})
}

// deniedIDs are the host's ids of what is denied altogether.
func (o *output) deniedIDs() []string {
	var ids []string
	for _, name := range o.wholly() {
		ids = append(ids, o.ids(name)...)
	}
	return ids
}

// deniedWithin are the host's ids of denied tools that a granted one stands for in a
// permission map.
func (o *output) deniedWithin() []string {
	var given, ids []string
	for _, name := range o.left() {
		given = append(given, o.ids(name)...)
	}
	denied := o.deniedIDs()
	given = without(given, denied)
	for _, id := range denied {
		if anyStandsFor(given, id) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// loseDenied notes the denied tools that the dialect does not keep away, and the tools that
// go with denied ones. A list of tools leaves them out, and a reading sandbox denies what
// writes.
func (o *output) loseDenied() {
	granted := o.granted().present
	if !o.host.Text.Native && (o.has("denied-tools") || o.has("tools") && granted || o.permits()) {
		o.loseAlong()
	}
	if o.has("denied-tools") || o.permits() && !granted {
		return
	}
	kept := o.keptAway()
	for _, name := range o.denied().names {
		if !kept(name) {
			o.lose("denied-tool-lost", name, o.lineOf(denyKeys...))
		}
	}
}

// loseAlong notes of each denied tool which others the agent does not get, since the host has
// one tool for both, or one id that stands for both.
func (o *output) loseAlong() {
	others, denied := o.others(), o.deniedIDs()
	for _, name := range o.wholly() {
		ids := o.ids(name)
		along := slices.DeleteFunc(slices.Clone(others), func(other string) bool {
			its := o.ids(other)
			return len(its) == 0 || len(o.beside(its, denied)) > 0 || len(o.beside(its, ids)) == len(its) || o.sameTool(name, other)
		})
		if len(along) > 0 {
			o.lose("denied-tool-widened", name+" without "+strings.Join(along, ", "), o.lineOf(denyKeys...))
		}
	}
}

// beside are the ids that are left beside denied ones. In a permission map without a grant
// nothing stands behind these.
func (o *output) beside(ids, denied []string) []string {
	if !o.permits() || o.granted().present {
		return without(ids, denied)
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return anyStandsFor(denied, id) })
}

// others are the tools that the source does not deny: those that it grants, or if it grants
// everything all that there are and the pack's own servers.
func (o *output) others() []string {
	names := o.granted().names
	if !o.granted().present {
		names = slices.Concat(without(slices.Sorted(maps.Keys(o.host.Tools.Agent)), o.source().Gone), o.spelling.servers)
	}
	var bases []string
	for _, name := range allowed(names, o.denied().names) {
		if base, _ := splitPattern(name); !slices.Contains(bases, base) {
			bases = append(bases, base)
		}
	}
	return bases
}

// sameTool reports whether two names are of one tool of the source's format.
func (o *output) sameTool(a, b string) bool {
	names := o.source().Dispatch
	return slices.Contains(names, a) && slices.Contains(names, b)
}

// keptAway tells which denied tools the agent does not get anyway.
func (o *output) keptAway() func(string) bool {
	among := func(tools []string) func(string) bool {
		return func(name string) bool { return grantsAny([]string{name}, tools) }
	}
	if g := o.granted(); o.has("tools") && g.present {
		return o.notGiven()
	}
	if o.has("sandbox") && o.sandbox() == "read-only" {
		return among(o.writers())
	}
	if o.has("readonly") && o.readonly() {
		return among(o.changers())
	}
	return func(string) bool { return false }
}

// notGiven tells which denied tools a list of what is left does not give: it gives those that
// the host has an id of in the list, where only a part of a tool or of a server is denied.
func (o *output) notGiven() func(string) bool {
	left, denied := o.left(), o.deniedIDs()
	return func(name string) bool {
		base, pattern := splitPattern(name)
		if pattern == "" && o.permits() {
			return true
		}
		ids := o.ids(name)
		return !slices.ContainsFunc(left, func(g string) bool {
			given := without(o.ids(g), denied)
			other, _ := splitPattern(g)
			among := len(without(given, ids)) < len(given) || o.permits() && slices.ContainsFunc(ids, func(id string) bool { return anyStandsFor(given, id) })
			return len(given) > 0 && (covers(other, base) || among)
		})
	}
}
