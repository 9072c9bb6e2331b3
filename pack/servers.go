package pack

import (
	"encoding/json"
	"sort"
)

// servers reads the MCP servers: of .mcp.json at the top, and of what a plugin's
// manifest names or holds.
func (rd *reader) servers() {
	if rd.man.Package != "" {
		return
	}
	for i, name := range append([]string{serversFile}, rd.man.serverFiles...) {
		f, ok := rd.find(name, &rd.report)
		if !ok {
			if i > 0 {
				rd.problem(rd.man.file, 0, "mcpServers: %q is not in the pack", name)
			}
			continue
		}
		if data, ok := rd.use(f); ok {
			rd.serverFile(name, data)
		}
	}
	if rd.man.serverText != nil {
		rd.serverFile(rd.man.file, rd.man.serverText)
	}
	servers := rd.pack.Servers
	sort.SliceStable(servers, func(i, j int) bool { return servers[i].Name < servers[j].Name })
	for i := 1; i < len(servers); i++ {
		if a, b := servers[i-1], servers[i]; a.Name == b.Name {
			rd.problem(b.Source, b.Line, "MCP server %q is also on line %d of %s", b.Name, a.Line, a.Source)
		}
	}
}

// serverFile reads {"mcpServers": {name: entry}}, or the inner object alone.
func (rd *reader) serverFile(source string, data []byte) {
	text, ok := decodeText(source, data, &rd.report)
	if !ok {
		return
	}
	var valid map[string]json.RawMessage
	if !decodeJSON(source, []byte(text), &valid, &rd.report) {
		return
	}
	entries, _ := members(text, 0)
	if outer, ok := lookup(entries, "mcpServers"); ok {
		if entries, ok = members(string(outer.value), outer.from); !ok && string(outer.value) != "null" {
			rd.problem(source, lineAt(text, outer.at), "mcpServers: want an object of servers")
			return
		}
	}
	for _, e := range entries {
		if s, ok := rd.server(source, text, e); ok {
			rd.pack.Servers = append(rd.pack.Servers, s)
		}
	}
}
