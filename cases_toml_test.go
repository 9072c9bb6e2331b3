package gsdinstall_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

const codexConfig = "${HOME}/.codex/config.toml"

// configs are contents of a config.toml that Codex accepts.
var configs = map[string]string{
	"empty":        "",
	"blank":        "\n\n",
	"comment":      "# only words",
	"no newline":   "model = \"x\"",
	"crlf":         "model = \"gpt-x\"\r\n[features]\r\nhooks = true\r\n",
	"bom":          "\ufeffmodel = \"gpt-x\"\n",
	"bom crlf":     "\ufeffmodel = \"gpt-x\"\r\n\r\n[a]\r\nb = 1",
	"numbers":      "since = 1979-05-27T07:32:00Z\nday = 1979-05-27\nat = 07:32:00.5\nhex = 0xDEADBEEF\nf = 20.0\nbig = 9223372036854775807\ni = inf\nu = 1_000\no = 0o755\n",
	"multi line":   "notes = \"\"\"\n[mcp_servers.gsd-notes]\ncommand = 'x'\n[agents]\n\"\"\"\nmodel = \"x\"\n",
	"literal":      "notes = '''\n[mcp_servers]\n# \"\"\" '''\nlist = [\n  1, # one\n  2,\n]\n",
	"quoted":       "[projects.\"/srv/a#b\"]\ntrust_level = \"trusted\"\n[\"features\"]\nhooks = true\n",
	"table last":   "default_model = \"k\"\n\n[[hooks]]\nevent = \"Stop\"\ncommand = \"echo u\"\n\n[providers.x]\nkey = \"v\"\n",
	"inline":       "agents = { max_threads = 3 }\n",
	"tables array": "[[agents]]\nname = \"mine\"\n\n[[agents]]\nname = \"two\"\n",
	"off":          "[features]\nhooks = false # off for now\nweb_search = true\n",
	"servers":      "[mcp_servers]\n[mcp_servers.mine]\ncommand = \"foo\"\nargs = [\"a\"] # mine\n\n[profiles.work]\nmodel = \"y\"\n",
	"quoted table": "[\"mcp_servers\".'mine']\ncommand = \"foo\"\n",
	"dotted":       "mcp_servers.mine.command = \"foo\"\nmodel = \"x\"\n",
	"spaces":       "  [ mcp_servers . mine ]  # mine\n\tcommand\t=\t\"foo\"\n\n\n",
	"escapes":      "s = \"\\u00e9 \\\" \\\\ [x]\"\n'a.b' = 1\n\"\\u0061\" = 2\n",
}

// everyConfig makes a round trip of a Codex install with each content, without
// servers, which need no key in the file, and with one.
func everyConfig(c *caseRun, names ...string) {
	c.Helper()
	for _, name := range names {
		text, ok := configs[name]
		if !ok {
			c.Fatalf("no config %q", name)
		}
		c.config(text)
	}
}

// config makes the round trips for one content.
func (c *caseRun) config(text string) {
	c.Helper()
	c = c.bare()
	c.put(codexConfig, text)
	want := c.toml(codexConfig)
	c.roundTrip(func() {
		if got := c.read(codexConfig); got != text {
			c.Errorf("config.toml was changed without need:\n%s", got)
		}
	}, "--codex")
	c.roundTrip(func() {
		got := c.toml(codexConfig)
		servers, _ := got["mcp_servers"].(map[string]any)
		if _, ok := servers["gsd-notes"]; !ok {
			c.Errorf("the server is not in\n%s", c.read(codexConfig))
		}
		delete(servers, "gsd-notes")
		if len(servers) == 0 && want["mcp_servers"] == nil {
			delete(got, "mcp_servers")
		}
		if !reflect.DeepEqual(got, want) {
			c.Errorf("config.toml has %v, want %v:\n%s", got, want, c.read(codexConfig))
		}
		c.keptTOML(text)
	}, "--codex", "--mcp")
}

