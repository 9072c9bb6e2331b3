package descriptors

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Each row changes one thing in a descriptor that is right, and gives the whole
// message that has to come, or what it has to hold where that is long.
var refusals = []struct {
	name     string
	file     string // which embedded descriptor; codex.toml if empty
	old, new string // what is replaced, once
	want     string
}{
	{name: "unknown key", old: `title       =`, new: "colour = 1\ntitle       =",
		want: "descriptor codex.toml:3: colour: unknown key, not one of id, title, lifecycle, lifecycleNote, successor, supportTier, docs, binaries,"},
	{name: "unknown key in other case", old: `title       = "Codex"`, new: `Title = "Codex"`,
		want: "descriptor codex.toml:3: Title: unknown key, not one of id, title,"},
	{name: "unknown table", old: "[text]", new: "[speech]\nloud = true\n\n[text]",
		want: "speech: unknown key, not one of id, title"},
	{name: "unknown key in an array of tables", old: "nesting     = \"flat\"\ndialect     = \"agent\"", new: "nesting     = \"flat\"\ndialects = \"agent\"\ndialect     = \"agent\"",
		want: "artifactLayout.dialects: unknown key, not one of kind, scopes, mount, destSubpath, file, nesting, dialect, status, source"},
	{name: "unknown key in an inline table", old: `{ key = "name", from = "name", form = "string" }`, new: `{ key = "name", from = "name", style = "x", form = "string" }`,
		want: "dialects.agent.keys.style: unknown key, not one of key, from, form, const, limit, least, never, keep"},
	{name: "wrong type", old: "supportTier = 1", new: `supportTier = "one"`,
		want: "descriptor codex.toml:5: supportTier: incompatible types: TOML value has type string; destination has type integer"},
	{name: "no TOML", old: `title       = "Codex"`, new: `title       = "Codex`,
		want: "descriptor codex.toml:3: title: strings cannot contain newlines"},

	{name: "no id", old: `id          = "codex"`, new: "", want: "descriptor codex.toml: id: missing"},
	{name: "id of another form", old: `id          = "codex"`, new: `id = "Co_dex"`,
		want: `descriptor codex.toml:2: id: "Co_dex" is not of the form a-z, then a-z, 0-9 and -`},
	{name: "unknown lifecycle", old: `"current"`, new: `"curent"`,
		want: `descriptor codex.toml:4: lifecycle: unknown word "curent", not one of current, sunset`},
	{name: "sunset without a note", old: `"current"`, new: `"sunset"`, want: "lifecycleNote: missing"},
	{name: "support tier", old: "supportTier = 1", new: "supportTier = 4",
		want: "descriptor codex.toml:5: supportTier: 4 is not 1, 2 or 3"},
	{name: "docs elsewhere", old: `"https://developers.openai.com/codex"`, new: `"client:x@1:run"`,
		want: `descriptor codex.toml:6: docs: "client:x@1:run" is no address`},
	{name: "a path as binary", old: `binaries    = ["codex"]`, new: `binaries = ["/usr/bin/codex"]`,
		want: `descriptor codex.toml:7: binaries[0]: "/usr/bin/codex" is not the name of a program`},
	{name: "two lines to print", old: `type {help}; /skills`, new: `type\n{help}; /skills`,
		want: "descriptor codex.toml:11: next[0]: has more than one line"},

	{name: "home kind", old: `"dot-home"`, new: `"dothome"`,
		want: `configHome.kind: unknown word "dothome", not one of dot-home, dot-home-nested, xdg, generic-agents-root, none`},
	{name: "absolute home", old: `name   = ".codex"`, new: `name = "/etc/codex"`,
		want: `configHome.name: "/etc/codex" is an absolute path`},
	{name: "Windows drive", old: `name   = ".codex"`, new: `name = "C:/codex"`,
		want: `configHome.name: "C:/codex" is an absolute path`},
	{name: "UNC path", old: `name   = ".codex"`, new: `name = '\\server\x'`,
		want: `configHome.name: "\\\\server\\x" is an absolute path`},
	{name: "home with tilde", old: `name   = ".codex"`, new: `name = "~/.codex"`,
		want: `configHome.name: "~/.codex" starts in the home; write the path below it`},
	{name: "escaping local folder", old: `local  = ".codex"`, new: `local = "../.codex"`,
		want: `configHome.local: "../.codex" leaves its folder`},
	{name: "escaping with backslashes", old: `local  = ".codex"`, new: `local = 'a\..\b'`,
		want: `configHome.local: "a\\..\\b" leaves its folder`},
	{name: "the project itself", old: `local  = ".codex"`, new: `local = "."`,
		want: `configHome.local: "." is not a clean path of names and slashes`},
	{name: "unclean path", old: `local  = ".codex"`, new: `local = "a//b/"`,
		want: `configHome.local: "a//b/" is not a clean path of names and slashes`},
	{name: "env meaning", old: `means  = "directory"`, new: `means = "dir"`,
		want: `configHome.env[0].means: unknown word "dir", not one of directory, file, parent, xdg-root, extra`},
	{name: "no source", old: "means  = \"directory\"\nsource = \"https://developers.openai.com/codex/config-reference\"", new: `means  = "directory"`,
		want: "configHome.env[0].source: missing"},
	{name: "source that is none", old: `source       = "https://developers.openai.com/codex/hooks"`, new: `source = "the documentation"`,
		want: `hooks.source: "the documentation" is neither an address nor client:PACKAGE@VERSION:WHERE`},

	{name: "device", old: `destSubpath = "agents"`, new: `destSubpath = "a/CON"`,
		want: `artifactLayout[2].destSubpath: "a/CON": CON is a device on Windows`},
	{name: "device with extension", old: `file        = "{name}.toml"`, new: `file = "nul.{name}"`,
		want: `artifactLayout[2].file: "nul.{name}": "nul.x": nul.x is a device on Windows`},
	{name: "numbered device", old: `destSubpath = "agents"`, new: `destSubpath = "lpt9.d"`,
		want: `lpt9.d is a device on Windows`},
	{name: "character", old: `destSubpath = "agents"`, new: `destSubpath = "ag|nts"`,
		want: `artifactLayout[2].destSubpath: "ag|nts": a name cannot hold '|'`},
	{name: "last dot", old: `destSubpath = "agents"`, new: `destSubpath = "agents."`,
		want: `"agents.": a name cannot end in '.'`},
	{name: "the program's own folder", old: `destSubpath = "agents"`, new: `destSubpath = ".GSD-install"`,
		want: `artifactLayout[2].destSubpath: ".GSD-install" is kept for the program's own records`},
	{name: "unknown placeholder", old: `"{name}.toml"`, new: `"{nom}.toml"`,
		want: `artifactLayout[2].file: "{nom}.toml" has an unknown placeholder, not one of {name}, {short}, {stem}, {prefix}`},
	{name: "one file for all", old: `"{name}.toml"`, new: `"all.toml"`,
		want: `"all.toml" is one path for all items; it needs one of {name}, {short}, {stem}, {prefix}`},
	{name: "file that leaves", old: `"{name}.toml"`, new: `"../{name}.toml"`,
		want: `"../x.toml" leaves its folder`},
	{name: "no file", old: `file        = "{name}.toml"`, new: "",
		want: "artifactLayout[2].file: missing"},
	{name: "payload with a file", old: "kind   = \"payload\"", new: "kind   = \"payload\"\nfile = \"{name}\"",
		want: "artifactLayout[5].file: payload keeps its own paths"},
	{name: "kind", old: `kind        = "agents"`, new: `kind = "agent"`,
		want: `artifactLayout[2].kind: unknown word "agent", not one of commands, agents, skills, rules, payload`},
	{name: "mount", old: `mount       = "config"`, new: `mount = "conf"`,
		want: `artifactLayout[2].mount: unknown word "conf", not one of config, agents`},
	{name: "dialect that is not there", old: `dialect     = "agent"`, new: `dialect = "agnt"`,
		want: `artifactLayout[2].dialect: unknown word "agnt", not one of agent`},
	{name: "no dialect", old: `dialect     = "agent"`, new: "", want: "artifactLayout[2].dialect: missing"},
	{name: "dialect in a shared folder", old: "mount       = \"agents\"", new: "mount       = \"agents\"\ndialect = \"agent\"",
		want: `artifactLayout[0].dialect: the shared folder "agents" has dialects of its own, the same for every host`},
	{name: "kind without a shared dialect", old: `mount       = "config"`, new: `mount = "agents"`,
		want: `artifactLayout[2].mount: the shared folder "agents" has no dialect for agents`},
	{name: "nesting", old: `nesting     = "flat"`, new: `nesting = "deep"`,
		want: `artifactLayout[0].nesting: unknown word "deep", not one of flat, namespace`},
	{name: "status", old: `status      = "client-verified"`, new: `status = "sure"`,
		want: `artifactLayout[0].status: unknown word "sure", not one of client-verified, documented, source, community`},
	{name: "scope", file: "claude.toml", old: `scopes      = ["global"]`, new: `scopes = ["user"]`,
		want: `artifactLayout[0].scopes[0]: unknown word "user", not one of global, local`},
	{name: "scope twice", file: "claude.toml", old: `scopes      = ["global"]`, new: `scopes = ["global", "global"]`,
		want: `artifactLayout[0].scopes[1]: "global" stands twice`},
	{name: "a kind twice", file: "claude.toml", old: `scopes      = ["global"]`, new: ``,
		want: `artifactLayout[1]: its kind is that of artifactLayout[0] already`},
	{name: "two kinds at one place", file: "claude.toml", old: `destSubpath = "rules"`, new: `destSubpath = "Agents"`,
		want: `artifactLayout[4]: its place is that of artifactLayout[3] already`},
	{name: "commands and skills in one folder in two dialects", file: "claude.toml", old: `dialect     = "skill"`, new: `dialect = "command"`,
		want: `artifactLayout[2]: its place is that of artifactLayout[0] already`},
	{name: "own rows in a shared folder", file: "gemini.toml", old: `local  = ".gemini"`, new: `local = ".Agents"`,
		want: `artifactLayout[0].mount: .Agents/commands lies in the shared folder "agents", where all hosts need the same bytes; write mount = "agents"`},
	{name: "no rows", file: "minimal", want: "artifactLayout: missing"},

	{name: "renderer", old: `renderer = "agent-toml"`, new: `renderer = "agent-json"`,
		want: `dialects.agent.renderer: unknown word "agent-json", not one of slash-md, slash-toml, skill-md, agent-md, agent-toml, agent-yaml, rule-mdc, rule-md, marked-block`},
	{name: "prompt file", old: `renderer = "agent-toml"`, new: `renderer = "agent-yaml"`, want: `dialects.agent.promptFile: stands with renderer agent-yaml and only there`},
	{name: "no body key", old: `bodyKey  = "developer_instructions"`, new: "", want: "dialects.agent.bodyKey: missing"},
	{name: "negative body limit", old: `bodyKey  =`, new: "bodyLimit = -1\nbodyKey  =",
		want: "dialects.agent.bodyLimit: -1 is negative; 0 is no limit"},
	{name: "negative limit", old: `{ key = "name", from = "name", form = "string" }`, new: `{ key = "name", from = "name", form = "string", limit = -5 }`,
		want: "dialects.agent.keys[0].limit: -5 is negative; 0 is no limit"},
	{name: "origin", old: `from = "sandbox"`, new: `from = "sandbx"`,
		want: `dialects.agent.keys[2].from: unknown word "sandbx", not one of name, description, argument-hint, tools, denied-tools, sandbox, readonly, globs, always, const, meta:KEY`},
	{name: "origin meta of nothing", old: `from = "sandbox"`, new: `from = "meta:"`,
		want: "dialects.agent.keys[2].from: meta: needs the name of a key"},
	{name: "form", old: `from = "sandbox", form = "string"`, new: `from = "sandbox", form = "str"`,
		want: `dialects.agent.keys[2].form: unknown word "str", not one of string, quoted, plain, list, flow, comma, map, permission, bool, source`},
	{name: "form source of a derived value", old: `from = "sandbox", form = "string"`, new: `from = "sandbox", form = "source"`,
		want: "dialects.agent.keys[2].form: sandbox cannot be written as source here, only as string, quoted, plain"},
	{name: "source in TOML", old: `from = "sandbox", form = "string"`, new: `from = "meta:x", form = "source"`,
		want: "dialects.agent.keys[2].form: meta:x cannot be written as source here, only as string, quoted, plain"},
	{name: "map in TOML", old: `from = "sandbox", form = "string", keep = ["read-only", "workspace-write"]`, new: `from = "tools", form = "map"`,
		want: "dialects.agent.keys[2].form: tools cannot be written as map here, only as list, flow, comma"},
	{name: "plain list", file: "cursor.toml", old: `from = "globs", form = "comma"`, new: `from = "globs", form = "plain"`,
		want: "dialects.rule.keys[1].form: globs cannot be written as plain here, only as list, flow, comma, map"},
	{name: "text as list", old: `from = "description", form = "string"`, new: `from = "description", form = "list"`,
		want: "dialects.agent.keys[1].form: description cannot be written as list here, only as string, quoted, plain"},
	{name: "tool names sorted by another host", old: "[tools]\n", new: "[tools]\nwrite = [\"Write\"]\n",
		want: "tools.write: stands with text.native = true and only there"},
	{name: "tool names not sorted", file: "claude.toml", old: `run           = ["Bash"]`, new: "", want: "tools.run: missing"},
	{name: "unknown tool to sort", file: "claude.toml", old: `run           = ["Bash"]`, new: `run = ["Bsh"]`, want: `tools.run[0]: unknown word "Bsh"`},
	{name: "no instruction file", file: "claude.toml", old: `instructionFile = "CLAUDE.md"`, new: "", want: "text.instructionFile: missing"},
	{name: "list of a limited length", old: `from = "sandbox", form = "string"`, new: `from = "tools", form = "list"`,
		want: "dialects.agent.keys[2]: limit and keep are for single values, and tools is a list"},
	{name: "key that is none", old: `{ key = "name", from = "name"`, new: `{ key = "na me", from = "name"`,
		want: `dialects.agent.keys[0].key: "na me" is no key of letters, digits, _ and -`},
	{name: "body key for markdown", file: "cursor.toml", old: `renderer = "agent-md"`, new: "renderer = \"agent-md\"\nbodyKey = \"x\"",
		want: "dialects.agent.bodyKey: renderer agent-md writes the body after the keys"},
	{name: "namespace without a folder", file: "gemini.toml", old: `"{prefix}/{short}.toml"`, new: `"{prefix}-{short}.toml"`,
		want: `artifactLayout[0].nesting: "namespace" is not so; "namespace" is a folder named by {prefix} in file, anything else is "flat"`},
	{name: "folder without a namespace", file: "gemini.toml", old: `"namespace"`, new: `"flat"`,
		want: `artifactLayout[0].nesting: "flat" is not so;`},
	{name: "const without a value", old: `from = "sandbox"`, new: `from = "const"`,
		want: `dialects.agent.keys[2].const: stands with from = "const" and only there`},
	{name: "one key twice", old: `{ key = "sandbox_mode"`, new: `{ key = "name"`,
		want: `dialects.agent.keys[2].key: "name" stands twice`},
	{name: "a key that is the body", old: `{ key = "sandbox_mode"`, new: `{ key = "developer_instructions"`,
		want: `dialects.agent.keys[2].key: "developer_instructions" stands twice`},

	{name: "no command style", old: `commandStyle    = "${name}"`, new: "", want: "text.commandStyle: missing"},
	{name: "command style without a name", old: `"${name}"`, new: `"$x"`,
		want: `text.commandStyle: "$x" names no command; it needs {name} or {short}`},
	{name: "no tool of Claude", old: `Bash  = "Bash"`, new: `Bsh  = "Bash"`,
		want: "tools.matcher.Bsh: unknown key, not one of Agent, AskUserQuestion, Bash,"},
	{name: "tool mapped to nothing", old: `Bash  = "Bash"`, new: `Bash  = ""`, want: "tools.matcher.Bash: missing"},
	{name: "MCP name without its tool", old: `"mcp__{server}__{tool}"`, new: `"mcp__{server}"`,
		want: `tools.matcherMCP: "mcp__{server}" has no {tool}`},
	{name: "MCP name of all with a tool", old: `"mcp__{server}__.*"`, new: `"mcp__{server}__{tool}"`,
		want: `tools.matcherMCPAny: "mcp__{server}__{tool}" is for all tools of a server and cannot hold {tool}`},

	{name: "hook surface", old: `"codex-hooks-json"`, new: `"hooks-json"`,
		want: `hooks.hooksSurface: unknown word "hooks-json", not one of settings-json, codex-hooks-json, cursor-hooks-json, copilot-hooks-json,`},
	{name: "hook file that leaves", old: `file         = { global = "hooks.json"`, new: `file = { global = "../hooks.json"`,
		want: `hooks.file.global: "../hooks.json" leaves its folder`},
	{name: "hook file of no scope", old: `file         = { global = "hooks.json"`, new: `file = { user = "hooks.json"`,
		want: `hooks.file.user: unknown word "user", not one of global, local`},
	{name: "shape", old: `"groups"`, new: `"nested"`, want: `hooks.shape: unknown word "nested", not one of groups, flat`},
	{name: "timeout unit", old: `timeoutUnit  = "s"`, new: `timeoutUnit = "sec"`, want: `hooks.timeoutUnit: unknown word "sec", not one of s, ms`},
	{name: "hook output", old: `hookOutput   = "text"`, new: `hookOutput = "yaml"`, want: `hooks.hookOutput: unknown word "yaml", not one of text, json`},
	{name: "dialect of events", old: `hookEvents   = "claude"`, new: `hookEvents = "codex"`, want: `hooks.hookEvents: unknown word "codex", not one of claude, gemini`},
	{name: "event that Claude has not", old: `SessionStart      = "SessionStart"`, new: `SessionBegin = "SessionStart"`,
		want: "hooks.events.SessionBegin: unknown key, not one of ConfigChange,"},
	{name: "event of another host", old: `noMatcher    = ["PostCompact"`, new: `noMatcher = ["Postcompact"`,
		want: `hooks.noMatcher[0]: unknown word "Postcompact", not one of PermissionRequest, PostCompact,`},
	{name: "limit of an event it has not", old: `{ SessionEnd = 3 }`, new: `{ Interrupt = 3 }`,
		want: `hooks.maxTimeout.Interrupt: unknown word "Interrupt", not one of PermissionRequest,`},
	{name: "limit of nothing", old: `{ SessionEnd = 3 }`, new: `{ SessionEnd = 0 }`, want: "hooks.maxTimeout.SessionEnd: 0 is no limit in seconds"},

	{name: "trust", old: `how    = "approve"`, new: `how = "aprove"`,
		want: `needsTrust[0].how: unknown word "aprove", not one of approve, trust-project, acknowledge`},
	{name: "MCP format", old: `format = "toml"`, new: `format = "ini"`, want: `mcp.format: unknown word "ini", not one of json, toml, yaml`},
	{name: "MCP mount", old: `mount  = { global = "config"`, new: `mount = { global = "agent"`,
		want: `mcp.mount.global: unknown word "agent", not one of config, agents, project, home`},
	{name: "MCP file without a mount", old: `mount  = { global = "config", local = "config" }`, new: `mount = { global = "config" }`,
		want: "mcp.mount.local: missing"},
	{name: "alsoReads kind", file: "cursor.toml", old: "scope  = \"global\"\nkind   = \"hooks\"", new: "scope  = \"global\"\nkind   = \"hook\"",
		want: `alsoReads[3].kind: unknown word "hook", not one of skills, agents, commands, hooks`},
	{name: "alsoReads path", file: "cursor.toml", old: `path   = ".claude/skills"`, new: `path = "/etc/skills"`,
		want: `alsoReads[0].path: "/etc/skills" is an absolute path`},

	{name: "axis value", old: `value = "declarative"`, new: `value = "declared"`,
		want: `hostIntegration.embeddingMode: unknown value "declared", not one of imperative, declarative`},
	{name: "axis of another type", old: `value = "passive"`, new: `value = true`,
		want: "hostIntegration.modelMode: not a string"},
	{name: "dispatch value", old: `value = "orchestrator-worktree"`, new: `value = "worktree"`,
		want: `hostIntegration.dispatch.isolation: unknown value "worktree", not one of`},
	{name: "dispatch number", old: `maxConcurrency     = { value = 4,`, new: `maxConcurrency     = { value = 0,`,
		want: "hostIntegration.dispatch.maxConcurrency: 0 is not a whole number from 1 on"},
	{name: "no axis", old: `transport      = { value = "mcp", source = "client:@openai/codex@0.171.0:agent toml run" }`, new: "",
		want: `hostIntegration.transport: missing; write { value = "undocumented" } if the host's documentation is silent`},
	{name: "axis without a source", old: `{ value = "host", source = "client:@openai/codex@0.171.0:hooks/list" }`, new: `{ value = "host" }`,
		want: "hostIntegration.hookBus.source: missing"},
	{name: "extension events", old: "[hostIntegration]", new: "[hostIntegration]\nextensionEvents = \"codex\"",
		want: `hostIntegration.extensionEvents: unknown word "codex"`},
	{name: "effort level", old: `"xhigh", "max"]`, new: `"xhigh", "ultra"]`,
		want: `effort.levels[4]: unknown word "ultra", not one of none, minimal, low, medium, high, xhigh, max`},
	{name: "clamp to a level that is not there", old: `{ minimal = "low" }`, new: `{ minimal = "none" }`,
		want: `effort.clamp.minimal: unknown word "none", not one of low, medium, high, xhigh, max`},
	{name: "exec without a source", old: `source    = "client:@openai/codex@0.171.0:exec --help"`, new: "",
		want: "orchestratorExec.source: missing"},
}

