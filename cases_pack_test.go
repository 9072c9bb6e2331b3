package gsdinstall_test

// tinyPack is the pack that every case starts from; a case's setup adds to it.
var tinyPack = map[string]string{
	"pack.toml": `name = "gsd"
version = "1.0.0"
prefix = "gsd"
home = ""

[[payload]]
from = "pack"

[[payload]]
from = "hooks"
include = ["*.sh", "*.js"]
exec = ["*.sh"]
`,
	"commands/help.md":      "---\nname: help\ndescription: Lists what there is\nargument-hint: \"[topic]\"\n---\nSay what there is about $ARGUMENTS.\n",
	"agents/gsd-planner.md": "---\nname: gsd-planner\ndescription: Plans\ntools: Read, Grep\n---\nYou plan.\n",
	"pack/x.md":             "# X\n",
	"pack/workflows/w.md":   "# W\n",
	"rules/gsd-dates.md":    "---\ndescription: How dates look\nglobs:\n  - \"**/*.md\"\n---\nDates are 2026-01-31.\n",
	"hooks/start.sh":        "#!/bin/sh\necho 'gsd is here'\n",
	"hooks/guard.js":        "#!/usr/bin/env node\nprocess.stdout.write(JSON.stringify({systemMessage: 'seen'}));\n",
	"hooks/hooks.json":      tinyHooks,
	".mcp.json":             `{"mcpServers": {"gsd-notes": {"command": "gsd-notes", "args": ["--stdio"]}}}`,
}

// tinyHooks has one hook that prints text and one, for two tools, that prints JSON.
const tinyHooks = `{
  "hooks": {
    "SessionStart": [
      {"hooks": [{"type": "command", "command": "sh \"${CLAUDE_PLUGIN_ROOT}/hooks/start.sh\"", "timeout": 5}]}
    ],
    "PreToolUse": [
      {"matcher": "Write|Edit", "hooks": [{"type": "command", "command": "node \"${CLAUDE_PLUGIN_ROOT}/hooks/guard.js\"", "timeout": 10}]}
    ]
  }
}
`