// keptTOML checks that each line of the file before still stands in it, and its
// byte order mark and line ends.
func (c *caseRun) keptTOML(before string) {
	c.Helper()
	after := c.read(codexConfig)
	lines := strings.Split(strings.TrimPrefix(after, "\ufeff"), "\n")
	for _, line := range strings.Split(strings.TrimPrefix(before, "\ufeff"), "\n") {
		if !slices.Contains(lines, line) && !slices.Contains(lines, line+"\r") {
			c.Errorf("config.toml has lost the line %q:\n%s", line, after)
		}
	}
	if strings.HasPrefix(before, "\ufeff") != strings.HasPrefix(after, "\ufeff") || strings.Count(after, "\ufeff") > 1 {
		c.Errorf("the byte order mark is not as it was: %q", after)
	}
	if strings.Contains(before, "\r\n") && strings.Count(after, "\r\n") != strings.Count(after, "\n") {
		c.Errorf("config.toml has mixed line ends: %q", after)
	}
}

// ownConfig makes the round trips with the case's own file.
func ownConfig(c *caseRun) {
	c.Helper()
	c.config(c.spec.Setup[0].Content)
}

// B014: an inline table is seen, and no second table is made.
func inlineTable(c *caseRun) {
	ownConfig(c)
	everyConfig(c, "inline", "dotted")
	for _, text := range []string{
		"mcp_servers = { mine = { command = \"x\" } }\n", "mcp_servers = {}\n", "mcp_servers = {} # none\n[a]\nb = 1\n",
		"mcp_servers.mine = { command = \"x\" }\n", "[mcp_servers]\nmine = { command = \"x\" }\n",
	} {
		c.mergedOrRefused(text)
	}
}

// mergedOrRefused installs with a server: the file stays TOML with all that was
// in it, or the run refuses and has written nothing.
func (c *caseRun) mergedOrRefused(text string) {
	c.Helper()
	c = c.bare()
	c.put(codexConfig, text)
	before, want := c.tree(), c.toml(codexConfig)
	switch r := c.gsd(c.installing("--codex", "--mcp")...); r.code {
	case 0:
		got := c.toml(codexConfig)
		for key := range want {
			if key != "mcp_servers" && !reflect.DeepEqual(got[key], want[key]) {
				c.Errorf("%s is %v, want %v", key, got[key], want[key])
			}
		}
		servers, _ := got["mcp_servers"].(map[string]any)
		mine, _ := want["mcp_servers"].(map[string]any)
		for name := range mine {
			if !reflect.DeepEqual(servers[name], mine[name]) {
				c.Errorf("server %s is %v, want %v", name, servers[name], mine[name])
			}
		}
		if _, ok := servers["gsd-notes"]; !ok {
			c.Errorf("the server is not in\n%s", c.read(codexConfig))
		}
		c.exits(0, "uninstall", "--yes", "--codex")
		c.same(before, fmt.Sprintf("install and uninstall around %q", text))
	case 1:
		if !strings.Contains(r.err, ".codex/config.toml:") {
			c.Errorf("the refusal of %q does not name the file and its line:\n%s", text, r.err)
		}
		c.same(before, fmt.Sprintf("the refusal of %q", text))
	default:
		c.Errorf("%q: exit status %d\n%s", text, r.code, r.err)
	}
}

// B015: a section of the user's in a shape that we did not expect stays.
func oddSection(c *caseRun) {
	ownConfig(c)
	everyConfig(c, "tables array")
	for _, text := range []string{
		"[[mcp_servers]]\nname = \"mine\"\n", "mcp_servers = \"none\"\n", "mcp_servers = []\n",
		"[mcp_servers]\ngsd-notes = \"mine\"\n", "[[mcp_servers.gsd-notes]]\ncommand = \"x\"\n",
	} {
		c.mergedOrRefused(text)
	}
}

// B016: every valid TOML file is accepted, its values unchanged.
func tomlValues(c *caseRun) {
	ownConfig(c)
	everyConfig(c, "numbers", "empty", "blank", "comment", "literal", "escapes", "spaces")
}