func TestRefusals(t *testing.T) {
	for _, tt := range refusals {
		t.Run(tt.name, func(t *testing.T) {
			file := tt.file
			if file == "" {
				file = "codex.toml"
			}
			text := "id = \"minimal\"\n"
			if file != "minimal" {
				text = embedded(t, file)
				if !strings.Contains(text, tt.old) {
					t.Fatalf("%s does not have %q", file, tt.old)
				}
				text = strings.Replace(text, tt.old, tt.new, 1)
			}
			h, err := Parse(file, []byte(text))
			if err == nil {
				t.Fatalf("no error, want %s", tt.want)
			}
			if h.ID != "" {
				t.Error("a host comes with the error")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			for _, p := range problems(t, err) {
				if p.Line < 0 || p.Line > strings.Count(text, "\n")+1 {
					t.Errorf("line %d is not in the file: %v", p.Line, p)
				}
			}
		})
	}
}

// The line of a fault is found in every way that TOML writes a key.
func TestLines(t *testing.T) {
	const text = `id = "x"  # line 1
configHome.kind = "home"
"title" = "X = [Y]" # = [
docs = """
lifecycle = "no"
"""
lifecycle = 'never'
binaries = [ "a/b" ]

[[artifactLayout]]
kind = "agents"

  [[ artifactLayout ]] # the second
  kind = "rules"
  mount = "nowhere"

[dialects."odd name"]
renderer = "copy"
keys = [
  # a comment
  { key = "a", from = "name", form = "bad" },

  { key = "b", from = "worse", form = "string" },
]

[[configHome.env]]
name = "A"
[[configHome.env]]
means = "nothing"

[hostIntegration.dispatch]
nested = { value = 1, source = "https://a.example" }
[hostIntegration.dispatch.maxDepth]
value = -7
`
	_, err := Parse("x.toml", []byte(text))
	got := map[string]int{}
	for _, p := range problems(t, err) {
		got[p.Key] = p.Line
	}
	for key, line := range map[string]int{
		"configHome.kind":                    2,
		"lifecycle":                          7,
		"binaries[0]":                        8,
		"artifactLayout[0].mount":            10,
		"artifactLayout[1].mount":            15,
		"artifactLayout[1].status":           13,
		"dialects.odd name":                  17,
		"dialects.odd name.keys[0].form":     21,
		"dialects.odd name.keys[1].from":     23,
		"configHome.env[0].means":            26,
		"configHome.env[1].means":            29,
		"hostIntegration.dispatch.nested":    32,
		"hostIntegration.dispatch.maxDepth":  33,
		"hostIntegration.dispatch.isolation": 31,
		"supportTier":                        0,
		"hostIntegration.embeddingMode":      0,
	} {
		if n, ok := got[key]; !ok || n != line {
			t.Errorf("%s is on line %d (reported: %v), want %d", key, n, ok, line)
		}
	}
}

func TestSharedRefusals(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"unknown key", "[text]", "[text]\nnativ = true", "text.nativ: unknown key, not one of native, commandStyle, arguments, instructionFile, preface"},
		{"reserved id", `id     = "agents"`, `id = "config"`, `descriptor agents.toml:3: id: "config" is the id of another kind of mount`},
		{"absolute", `global = ".agents"`, `global = "/agents"`, `global: "/agents" is an absolute path`},
		{"no folder", "global = \".agents\"\nlocal  = \".agents\"", "", "it exists in no scope; give global or local"},
		{"no source", `source = "https://agentskills.io/specification"`, "", "source: missing"},
		{"kind", "[dialects.skills]", "[dialects.skill]", `dialects.skill: unknown word "skill", not one of commands, agents, skills, rules, payload`},
		{"topic", `when = "tools"`, `when = "tool"`, `text.preface[2].when: unknown word "tool", not one of command, arguments, tools, dispatch`},
		{"tools of no host", `key = "description", from = "description", form = "string", limit = 1024`, `key = "tools", from = "tools", form = "list"`, "dialects.commands.keys[1].from: tools differs from host to host, and hosts that share a folder need the same bytes"},
		{"sandbox of no host", `from = "description"`, `from = "sandbox"`, "dialects.commands.keys[1].from: sandbox differs from host to host"},
		{"negative limit", "limit = 64", "limit = -64", "dialects.commands.keys[0].limit: -64 is negative; 0 is no limit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := embedded(t, "shared/agents.toml")
			if !strings.Contains(text, tt.old) {
				t.Fatalf("agents.toml does not have %q", tt.old)
			}
			_, err := parseShared("agents.toml", []byte(strings.Replace(text, tt.old, tt.new, 1)))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// Independent faults come together, in order of their lines.
func TestFaultsComeTogether(t *testing.T) {
	text := strings.NewReplacer(
		`"current"`, `"now"`,
		`local  = ".codex"`, `local = "../x"`,
		`format = "toml"`, `format = "ini"`,
		"[effort]", "[effort]\nboost = 1",
	).Replace(embedded(t, "codex.toml"))
	_, err := Parse("codex.toml", []byte(text))
	var keys []string
	last := 0
	for _, p := range problems(t, err) {
		keys = append(keys, p.Key)
		if p.Line < last {
			t.Errorf("line %d comes after line %d", p.Line, last)
		}
		last = p.Line
	}
	want := "lifecycle configHome.local mcp.format effort.boost"
	if got := strings.Join(keys, " "); got != want {
		t.Errorf("problems of %s, want %s", got, want)
	}
}

func TestDevices(t *testing.T) {
	for name, want := range map[string]bool{
		"con": true, "CON": true, "Con.txt": true, "con .txt": true, "nul.tar.gz": true, "aux": true, "prn": true,
		"com1": true, "COM0": true, "com¹": true, "lpt3.md": true, "conin$": true, "conout$": true,
		"console": false, "com": false, "com10": false, "lpt": false, "null": false, "a.con": false, ".con": false, "comx": false,
	} {
		if got := device(name); got != want {
			t.Errorf("device(%q) = %v", name, got)
		}
	}
}

// No input makes Parse panic, and a host never comes with an error. What it
// accepts has only paths that stay in their folder.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"codex.toml", "claude.toml", "cursor.toml", "gemini.toml", "shared/agents.toml"} {
		data, err := files.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("[[a]]\n[a.b]\nc = [\n{ d = 1 },\n# x\n]\n\"x.y\".z = '''\n[q]\n'''\n")
	f.Add("artifactLayout = [{ kind = \"agents\" }]\n")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := Parse("x.toml", []byte(text))
		if err != nil {
			if h.ID != "" {
				t.Error("a host comes with the error")
			}
			if utf8.ValidString(text) && err.Error() == "" {
				t.Error("an empty error")
			}
			return
		}
		for _, row := range h.ArtifactLayout {
			if row.DestSubpath != "" && checkPath(row.DestSubpath) != nil {
				t.Errorf("accepted %q", row.DestSubpath)
			}
		}
	})
}
