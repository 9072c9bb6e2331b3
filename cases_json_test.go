package gsdinstall_test

import (
	"fmt"
	"strings"
)

// hooked checks that a host has the hooks of the pack once each in a scope, that
// each script is there, and that every one of words still stands in the file.
func (c *caseRun) hooked(host, scope string, words ...string) {
	c.Helper()
	text := c.read(hooksAt(host, scope))
	for _, w := range words {
		if !strings.Contains(text, w) {
			c.Errorf("%s has lost %q:\n%s", hooksAt(host, scope), w, text)
		}
	}
	want := 2
	if host == "cursor" || host == "gemini" {
		want = 1 // the other one prints text
	}
	if mine := ours(c.hooks(host, scope)); len(mine) != want {
		c.Errorf("%s has %d hooks of the pack, want %d:\n%s", hooksAt(host, scope), len(mine), want, text)
	}
	for _, script := range []string{"start.sh", "guard.js"} {
		if !c.exists(payloadAt(host, scope) + "hooks/" + script) {
			c.Errorf("%s %s: hooks/%s is missing", host, scope, script)
		}
	}
}

// hookFiles are contents of a settings or hooks file that hosts accept.
var hookFiles = map[string]string{
	"empty":        "",
	"blank":        " \n\t\n",
	"null":         "null",
	"object":       "{}",
	"one line":     `{"x":1}`,
	"no newline":   "{\n  \"x\": 1\n}",
	"tabs":         "{\n\t\"zeta\": 1,\n\t\"alpha\": 12345678901234567890,\n\t\"f\": 1.0,\n\t\"cmd\": \"a && b <c>\",\n\t\"u\": \"\\u00e9\"\n}",
	"numbers":      "{\"a\":1e400,\"b\":-0.0,\"c\":0.1000,\"d\":9007199254740993}",
	"comments":     "{\n  // keep me\n  \"model\": \"opus\",\n  /* and me */ \"env\": {\"A\": \"1\",},\n}\n",
	"comment last": "{\n  \"a\": 1 // keep me\n}\n// keep me too\n",
	"bom crlf":     "\ufeff{\r\n  \"model\": \"opus\"\r\n}\r\n",
	"crlf":         "{\r\n\t\"a\": [\r\n\t\t1\r\n\t]\r\n}\r\n",
	"odd space":    "{ \"a\" :1 ,\n\n\n\"b\":[ ] }  \n\n",
	"other hooks":  "{\"hooks\": {\"Stop\": [], \"PreToolUse\": []}, \"after\": true}\n",
	"empty hooks":  "{\n  \"hooks\": {},\n  \"after\": true\n}\n",
	"null hooks":   "{\"model\":\"opus\",\"hooks\":{}}",
	"escapes":      "{\"a\\u002fb\": \"\\ud83d\\ude80 \\/ </script>\"}",
}

// everyHookFile tries a round trip with each content in each host's file.
func everyHookFile(c *caseRun, names ...string) {
	c.Helper()
	for _, name := range names {
		text, ok := hookFiles[name]
		if !ok {
			c.Fatalf("no hook file %q", name)
		}
		for _, scope := range scopes {
			c := c.bare()
			for _, host := range four {
				c.put(hooksAt(host, scope), text)
			}
			c.roundTrip(func() {
				for _, host := range four {
					c.hooked(host, scope)
					c.keptLines(hooksAt(host, scope), text)
				}
			}, "--"+scope)
		}
	}
}

// keptLines checks that the values and comments of a file survived as they were
// written, and its byte order mark and line ends with them.
func (c *caseRun) keptLines(path, before string) {
	c.Helper()
	after := c.read(path)
	before = strings.ReplaceAll(before, " //", "\n//")
	for _, line := range strings.FieldsFunc(before, func(r rune) bool { return strings.ContainsRune("\r\n\ufeff{}", r) }) {
		line = strings.TrimRight(strings.TrimSpace(line), ", ")
		touched := line == "null" || strings.Contains(line, "hooks") || strings.Contains(line, "ToolUse")
		if !touched && !strings.Contains(after, line) {
			c.Errorf("%s has lost %q:\n%s", path, line, after)
		}
	}
	if strings.HasPrefix(before, "\ufeff") != strings.HasPrefix(after, "\ufeff") || strings.Count(after, "\ufeff") > 1 {
		c.Errorf("%s: the byte order mark is not as it was: %q", path, after)
	}
	if strings.Contains(before, "\r\n") && strings.Count(after, "\r\n") != strings.Count(after, "\n") {
		c.Errorf("%s has mixed line ends: %q", path, after)
	}
}