// B038: tables that the user adds behind ours survive an update and uninstall.
func tablesAfter(c *caseRun) {
	before, after, _ := strings.Cut(c.spec.Setup[0].Content, "<our managed block from a first install>\n")
	c = c.bare()
	c.put(codexConfig, before)
	c.install("--codex", "--mcp")
	c.put(codexConfig, c.read(codexConfig)+after)
	step := func(what string, servers ...string) {
		c.Helper()
		got := c.toml(codexConfig)
		names := slices.Sorted(maps.Keys(got["mcp_servers"].(map[string]any)))
		profiles, _ := got["profiles"].(map[string]any)
		if got["model"] != "x" || fmt.Sprint(names) != fmt.Sprint(servers) || len(profiles) != 1 {
			c.Errorf("after %s:\n%s", what, c.read(codexConfig))
		}
	}
	c.install("--codex", "--mcp")
	step("a second install", "after", "gsd-notes")
	c.put("${PACK}/.mcp.json", `{"mcpServers": {"gsd-other": {"command": "gsd-other"}}}`)
	c.install("--codex", "--mcp")
	step("an update", "after", "gsd-other")
	c.exits(0, "uninstall", "--yes", "--codex")
	step("uninstall", "after")
	if got := c.read(codexConfig); got != before+after {
		c.Errorf("after uninstall: %q, want %q", got, before+after)
	}
}

// B058: a switch that the user has turned off stays off.
func switchedOff(c *caseRun) {
	ownConfig(c)
	everyConfig(c, "off")
}

// B074, B075: line ends and the byte order mark stay.
func windowsTOML(c *caseRun) {
	ownConfig(c)
	everyConfig(c, "crlf", "bom", "bom crlf")
}

// B077: text in a string is no table.
func tableInString(c *caseRun) {
	ownConfig(c)
	everyConfig(c, "multi line", "literal")
}

// B090: our piece does not land in a table of the user's.
func lastTable(c *caseRun) {
	c.config(c.spec.Setup[0].Content)
	everyConfig(c, "table last", "servers")
}

// B132: quoted headers and a # in a key are understood.
func quotedHeaders(c *caseRun) {
	ownConfig(c)
	everyConfig(c, "quoted", "quoted table")
}

// B133: where there is no newline at the end, our table starts on its own line.
func noLastNewline(c *caseRun) {
	ownConfig(c)
	everyConfig(c, "no newline", "comment", "bom crlf")
}

// B034: whatever is wrong is found before the first byte is written.
func refusedWhole(c *caseRun) {
	// Without servers Codex needs nothing in config.toml, so nobody reads it.
	c.roundTrip(nil, "--codex")
	c.refuses([]string{".codex/config.toml"}, "--mcp")
	for name, put := range map[string]func(c *caseRun) string{
		"hooks": func(c *caseRun) string { c.put("${HOME}/.codex/hooks.json", "{"); return ".codex/hooks.json" },
		"directory": func(c *caseRun) string {
			c.put("${HOME}/.agents/skills/gsd-help/SKILL.md/", "")
			return "gsd-help/SKILL.md"
		},
		"file":    func(c *caseRun) string { c.put("${HOME}/.codex/agents", "x"); return ".codex/agents" },
		"link":    func(c *caseRun) string { c.put("${HOME}/.cursor/agents", "SYMLINK -> /tmp"); return ".cursor/agents" },
		"agent":   func(c *caseRun) string { c.put("${PACK}/agents/bad.md", "---\nname: bad\n"); return "agents/bad.md" },
		"command": func(c *caseRun) string { c.put("${PACK}/commands/bad.md", "---\na\n---\n"); return "commands/bad.md" },
		"hook": func(c *caseRun) string {
			c.put("${PACK}/hooks/hooks.json", "{\"hooks\": []}")
			return "hooks/hooks.json"
		},
		"script":   func(c *caseRun) string { c.remove("${PACK}/hooks/start.sh"); return "start.sh" },
		"manifest": func(c *caseRun) string { c.put("${PACK}/pack.toml", "nmae = \"x\"\n"); return "pack.toml:1" },
		"servers":  func(c *caseRun) string { c.put("${PACK}/.mcp.json", "{"); return ".mcp.json" },
	} {
		c := c.bare()
		word := put(c)
		c.Log(name)
		c.refuses([]string{word})
	}
	// All that is wrong is said at once.
	c = c.bare()
	c.put("${PACK}/agents/bad.md", "---\nname: bad\n")
	c.put("${PACK}/commands/bad.md", "---\nname: bad\n---\n")
	c.refuses([]string{"agents/bad.md:1", "commands/bad.md"})
	c = c.bare()
	c.put("${HOME}/.codex/hooks.json", "{")
	c.put("${HOME}/.gemini/settings.json", "[]")
	c.put("${HOME}/.claude/skills", "x")
	c.refuses([]string{".codex/hooks.json", ".gemini/settings.json", ".claude/skills"})
}
