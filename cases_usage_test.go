package gsdinstall_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// B035: wrong words are wrong usage, and nothing is written.
func wrongWords(c *caseRun) {
	before := c.tree()
	for _, args := range [][]string{
		{"--nosuch"}, {"--claud"}, {"--claud", "--global"}, {"--claude", "--nosuch"}, {"--claude", "--profile", "nosuch"},
		{"--claude", "--pack", "nosuch:word"}, {"--claude", "--on-conflict", "maybe"}, {"claude"}, {"--claude", "codex"},
		{"instal", "--claude"}, {"uninstall", "--claud"}, {"verify", "--nosuch"}, {"--claude", "--config-dir"},
		{"--claude", "--config-dir", "x", "--local"}, {"--claude", "--codex", "--config-dir", "/x"}, {"--claude", "--home", "/no/such/home"},
		{"--claude", "--local", "--project", "/no/such/project"}, {"-x"}, {"--claude=maybe"}, {"repair", "--codx"}, {"status", "word"},
		{"--claude", "--profile", ""}, {"hosts", "nosuch"}, {"hosts", "show", "nosuch"}, {"hosts", "show"},
	} {
		if slices.Equal(args, []string{"--claude", "--profile", ""}) {
			continue // an empty profile is none
		}
		r := c.exits(2, args...)
		if r.out != "" || !strings.Contains(r.err, "gsd-install: ") || strings.Contains(r.err, "goroutine") {
			c.Errorf("%v: stdout %q, stderr %q", args, r.out, r.err)
		}
		c.same(before, strings.Join(args, " "))
	}
	for word, near := range map[string]string{"--claud": "--claude", "--codx": "--codex", "--globl": "--global", "--on-conflit": "--on-conflict"} {
		if r := c.exits(2, word); !strings.Contains(r.err, near) {
			c.Errorf("%s: %s is not named:\n%s", word, near, r.err)
		}
	}
	r := c.exits(2, "--claud", "--json")
	var v struct {
		Error struct{ Message, Hint string }
	}
	decode(c.T, []byte(r.out), &v)
	if !strings.Contains(v.Error.Message, "--claud") || !strings.Contains(v.Error.Hint, "--claude") {
		c.Errorf("as JSON: %s", r.out)
	}
}

// B108: nobody is asked and no host is guessed without a terminal.
func noTerminal(c *caseRun) {
	before := c.tree()
	for _, args := range [][]string{nil, {"install"}, {"--global"}, {"--yes"}, {"--pack", c.pack}, {"--json"}, {"--detected"}, {"plan"}, {"install", "--dry-run"}} {
		if r := c.exits(2, args...); !strings.Contains(r.err+r.out, "host") && !slices.Contains(args, "--detected") {
			c.Errorf("%v: %s", args, r.err)
		}
		c.same(before, strings.Join(args, " "))
	}
	for _, args := range [][]string{{"verify"}, {"status"}, {"uninstall", "--yes"}, {"repair", "--yes"}, {"--help"}, {"--version"}, {"hosts"}} {
		c.exits(0, args...)
		c.same(before, strings.Join(args, " "))
	}
}