// B012: key order, numbers, indentation and escapes stay as written.
func exactJSON(c *caseRun) {
	c.roundTrip(func() {
		c.hooked("claude", "global", "12345678901234567890", "1.0,", "\t\"zeta\"", "a && b <c>", `\u00e9`)
		if text := c.read("${HOME}/.claude/settings.json"); strings.Index(text, "zeta") > strings.Index(text, "alpha") || strings.Contains(text, `\u0026`) {
			c.Errorf("settings.json was written anew:\n%s", text)
		}
	})
	everyHookFile(c, "tabs", "numbers", "odd space", "escapes", "one line", "no newline")
}

// B019: install and uninstall give every byte back.
func everyByteBack(c *caseRun) {
	for _, scope := range scopes {
		for _, mcp := range []bool{false, true} {
			c := c.again()
			c.put("${HOME}/.gemini/settings.json", "{\"ui\":{\"theme\":\"x\"}}")
			c.put("${PROJ}/.cursor/hooks.json", "{\"version\": 1, \"hooks\": {}}")
			c.put("${PROJ}/AGENTS.md", "# mine\n")
			flags := []string{"--" + scope}
			if mcp {
				flags = append(flags, "--mcp")
			}
			c.roundTrip(nil, flags...)
		}
	}
	everyHookFile(c, "other hooks", "empty hooks", "null hooks", "object")
	// Whatever the order of installs and uninstalls.
	c = c.again()
	before := c.tree()
	for _, host := range []string{"gemini", "claude", "cursor", "codex"} {
		c.install("--" + host)
	}
	for _, host := range []string{"cursor", "gemini", "codex", "claude"} {
		c.exits(0, "uninstall", "--"+host, "--yes")
	}
	c.same(before, "four installs and uninstalls")
}

// B020: after uninstall no hook points at a script that is gone.
func noDeadHooks(c *caseRun) {
	c.put("${HOME}/.gemini/settings.json", `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "echo mine"}]}]}}`)
	c.put("${HOME}/.cursor/hooks.json", `{"version": 1, "hooks": {"preToolUse": [{"command": "echo mine"}]}}`)
	c.install()
	for _, host := range four {
		c.hooked(host, "global")
		// A setting that the user makes meanwhile stays, and ours go all the same.
		path := hooksAt(host, "global")
		text := c.read(path)
		c.put(path, strings.Replace(text, "{", `{"added": {"later": true}, `, 1))
	}
	c.exits(0, "uninstall", "--yes", "--claude", "--codex", "--cursor", "--gemini")
	for _, host := range four {
		if mine := ours(c.hooks(host, "global")); len(mine) > 0 {
			c.Errorf("%s still has %v", host, mine)
		}
		if !strings.Contains(c.read(hooksAt(host, "global")), `"later": true`) {
			c.Errorf("%s has lost a setting of the user", host)
		}
	}
	for _, host := range []string{"gemini", "cursor"} {
		if hooks := c.hooks(host, "global"); len(hooks) != 1 || hooks[0].Command != "echo mine" {
			c.Errorf("%s: the user's hook is not as it was: %v", host, hooks)
		}
	}
}

// B036: comments and trailing commas survive.
func commentedJSON(c *caseRun) {
	c.roundTrip(nil)
	everyHookFile(c, "comments", "comment last")
}

// B037: they also do in a file with a server of the user's beside ours.
func commentedServers(c *caseRun) {
	for host, path := range mcpFiles {
		c := c.bare()
		if host == "codex" {
			continue
		}
		c.put(path, "{\n  // theme\n  \"theme\": \"nord\",\n  \"mcpServers\": {\"mine\": {\"command\": \"x\",}, /* end */ },\n}\n")
		c.roundTrip(func() {
			text := c.read(path)
			if strings.Count(text, "// theme") != 1 || strings.Count(text, "/* end */") != 1 || !strings.Contains(text, "gsd-notes") {
				c.Errorf("%s:\n%s", path, text)
			}
		}, "--mcp", "--"+host)
	}
}

