package pack

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
)

// readPlugin makes a manifest of a Claude Code plugin's plugin.json. A path under
// commands or agents replaces the folder of that name, one under skills, hooks or
// mcpServers adds to it: https://code.claude.com/docs/en/plugins/components.
func readPlugin(t *tree, f file, r *report) *manifest {
	data, err := t.read(f)
	if err != nil {
		r.problem(pluginFile, 0, "%v", reason(err))
		return nil
	}
	var p struct {
		Name       string          `json:"name"`
		Version    string          `json:"version"`
		Commands   json.RawMessage `json:"commands"`
		Agents     json.RawMessage `json:"agents"`
		Skills     json.RawMessage `json:"skills"`
		Hooks      json.RawMessage `json:"hooks"`
		MCPServers json.RawMessage `json:"mcpServers"`
	}
	if !decodeJSON(pluginFile, data, &p, r) {
		return nil
	}
	m := &manifest{Name: p.Name, Version: p.Version, file: pluginFile, rest: true}
	m.version = jsonKey(pluginFile, string(data), "version")
	m.Commands = pluginFolders(p.Commands, "commands", r)
	m.Agents = pluginFolders(p.Agents, "agents", r)
	if skills := pluginFolders(p.Skills, "skills", r); skills != nil {
		m.Skills = append([]folder{{From: "skills", optional: true}}, skills...)
	}
	m.hookFiles, m.hookText = pluginFiles(data, p.Hooks, "hooks", r)
	m.serverFiles, m.serverText = pluginFiles(data, p.MCPServers, "mcpServers", r)
	return m
}

// pluginFolders reads a path or a list of paths; nil if there is none.
func pluginFolders(raw json.RawMessage, key string, r *report) []folder {
	var folders []folder
	for _, p := range pluginPaths(raw, key, r) {
		folders = append(folders, folder{From: p})
	}
	return folders
}

// pluginFiles reads a path, a list of paths, or what such a file would hold; that
// comes after as many empty lines as there are before it in the manifest, so
// that its lines are those of the manifest.
func pluginFiles(manifest []byte, raw json.RawMessage, key string, r *report) (files []string, text []byte) {
	if len(raw) > 0 && raw[0] == '{' {
		before := bytes.Count(manifest[:max(bytes.Index(manifest, raw), 0)], []byte("\n"))
		return nil, append(bytes.Repeat([]byte("\n"), before), raw...)
	}
	return pluginPaths(raw, key, r), nil
}

// pluginPaths reads one path or a list of them, relative to the plugin's root.
func pluginPaths(raw json.RawMessage, key string, r *report) []string {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	var one string
	var list []string
	if json.Unmarshal(raw, &one) == nil {
		list = []string{one}
	} else if json.Unmarshal(raw, &list) != nil {
		r.problem(pluginFile, 0, "%s: want a path or a list of paths", key)
		return nil
	}
	var paths []string
	for _, p := range list {
		clean := strings.TrimRight(strings.TrimPrefix(p, "./"), "/")
		if clean == "" && strings.HasPrefix(p, ".") {
			clean = "."
		}
		if !fs.ValidPath(clean) || strings.Contains(clean, `\`) {
			r.problem(pluginFile, 0, "%s: %q leads out of the plugin", key, p)
			continue
		}
		paths = append(paths, clean)
	}
	return paths
}
