package lint

import "strings"

// ruleCase is what a rule finds in files beside a command and an agent that are in order.
type ruleCase struct {
	rule  string
	files files
	// want are the findings, as lines spells them; "[*]" is any hosts.
	want []string
	// always reports that a pack in order has findings of the rule too.
	always bool
}

// files are files by path.
type files map[string]string

// file is one file.
func file(name, text string) files { return files{name: text} }

// and adds a file.
func (f files) and(name, text string) files {
	f[name] = text
	return f
}

// long is a text of n letters.
func long(n int) string { return strings.Repeat("x", n) }

var ruleCases = []ruleCase{
	// Errors.
	{rule: "body-empty", files: file("commands/none.md", "---\ndescription: x\n---\n"), want: []string{"commands/none.md:4 the command has no text after its frontmatter [all]"}},
	{rule: "body-limit", files: file("rules/long.md", "---\nalwaysApply: true\n---\n"+long(12001)+"\n"), want: []string{"rules/long.md:4 the body has 12002 characters; the most is 12000 [*]"}},
	{rule: "body-short", files: file("agents/go.md", "---\nname: go\ndescription: x\n---\n\nGo there\n"), want: []string{"agents/go.md:5 the body has 8 characters; with less than 10 the host drops it [*]"}},
	{rule: "frontmatter-broken", files: file("commands/open.md", "---\ndescription: x\nPlan.\n"), want: []string{"commands/open.md:1 the frontmatter that opens here has no closing line \"---\" [all]"}},
	{rule: "hook-broken", files: file("hooks/hooks.json", "{\"hooks\": {\"Stop\": [{\"hooks\": [\n{\"type\": \"command\"}]}]}}"), want: []string{"hooks/hooks.json:1 hook for Stop: want a command [all]"}},
	{rule: "hook-broken", files: file("hooks/hooks.json", "{\"hooks\": {\"PreToolUse\": [{\n\"matcher\": \"(((\", \"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}}"), want: []string{"hooks/hooks.json:2 hook for PreToolUse: the matcher \"(((\" is no regular expression: missing closing ) [all]"}},
	{rule: "hook-event", files: file("hooks/hooks.json", "{\"hooks\": {\n\"SessionStarted\": [{\"hooks\": [\n{\"type\": \"command\", \"command\": \"true\"}]}]}}"), want: []string{"hooks/hooks.json:3 there is no event \"SessionStarted\"; the hook never runs [all]"}},
	{rule: "hook-script", files: file("hooks/hooks.json", "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"sh ${CLAUDE_PLUGIN_ROOT}/none.sh\"}]}]}}"), want: []string{"hooks/hooks.json:1 hook for Stop: there is no script \"trip/none.sh\" in the payload [all]"}},
	{rule: "item-lost", files: file("agents/s.md", "---\nname: main\ndescription: x\n---\nLook.\n"), want: []string{"agents/s.md:2 agent main is left out: the host keeps this name for itself [*]"}},
	{rule: "manifest-mismatch", files: file("pack.toml", "[[payload]]\nfrom = \"none\"\n"), want: []string{"pack.toml:4 payload: \"none\" is not in the pack [all]"}},
	{rule: "name-refused", files: file("commands/---.md", command), want: []string{"commands/---.md:0 command name \"---\" has no letter from a to z and no digit [all]"}},
	{rule: "name-twice", files: files{
		"pack.toml":               "[[agents]]\nfrom = \"agents\"\nexclude = [\"*.short.md\"]\n",
		"agents/scout.short.md":   "---\ndescription: Looks.\nname: scout\n---\nLook.\n",
		"agents/another.short.md": "---\ndescription: Looks.\nname: other\n---\nLook.\n",
	}, want: []string{"agents/scout.short.md:3 agent \"scout\" is also the name of agents/scout.md; the pack leaves this one out, who reads the folder takes either or both [all]"}},
	{rule: "not-utf8", files: file("commands/odd.md", "---\ndescription: x\n---\n\xff\n"), want: []string{"commands/odd.md:4 invalid UTF-8 at byte offset 23 (byte 0xFF) [all]"}},
	{rule: "pack-broken", files: file("pack.toml", "colour = \"red\"\n"), want: []string{"pack.toml:4 unknown key \"colour\" [all]"}},
	{rule: "place-refused", files: file("agents/aux.md", "---\nname: aux\ndescription: x\n---\nLook at it.\n").and("skills/map/a:b.md", "x\n"), want: []string{"agents/aux.md:0 aux is a device on Windows, with any extension [*]", "skills/map/a:b.md:0 a name cannot hold ':' [all]"}},
	{rule: "place-refused", files: file("pack.toml", "[[payload]]\nfrom = \"trip\"\nto = \"agents\"\n").and("trip/a.md", "x\n"), want: []string{"trip/a.md:0 agents are looked for there; give it another payload.to in pack.toml [all]"}},
	{rule: "place-taken", files: files{"trip/a.md": "x\n", "trip/A.md": "y\n", "pack.toml": "[[payload]]\nfrom = \"trip\"\n"}, want: []string{"trip/a.md:0 it and trip/A.md both go to trip/a.md; only case tells them apart [all]"}},
	{rule: "reference-missing", files: file("commands/ref.md", "---\ndescription: x\n---\n\nRead:\n@${CLAUDE_PLUGIN_ROOT}/docs/none.md\n@${CLAUDE_PLUGIN_ROOT}/docs/some.md and @README.md\n@${CLAUDE_PLUGIN_ROOT}/docs/{name}.md or `@${CLAUDE_PLUGIN_ROOT}/docs/not.md`\n").and("docs/some.md", "x\n"), want: []string{"commands/ref.md:6 @ reads in trip/docs/none.md, which the pack does not have [all]"}},
	{rule: "script-line-ends", files: file("bin/go.sh", "#!/bin/sh\r\ntrue\r\n").and("commands/run.md", "---\ndescription: x\n---\nRun ${CLAUDE_PLUGIN_ROOT}/bin/go.sh\n"), want: []string{"bin/go.sh:1 the script's lines end with CR LF, which a shell takes for a part of them [all]"}},
	{rule: "tools-none", files: file("agents/asker.md", "---\nname: asker\ndescription: x\ntools: RemoteTrigger\n---\nAsk.\n"), want: []string{"agents/asker.md:4 the host has none of its tools: RemoteTrigger [*]"}},
	{rule: "trigger-twice", files: file("skills/plan/SKILL.md", "---\nname: trip-plan\ndescription: x\n---\nPlan.\n"), want: []string{"skills/plan/SKILL.md:2 skill \"trip-plan\" is also the name of commands/plan.md [all]"}},

	// Warnings.
	{rule: "agent-unknown", files: file("commands/go.md", "---\ndescription: x\n---\nStart\nTask(subagent_type=\"trip-none\"), subagent_type: \"general-purpose\"\n"), want: []string{"commands/go.md:5 there is no agent trip-none [all]"}},
	{rule: "arguments-in-code", files: file("commands/go.md", "---\ndescription: x\n---\n```sh\nawk '{print $100}'\nawk '{print $2}'\n```\n"), want: []string{"commands/go.md:6 the host fills in $2, in code too, where a shell may mean its own [*]"}},
	{rule: "arguments-positional", files: file("commands/go.md", "---\ndescription: x\n---\nIt costs $5, $100 or $1.50.\n\nGo to $1.\n"), want: []string{"commands/go.md:6 the host does not fill in $1; it stays as it is [*]"}},
	{rule: "command-unknown", files: file("commands/go.md", "---\ndescription: x\n---\nThen /trip:none, /trip-plan, </trip:section>\n<!-- /trip:section -->\nor /trip-packing-list/x.\n"), want: []string{"commands/go.md:4 there is no command /trip:none [all]"}},
	{rule: "dashes", files: file("agents/odd.md", "---\nname: odd\ndescription: Looks --- again.\n---\nLook.\n"), want: []string{"agents/odd.md:3 description holds \"---\", where the host would end the frontmatter; it is written otherwise [*]"}},
	{rule: "denied-tool-lost", files: file("agents/no.md", "---\nname: no\ndescription: x\ndisallowedTools: WebSearch\n---\nLook.\n"), want: []string{"agents/no.md:4 the host cannot deny WebSearch [*]"}},
	{rule: "denied-tool-widened", files: file("agents/no.md", "---\nname: no\ndescription: x\ntools: Read, Edit\ndisallowedTools: Write\n---\nLook.\n"), want: []string{"agents/no.md:5 the host cannot deny Write without Edit [*]"}},
	{rule: "description-missing", files: file("commands/bare.md", "Say hello.\n"), want: []string{"commands/bare.md:0 no description: it gets \"Say hello.\" from its text [all]"}},
	{rule: "field-unread", files: file("commands/odd.md", "---\ndescription: x\nmood: good\n---\nPlan.\n"), want: []string{"commands/odd.md:3 the host takes no mood [all]"}},
	{rule: "frontmatter-loose", files: file("commands/odd.md", "---\nargument-hint: \"[x]\"\ndescription: this: that: [x\n---\nPlan.\n"), want: []string{"commands/odd.md:3 the value of description is no YAML; it is taken as it is written [all]"}},
	{rule: "hook-lost", files: file("hooks/hooks.json", "{\"hooks\": {\n\"FileChanged\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}}"), want: []string{
		"hooks/hooks.json:2 FileChanged hook \"true\": the host has no such event; it is left out [*]",
		"hooks/hooks.json:2 the host has no place for hooks in local scope [*]",
	}},
	{rule: "hook-type", files: file("hooks/hooks.json", "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"prompt\", \"prompt\": \"x\"}]}]}}"), want: []string{"hooks/hooks.json:1 hook for Stop: left out, it is of type \"prompt\" and only commands can be carried over [all]"}},
	{rule: "hook-widened", files: file("hooks/hooks.json", "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Write\", \"hooks\": [\n{\"type\": \"command\", \"command\": \"true\"}]}]}}"), want: []string{"hooks/hooks.json:2 PreToolUse hook \"true\": the host runs it for every tool, not only for Write [*]"}},
	{rule: "host-token", files: file("commands/odd.md", "---\ndescription: x\n---\n\nWrite @{x}.\n"), want: []string{"commands/odd.md:5 the host would expand @{ [*]"}},
	{rule: "machine-path", files: file("commands/odd.md", "---\ndescription: x\n---\nSee /home/kim-l/notes/x.md and /home/user/x.md and C:\\Users\\kim\\x, /home/.\n"), want: []string{
		"commands/odd.md:4 /home/kim-l is a path of one machine [all]", "commands/odd.md:4 C:/Users/kim is a path of one machine [all]",
	}},
	{rule: "mcp-key-lost", files: file(".mcp.json", "{\"mcpServers\": {\n\"s\": {\"command\": \"x\", \"timeout\": 5000}}}"), want: []string{".mcp.json:2 MCP server s: the host is not known to take timeout; it is left out [*]"}},
	{rule: "mcp-name-lost", files: file(".mcp.json", "{\"mcpServers\": {\n\"s t\": {\"command\": \"x\"}}}"), want: []string{".mcp.json:2 MCP server s t: the host takes no server of that name; it is left out [*]"}},
	{rule: "mcp-root-lost", files: file(".mcp.json", "{\"mcpServers\": {\n\"s\": {\"command\": \"${CLAUDE_PLUGIN_ROOT}/x\"}}}"), want: []string{".mcp.json:2 MCP server s: in local scope the host shares its file with a host that has the plugin's folder elsewhere, and the server names that folder; it is left out [*]"}},
	{rule: "mcp-token-lost", files: file(".mcp.json", "{\"mcpServers\": {\n\"s\": {\"command\": \"x\", \"args\": [\"{file:a}\"]}}}"), want: []string{".mcp.json:2 MCP server s: the host puts in something of its own for {file:; it is left out [*]"}},
	{rule: "mcp-transport-lost", files: file(".mcp.json", "{\"mcpServers\": {\n\"s\": {\"type\": \"sse\", \"url\": \"https://x.test\"}}}"), want: []string{".mcp.json:2 MCP server s: the host has no servers over sse; it is left out [*]"}},
	{rule: "mcp-variable-lost", files: file(".mcp.json", "{\"mcpServers\": {\n\"s\": {\"command\": \"x\", \"env\": {\"A\": \"${A}\"}}}}"), want: []string{
		".mcp.json:2 MCP server s: the host does not expand ${A} in env; it stays as it is [*]", ".mcp.json:2 MCP server s: the host is not known to expand ${A} in env; it stays as it is [*]",
	}},
	{rule: "name-builtin", files: file("skills/init/SKILL.md", "---\nname: init\ndescription: x\n---\nStart.\n"), want: []string{"skills/init/SKILL.md:2 the host has a skill of its own that is called init; one of the two hides the other [*]"}},
	{rule: "name-builtin", files: file("agents/general-purpose.md", "---\nname: general-purpose\ndescription: x\n---\nLook around.\n"), want: []string{"agents/general-purpose.md:2 the host has an agent of its own that is called general-purpose; one of the two hides the other [*]"}},
	{rule: "name-changed", files: file("agents/Big One.md", "---\ndescription: x\n---\nLook.\n"), want: []string{"agents/Big One.md:0 agent name \"Big One\" becomes \"big-one\" [all]"}},
	{rule: "path-missing", files: file("commands/go.md", "---\ndescription: x\n---\nRead `${CLAUDE_PLUGIN_ROOT}/docs/none.md`,\n`~/.claude/docs/other.md`, ~/.claude/docs/*.md,\n~/.claude/docs, ${CLAUDE_PLUGIN_ROOT}/docs/a.md.\n").and("docs/a.md", "x\n"), want: []string{
		"commands/go.md:4 it names trip/docs/none.md, which the pack does not have [all]", "commands/go.md:5 it names trip/docs/other.md, which the pack does not have [all]",
	}},
	{rule: "requires-unknown", files: file("commands/go.md", "---\ndescription: x\nrequires: [plan, none]\n---\nGo.\n"), want: []string{"commands/go.md:0 it requires the command \"none\", which the pack does not have [all]"}},
	{rule: "shortened", files: file("commands/go.md", "---\nargument-hint: \"[x]\"\ndescription: "+long(1025)+"\n---\nGo.\n"), want: []string{"commands/go.md:3 description is longer than 1024 characters; it is cut [*]"}},
	{rule: "token-unfilled", files: files{
		"pack.toml":  "[[payload]]\nfrom = \"bin\"\ntemplate = [\"a.sh\"]\n[tokens]\n\"{{VERSION}}\" = \"{version}\"\n",
		"bin/a.sh":   "echo {{VERSION}}\n",
		"bin/b.sh":   "#!/bin/sh\n# {{VERSION}}\necho {{VERSION}}\n",
		"bin/doc.md": "{{VERSION}}\n",
	}, want: []string{"bin/b.sh:3 {{VERSION}} is filled in in templates of the pack, and this file is none [all]"}},
	{rule: "tool-lost", files: file("agents/find.md", "---\nname: find\ndescription: x\ntools: Read, WebSearch\n---\nLook.\n"), want: []string{"agents/find.md:4 the host has no tool for WebSearch [*]"}},
	{rule: "tool-unknown", files: file("agents/find.md", "---\nname: find\ndescription: x\ntools: Read, Raed, Bash(git: *), mcp__x__y\n---\nLook.\n"), want: []string{"agents/find.md:4 there is no tool \"Raed\" in the words of packs [all]"}},
	{rule: "tool-widened", files: file("agents/git.md", "---\nname: git\ndescription: x\ntools: Bash(git *)\n---\nLook.\n"), want: []string{"agents/git.md:4 the host cannot limit Bash(git *) to a pattern [*]"}},
	{rule: "trigger-left-out", files: files{
		"pack.toml": "skills = []\n", "skills/trip-plan/SKILL.md": command, "skills/other/SKILL.md": command,
	}, want: []string{"skills:0 1 skills that the pack leaves out have the names of commands: trip-plan [all]"}},
	{rule: "value-lost", files: file("commands/go.md", "---\ndescription: x\neffort: huge\n---\nGo.\n"), want: []string{"commands/go.md:3 effort \"huge\" is left out; it can be low, medium, high, xhigh, max [*]"}},
	{rule: "yaml-comment", files: file("commands/go.md", "---\ndescription: Plans trip #3 too\n---\nGo.\n"), want: []string{"commands/go.md:2 description: what follows \" #\" is a comment in YAML and is left out: #3 too [all]"}},

	// Infos.
	{rule: "arguments-words", files: file("commands/go.md", "---\ndescription: x\n---\n\nGo to $ARGUMENTS.\n"), want: []string{"commands/go.md:5 the host fills in no $ARGUMENTS; the text tells the model what stands for it [*]"}},
	{rule: "byte-order-mark", files: file("commands/go.md", "\ufeff---\ndescription: x\n---\nGo.\n"), want: []string{"commands/go.md:1 the file begins with a byte order mark [all]"}},
	{rule: "colon-mention", files: file("commands/go.md", "---\ndescription: x\n---\n/trip-plan\nThen /trip:plan\nand /trip:go\n"), want: []string{"commands/go.md:5 2 commands are called with a colon, where the name has a hyphen, from this line on [all]"}},
	{rule: "field-lost", files: file("commands/go.md", "---\ndescription: x\nmodel: opus\n---\nGo.\n"), want: []string{"commands/go.md:3 the host takes no model [*]"}},
	{rule: "file-left-out", files: file("commands/README.md", "About these.\n").and("pack.toml", ""), want: []string{"commands/README.md:0 taken for documentation, not for a command: it has no frontmatter [all]"}},
	{rule: "grant-first", files: file("agents/find.md", "---\nname: find\ndescription: x\ntools: Read\n---\nLook.\n"), want: []string{"agents/find.md:4 the host lets agents use the tools that they name, whatever permissions of your own say [*]"}},
	{rule: "hook-unheard", files: file("hooks/hooks.json", "{\"hooks\": {\"SessionStart\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"date\"}]}]}}"), want: []string{"hooks/hooks.json:1 SessionStart hook \"date\": it runs, but the host does not pass on what it prints [*]"}},
	{rule: "kind-lost", always: true, files: file("agents/more.md", "---\ndescription: x\n---\nLook.\n"), want: []string{
		"agents/more.md:1 the host has no place for agents in global scope [*]", "agents/more.md:1 the host has no place for agents in local scope [*]",
	}},
	{rule: "line-ends", files: file("commands/go.md", "---\ndescription: x\r\n---\nGo.\r\n"), want: []string{"commands/go.md:2 lines end with CR LF [all]"}},
	{rule: "listing-budget", files: file("commands/go.md", "---\nargument-hint: \"[x]\"\ndescription: "+long(61)+"\n---\nGo.\n"), want: []string{"commands/go.md:3 the host tells the model about 60 characters of a description [*]"}},
	{rule: "matcher-tool", files: file("hooks/hooks.json", "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Write|MultiEdit\", \"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}}"), want: []string{"hooks/hooks.json:1 the host has no tool MultiEdit for which a hook for PreToolUse could run [*]"}},
	{rule: "name-missing", files: file("agents/a.md", "---\ndescription: x\n---\nLook.\n"), want: []string{"agents/a.md:1 the agent has no name; its place says a [all]"}},
	{rule: "name-place", files: file("skills/map/SKILL.md", "---\nname: charts\ndescription: x\n---\nDraw.\n"), want: []string{"skills/map/SKILL.md:2 the skill is called charts, and its place says map [all]"}},
	{rule: "placeholder", files: file("agents/env.md", "---\nname: env\ndescription: x\n---\nUse ${HOME_DIR}.\n"), want: []string{"agents/env.md:5 the host would fill in ${NAME} [*]"}},
	{rule: "program-mention", files: file("bin/say.js", "// /trip:plan\nconsole.log('/trip:plan');\nlet x = '/trip-plan';\n").and("pack.toml", "[[payload]]\nfrom = \"bin\"\n"), want: []string{"bin/say.js:2 1 line calls in the program, which is copied as it is, a command with a colon, where the name has a hyphen, from this line on [all]"}},
	{rule: "program-path", files: file("bin/say.js", "// .claude/x\nconst a = '.claude', b = 'x.claude', c = `~/.claude/x`;\nconst d = '.claude-plugin';\nopen(home + '/.claude/x');\n").and("pack.toml", "[[payload]]\nfrom = \"bin\"\n"), want: []string{"bin/say.js:2 2 lines name in the program, which is copied as it is, a folder of one host from this line on [all]"}},
	{rule: "tool-gone", files: file("commands/go.md", "---\ndescription: x\nallowed-tools: [Read, MultiEdit]\n---\nGo.\n"), want: []string{"commands/go.md:3 the host no longer has the tool MultiEdit [*]"}},
	{rule: "tools-form", files: file("agents/a.md", "---\ndescription: x\ntools:\n  - Read\n---\nLook.\n").and("agents/b.md", "---\ndescription: x\ntools: Read\n---\nLook.\n").and("agents/c.md", "---\ndescription: x\ntools: Read, Bash\n---\nLook.\n"), want: []string{"agents/a.md:3 tools are a list here and words on one line in most of the pack's agents; who reads one line sees none [all]"}},
}