// B059: hooks of a shape that we do not understand are refused before anything is
// written, or merged around.
func oddHooks(c *caseRun) {
	c.oddOrMerged("claude")
	for _, text := range []string{
		`{"hooks":[]}`, `{"hooks":"off"}`, `{"hooks":7}`, `{"hooks":{"PreToolUse":"x"}}`,
		`{"hooks":{"PreToolUse":{},"preToolUse":{},"BeforeTool":{}}}`, `{"hooks":{"SessionStart":true}}`, `{"hooks":null}`,
		`{"hooks":{"PreToolUse":null}}`, `{"hooks":{},"hooks":{}}`,
	} {
		for _, host := range four {
			c := c.bare()
			c.put(hooksAt(host, "global"), text)
			c.oddOrMerged(host)
		}
	}
}

// oddOrMerged installs for one host: it refuses and names the file, or it makes
// a full round trip.
func (c *caseRun) oddOrMerged(host string) {
	c.Helper()
	before, path := c.tree(), hooksAt(host, "global")
	text := c.read(path)
	switch r := c.gsd(c.installing("--" + host)...); r.code {
	case 0:
		c.hooked(host, "global")
		c.exits(0, "uninstall", "--yes", "--"+host)
		c.same(before, "install and uninstall around "+text)
	case 1:
		if file := strings.TrimPrefix(path, "${HOME}/"); !strings.Contains(r.err, file+":1") || strings.Contains(r.err, "goroutine") {
			c.Errorf("%s: the refusal of %s does not name %s and its line:\n%s", host, text, file, r.err)
		}
		c.same(before, "the refusal of "+text)
		c.exits(0, "uninstall", "--yes", "--"+host)
		c.same(before, "uninstall")
	default:
		c.Errorf("%s with %s: exit status %d\n%s", host, text, r.code, r.err)
	}
}

// B073: a byte order mark and CRLF stay and the hooks are in.
func windowsJSON(c *caseRun) {
	c.roundTrip(func() {
		c.hooked("claude", "global")
		c.keptLines("${HOME}/.claude/settings.json", c.spec.Setup[0].Content)
		var v struct{ Model string }
		decode(c.T, c.json("${HOME}/.claude/settings.json"), &v)
		if v.Model != "opus" {
			c.Errorf("model is %q", v.Model)
		}
	}, "--claude")
	everyHookFile(c, "bom crlf", "crlf")
}

// B079: null and nothing are empty settings, anything else but an object is
// refused by name.
func emptySettings(c *caseRun) {
	c.roundTrip(func() { c.hooked("claude", "global") })
	everyHookFile(c, "empty", "blank", "null")
	for _, text := range []string{"[]", `"x"`, "7", "true", "{} {}", "[1,2]\n", "\ufeff[]"} {
		for _, host := range four {
			c := c.bare()
			c.put(hooksAt(host, "global"), text)
			c.refuses([]string{strings.TrimPrefix(hooksAt(host, "global"), "${HOME}/")}, "--"+host)
		}
	}
}

// mcpFiles are where the four hosts keep their MCP servers, global.
var mcpFiles = map[string]string{
	"claude": "${HOME}/.claude.json", "codex": "${HOME}/.codex/config.toml",
	"cursor": "${HOME}/.cursor/mcp.json", "gemini": "${HOME}/.gemini/settings.json",
}

// B136: a server of the user's under the name we would use stays as it is.
func sameServer(c *caseRun) {
	for host, path := range mcpFiles {
		c := c.bare()
		mine := `{"mcpServers": {"gsd-notes": {"type": "http", "url": "https://mcp.test/x"}}}` + "\n"
		if host == "codex" {
			mine = "[mcp_servers.gsd-notes]\nurl = \"https://mcp.test/x\"\n"
		}
		c.put(path, mine)
		before := c.tree()
		r := c.gsd(c.installing("--mcp", "--"+host)...)
		if r.code != 0 && r.code != 1 && r.code != 3 {
			c.Errorf("%s: exit status %d\n%s", host, r.code, r.err)
		}
		if text := c.read(path); !strings.Contains(text, "https://mcp.test/x") || strings.Contains(text, "--stdio") {
			c.Errorf("%s: the user's server was overwritten:\n%s", host, text)
		}
		if r.code == 1 {
			c.same(before, "the refusal")
		} else if !strings.Contains(r.err+r.out, "gsd-notes") {
			c.Errorf("%s: nobody says that the server is left out:\n%s%s", host, r.out, r.err)
		}
		c.exits(0, "uninstall", "--yes", "--"+host)
		c.same(before, "install and uninstall for "+host)
	}
}