// B110: a dry run lists what the install then writes, and writes nothing.
func dryRun(c *caseRun) {
	for _, scope := range scopes {
		c := c.bare()
		c.put("${HOME}/.gemini/settings.json", "{}")
		before, stamps := c.tree(), c.stamps()
		var listed, again []planned
		decode(c.T, []byte(c.exits(0, c.installing("--"+scope, "--dry-run", "--json")...).out), &listed)
		decode(c.T, []byte(c.exits(0, append([]string{"plan", "--json"}, c.installing("--" + scope)[2:]...)...).out), &again)
		c.exits(0, c.installing("--"+scope, "--dry-run")...)
		c.exits(0, "verify", "--"+scope)
		c.sameStamps(stamps, "a dry run and verify")
		want := c.changed(listed, "create")
		if !slices.Equal(want, c.changed(again, "create")) {
			c.Error("plan and --dry-run differ")
		}
		c.install("--" + scope)
		if got := c.tree().added(before); !slices.Equal(got, want) {
			c.Errorf("%s: listed\n%s\nwritten\n%s", scope, strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
		installed := c.stamps()
		c.exits(0, "verify", "--"+scope)
		c.exits(0, "plan", "--"+scope, "--claude")
		c.exits(0, "uninstall", "--dry-run", "--"+scope)
		c.exits(0, "repair", "--dry-run", "--"+scope)
		c.sameStamps(installed, "dry runs after the install")
		decode(c.T, []byte(c.exits(0, "uninstall", "--dry-run", "--json", "--"+scope).out), &listed)
		gone := c.changed(listed, "remove")
		full := c.tree()
		c.exits(0, "uninstall", "--yes", "--"+scope)
		if got := full.added(c.tree()); !slices.Equal(got, gone) {
			c.Errorf("%s: listed to remove\n%s\nremoved\n%s", scope, strings.Join(gone, "\n"), strings.Join(got, "\n"))
		}
	}
}

// changed are the paths below the sandbox that plans list with an action, each once.
func (c *caseRun) changed(all []planned, action string) []string {
	c.Helper()
	var paths []string
	for _, p := range all {
		for _, ch := range p.Changes {
			if ch.Action != action {
				continue
			}
			rel, err := filepath.Rel(c.root, filepath.Join(p.Roots[ch.Root], ch.Path))
			must(c, err)
			paths = append(paths, rel)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// B153: both scopes at once are wrong usage.
func bothScopes(c *caseRun) {
	before := c.tree()
	for _, args := range [][]string{
		{"--claude", "--global", "--local"}, {"--claude", "-g", "-l"}, {"uninstall", "-gl"}, {"verify", "-g", "--local"},
		{"status", "-gl"}, {"repair", "-gl"}, {"plan", "--claude", "-gl"}, {"--claude", "--minimal", "--profile", "full"},
	} {
		c.exits(2, args...)
		c.same(before, strings.Join(args, " "))
	}
}

// B155: two sources that would be one file somewhere are refused, both named.
func caseCollision(c *caseRun) {
	c.refuses([]string{"commands/Help.md", "commands/help.md"})
	for _, pair := range [][2]string{
		{"commands/Tool.md", "commands/tool.md"}, {"commands/gsd-tool.md", "commands/tool.md"}, {"commands/a b.md", "commands/a-b.md"},
		{"commands/sub/tool.md", "commands/tool.md"}, {"agents/Scout.md", "agents/scout.md"}, {"skills/A/SKILL.md", "skills/a/SKILL.md"},
		{"commands/tool.md", "skills/gsd-tool/SKILL.md"}, {"pack/A.md", "pack/a.md"}, {"rules/A.md", "rules/a.md"},
	} {
		c := c.bare()
		for _, path := range pair {
			c.put("${PACK}/"+path, "---\ndescription: d\n---\nDo the thing.\n")
		}
		c.refuses([]string{pair[0], pair[1]}, "--local")
	}
	c = c.bare()
	c.addAgent("one", "description: d", "x\n")
	c.put("${PACK}/agents/two.md", "---\nname: ONE\ndescription: d\n---\nx\n")
	c.refuses([]string{"agents/one.md", "agents/two.md"})
}

// B101: a file that looks like ours and is in no record is kept and named, and
// the rest is installed.
func lookAlike(c *caseRun) {
	c.addAgent("gsd-mine", "description: d\ntools: Read", "You are a worker.\n")
	path := "${HOME}/.claude/agents/gsd-mine.md"
	before := c.tree()
	r := c.exits(3, c.installing("--claude")...)
	if !strings.Contains(r.out+r.err, "agents/gsd-mine.md") || !strings.Contains(r.err, "--on-conflict=replace") {
		c.Errorf("it is not reported:\n%s%s", r.out, r.err)
	}
	if c.read(path) != "x" || !c.exists(commandAt("claude", "global", "gsd-help")) {
		c.Error("it was not kept, or the rest is missing")
	}
	c.exits(3, c.installing("--claude")...)
	if plan := c.plan("--claude"); !slices.ContainsFunc(plan[0].Changes, func(ch struct{ Action, Root, Path, Why string }) bool {
		return ch.Action == "conflict" && ch.Path == "agents/gsd-mine.md"
	}) {
		c.Error("plan lists no conflict")
	}
	c.exits(3, "plan", "--claude", "--pack", c.pack)
	c.exits(0, "uninstall", "--yes", "--claude")
	c.same(before, "an install with a conflict and its uninstall")
	c.exits(3, c.installing("--claude", "--on-conflict=stop")...)
	c.same(before, "--on-conflict=stop")
	c.exits(0, c.installing("--claude", "--on-conflict=replace")...)
	if !strings.Contains(c.read(path), "You are a worker.") {
		c.Error("it was not replaced")
	}
	c.exits(0, "verify")
	c.exits(0, "uninstall", "--yes", "--claude")
	c.same(before, "replace and uninstall")
	// What has our bytes already was the user's before, and stays.
	c.remove(path)
	c.install("--claude")
	text := c.read(commandAt("claude", "global", "gsd-help"))
	c.exits(0, "uninstall", "--yes", "--claude")
	c.put(commandAt("claude", "global", "gsd-help"), text)
	before = c.tree()
	c.roundTrip(nil, "--claude")
	c.same(before, "a round trip over an equal file")
}

// B102: records of our own that cannot be read: ownership is unknown until
// repair has made them anew.
func brokenLedger(c *caseRun) {
	for _, bad := range []string{"{bad", "", "null", "[]", `{"schema": 0}`, "\x00"} {
		c := c.again()
		c.put("${HOME}/.claude/settings.json", "{\n  \"mine\": 1\n}\n")
		c.install("--claude")
		want := c.tree()
		ledger := "${HOME}/.claude/.gsd-install/ledger.json"
		must(c, os.WriteFile(c.path(ledger), []byte(bad), 0o644))
		before := c.tree()
		for _, args := range [][]string{c.installing("--claude"), {"uninstall", "--yes", "--claude"}} {
			r := c.exits(1, args...)
			if !strings.Contains(r.err, "ledger.json") || !strings.Contains(r.err, "repair") || strings.Contains(r.err, "goroutine") {
				c.Errorf("%q: %s", bad, r.err)
			}
			c.same(before, strings.Join(args, " "))
		}
		c.exits(0, "repair", "--yes", "--claude", "--pack", c.pack)
		c.exits(0, "verify", "--claude")
		for path, state := range c.tree() {
			if want[path] != state && !strings.Contains(path, ".gsd-install") {
				c.Errorf("%q: after repair %s is %s, want %s", bad, path, state, want[path])
			}
		}
		c.exits(0, "uninstall", "--yes", "--claude")
		if files := c.files("${HOME}/.claude"); !slices.Equal(files, []string{"gsd-install-state.json", "settings.json"}) {
			c.Errorf("%q: after repair and uninstall there is %v", bad, files)
		}
		var settings map[string]any
		if err := json.Unmarshal(c.json("${HOME}/.claude/settings.json"), &settings); err != nil || len(settings) != 1 {
			c.Errorf("%q: settings.json is %v, %v", bad, settings, err)
		}
	}
}
