package pack

import (
	"bytes"
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
		if servers[i].Name == servers[i-1].Name {
			rd.problem(servers[i].Source, 0, "MCP server %q is also in %s", servers[i].Name, servers[i-1].Source)
		}
	}
}

// serverFile reads {"mcpServers": {name: entry}}, or the inner object alone.
func (rd *reader) serverFile(source string, data []byte) {
	var entries map[string]json.RawMessage
	if !decodeJSON(source, data, &entries, &rd.report) {
		return
	}
	if inner, ok := entries["mcpServers"]; ok {
		entries = nil
		if !decodeJSON(source, inner, &entries, &rd.report) {
			return
		}
	}
	for name, entry := range entries {
		var config bytes.Buffer
		if err := json.Compact(&config, entry); err != nil || config.Len() == 0 || config.Bytes()[0] != '{' {
			rd.problem(source, 0, "MCP server %q: want an object", name)
			continue
		}
		rd.pack.Servers = append(rd.pack.Servers, Server{name, config.Bytes(), source})
	}
}