// B083: after two installs of different packs uninstall still gives back what was
// there first.
func firstWriteWins(c *caseRun) {
	for _, scope := range scopes {
		c := c.again()
		for i, host := range four {
			c.put(hooksAt(host, scope), fmt.Sprintf("{\"mine\": %d}", i))
		}
		before := c.tree()
		c.install("--"+scope, "--mcp")
		c.put("${PACK}/hooks/hooks.json", strings.ReplaceAll(tinyHooks, "Write|Edit", "Bash"))
		c.put("${PACK}/.mcp.json", `{"mcpServers": {"gsd-other": {"command": "gsd-other"}}}`)
		c.replace("${PACK}/pack.toml", "1.0.0", "2.0.0")
		c.install("--"+scope, "--mcp")
		for _, host := range four {
			c.hooked(host, scope)
			for _, h := range ours(c.hooks(host, scope)) {
				if strings.Contains(h.Matcher, "rite") {
					c.Errorf("%s %s: the old hook is left: %v", host, scope, h)
				}
			}
		}
		if old := c.find("gsd-notes"); len(old) > 0 {
			for _, f := range old {
				if !strings.Contains(f, ".gsd-install") {
					c.Errorf("the old server is left in %s", f)
				}
			}
		}
		c.exits(0, "uninstall", "--yes", "--"+scope)
		c.same(before, "two installs and an uninstall")
	}
}

// B109: a settings file that cannot be read makes no half install.
func brokenSettings(c *caseRun) {
	c.refuses([]string{".claude/settings.json"}, "--claude")
	for _, text := range []string{"{\"a\": 1\n", "{\"a\": }", "{'a': 1}", "{\"a\": 1}}", "\x00", "{\"a\": \"\xff\"}"} {
		for _, host := range four {
			c := c.bare()
			c.put(hooksAt(host, "global"), text)
			c.refuses([]string{strings.TrimPrefix(hooksAt(host, "global"), "${HOME}/") + ":"}, "--"+host)
			c.exits(0, "verify")
		}
	}
}

// B152: a user's file keeps its mode, scripts may be run, folders follow the umask.
func modes(c *caseRun) {
	c.put("${HOME}/.codex/hooks.json", "{} (mode 0640)")
	before := c.tree()
	c.install()
	t := c.tree()
	for path, want := range map[string]string{
		"home/.claude/settings.json": "-rw-------", "home/.codex/hooks.json": "-rw-r-----",
		"home/.claude/hooks/start.sh": "-rwxr-xr-x", "home/.agents/hooks/guard.js": "-rwxr-xr-x",
		"home/.agents/skills/gsd-help/SKILL.md": "-rw-r--r--", "home/.agents": "drwxr-xr-x",
	} {
		if mode, _, _ := strings.Cut(t[path], " "); mode != want {
			c.Errorf("%s has mode %s, want %s", path, mode, want)
		}
	}
	c.exits(0, "uninstall", "--yes", "--claude", "--codex", "--cursor", "--gemini")
	c.same(before, "uninstall")
	cmd := c.sandbox.command(c.T, c.installing()...)
	cmd.Args = append([]string{"sh", "-c", `umask 077; exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	if r := finish(c.T, cmd); r.code != 0 {
		c.Fatalf("with umask 077: %s", r.err)
	}
	for path, state := range c.tree() {
		if _, had := before[path]; !had && strings.HasPrefix(state, "d") && !strings.HasPrefix(state, "drwx------") {
			c.Errorf("with umask 077 %s has mode %s", path, state)
		}
	}
	everyMode(c.bare())
}
