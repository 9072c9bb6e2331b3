package pack

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlugin(t *testing.T) {
	p := mustRead(t, map[string]string{
		".claude-plugin/plugin.json": `{
			"name": "deploy-kit", "version": "2.1.0", "author": {"name": "A"},
			"commands": ["./extra/", "./one.md"], "skills": "./more/skills", "agents": "./people/",
			"hooks": "./config/hooks.json", "mcpServers": {"inline": {"command": "${CLAUDE_PLUGIN_ROOT}/server.js"}}
		}`,
		".claude-plugin/marketplace.json": "{}",
		"package.json":                    `{"name": "@x/other", "version": "9.9.9", "type": "module"}`,
		"commands/default.md":             "# Replaced by the manifest\n",
		"extra/ship.md":                   "# Ship\n\nRun `${CLAUDE_PLUGIN_ROOT}/skills/a/run.py` and read ${CLAUDE_PLUGIN_ROOT}/people/\n",
		"one.md":                          "# One\n",
		"people/p.md":                     "You are p.\n",
		"skills/a/SKILL.md":               "# A\n", "skills/a/run.py": "#!/usr/bin/python3\n", "skills/a/notes.md": "n\n",
		"more/skills/b/SKILL.md": "# B\n",
		"hooks/hooks.json":       `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/bin/stop"}]}]}}`,
		"config/hooks.json":      `{"hooks": {"SessionStart": [{"matcher": "startup", "hooks": [{"type": "command", "command": "echo ${CLAUDE_PLUGIN_ROOT}"}]}]}}`,
		"bin/stop":               "#!/bin/sh\n",
		"server.js":              "x\n", "LICENSE": "x\n", "README.md": "x\n", ".gitignore": "x\n", ".git/HEAD": "x", "lib/node_modules/y": "x", "lib/.keep": "",
	})
	want := []string{
		"command deploy-kit-one one: One",
		"command deploy-kit-ship ship: Ship",
		"agent p p: You are p.",
		"skill a a: A",
		"  notes.md prose x=false",
		"  run.py  x=true",
		"skill b b: B",
		"payload deploy-kit/LICENSE  x=false",
		"payload deploy-kit/README.md prose x=false",
		"payload deploy-kit/bin/stop  x=true",
		"payload deploy-kit/commands/default.md prose x=false",
		"payload deploy-kit/lib/.keep  x=false",
		"payload deploy-kit/package.json  x=false",
		"payload deploy-kit/server.js  x=false",
		"payload deploy-kit/skills/a/run.py  x=true",
		"alias bin deploy-kit/bin",
		"alias lib deploy-kit/lib",
		`hook Stop [] "" sh deploy-kit/bin/stop [] "" 0 json`,
		`hook SessionStart [] "startup"   [] "echo ${CLAUDE_PLUGIN_ROOT}" 0 text`,
		`server inline {"command":"${CLAUDE_PLUGIN_ROOT}/server.js"}`,
	}
	if diff := cmp.Diff(want, describePack(p)); diff != "" {
		t.Error(diff)
	}
	if p.Name != "deploy-kit" || p.Version != "2.1.0" || p.Prefix != "deploy-kit" || p.Home != "deploy-kit" {
		t.Errorf("%s %s %s %s", p.Name, p.Version, p.Prefix, p.Home)
	}
}

func TestPluginDefaults(t *testing.T) {
	p := mustRead(t, with(good, ".claude-plugin/plugin.json", `{"name": "My Plugin"}`, "package.json", `{"name": "x", "version": "1.0.0"}`))
	if p.Name != "My Plugin" || p.Prefix != "my-plugin" || p.Version != "1.0.0" || p.Items[0].Name != "my-plugin-x" {
		t.Errorf("%s %s %s %s", p.Name, p.Prefix, p.Version, p.Items[0].Name)
	}
}

func TestPluginRefused(t *testing.T) {
	tests := []struct {
		json string
		want []string
	}{
		{"{\"name\": \"x\",\n}", []string{".claude-plugin/plugin.json:2: invalid character '}' looking for beginning of object key string"}},
		{`{"name": "x", "commands": "../up", "agents": ["/etc"], "skills": 7}`, []string{
			`.claude-plugin/plugin.json: agents: "/etc" leads out of the plugin`,
			`.claude-plugin/plugin.json: commands: "../up" leads out of the plugin`,
			".claude-plugin/plugin.json: skills: want a path or a list of paths",
		}},
		{`{"name": "x", "commands": "./nowhere", "hooks": "./h.json", "mcpServers": ["./m.json"]}`, []string{
			`.claude-plugin/plugin.json: commands: "nowhere" is not in the pack`,
			`.claude-plugin/plugin.json: hooks: "h.json" is not in the pack`,
			`.claude-plugin/plugin.json: mcpServers: "m.json" is not in the pack`,
		}},
		{"{\"name\": \"x\",\n\"hooks\": {\n\"Stop\": [{\"hooks\": [\n{\"type\": \"command\"}]}]},\n\"mcpServers\": {\n\"s\": 1}}", []string{
			`.claude-plugin/plugin.json:3: hook for Stop: want a command`,
			`.claude-plugin/plugin.json:6: MCP server "s": want an object`,
		}},
	}
	for _, tt := range tests {
		_, err := Read(mapFS(with(good, ".claude-plugin/plugin.json", tt.json)), "/packs/tiny")
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", tt.json, err)
			continue
		}
		if diff := cmp.Diff(tt.want, messages(e.Problems)); diff != "" {
			t.Errorf("%s: %s", tt.json, diff)
		}
	}
}
