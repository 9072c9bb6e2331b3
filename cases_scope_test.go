package gsdinstall_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ruleFiles are the files of the project's own that rules go to where a host has no
// folder for them; our block in them is all.
var ruleFiles = []string{"proj/AGENTS.md", "proj/GEMINI.md", "proj/CODEBUDDY.md"}

// B031: local scope writes nothing outside the project, and nothing into it but
// folders with a dot and instruction files.
func localOnly(c *caseRun) {
	home := c.files("${HOME}")
	for _, host := range four {
		before := c.tree()
		c.install("--local", "--"+host)
		for _, path := range c.tree().added(before) {
			if !slices.Contains(ruleFiles, path) && !strings.HasPrefix(path, "proj/.") || path == "proj/.mcp.json" {
				c.Errorf("%s: %s was made", host, path)
			}
		}
		if now := c.files("${HOME}"); !slices.Equal(home, now) {
			c.Errorf("%s: the home has %v", host, now)
		}
		c.exits(0, "verify", "--local")
		c.exits(0, "status", "--local")
		c.exits(0, "uninstall", "--local", "--yes")
		c.same(before, "install and uninstall")
	}
}

// B067: nothing is strewn into the project's root, also from a folder below it.
func projectRoot(c *caseRun) {
	c.put("${PROJ}/main.go", "package main\n")
	c.put("${PROJ}/sub/", "")
	before := c.tree()
	c.roundTrip(func() {
		for _, path := range c.tree().added(before) {
			if !slices.Contains(ruleFiles, path) && !strings.HasPrefix(path, "proj/.") {
				c.Errorf("%s was made", path)
			}
		}
	}, "--local")
	cmd := c.sandbox.command(c.T, c.installing("--local", "--project", c.proj)...)
	cmd.Dir = c.path("${PROJ}/sub")
	if r := finish(c.T, cmd); r.code != 0 || !c.exists("${PROJ}/.agents") || len(c.files("${PROJ}/sub")) > 0 {
		c.Errorf("with --project: status %d, %v\n%s", r.code, c.files("${PROJ}/sub"), r.err)
	}
	c.exits(0, "uninstall", "--local", "--yes")
	c.same(before, "install with --project")
}

// B167: a host makes its own folders and no other's.
func ownFolders(c *caseRun) {
	tops := map[string][]string{
		"claude": {".claude"}, "codex": {".agents", ".codex"}, "cursor": {".agents", ".cursor"}, "gemini": {".agents", ".gemini"},
	}
	for _, host := range four {
		c := c.bare()
		c.install("--" + host)
		if got := c.tops(); !slices.Equal(got, tops[host]) {
			c.Errorf("%s makes %v, want %v", host, got, tops[host])
		}
	}
}

// B068: what one host has does not change with the coming and going of another.
func noTraces(c *caseRun) {
	c.install("--claude")
	alone := c.tree()
	for _, host := range []string{"codex", "cursor", "gemini"} {
		c.install("--" + host)
		c.exits(0, "uninstall", "--yes", "--"+host)
		c.same(alone, "install and uninstall of "+host)
	}
	if found := c.find("codex"); len(found) > 0 {
		c.Errorf("codex is still named in %v", found)
	}
}

// tops are the names in the home.
func (c *caseRun) tops() []string {
	c.Helper()
	entries, err := os.ReadDir(c.home)
	must(c, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// B097: a host's home variable: blank is unset, "~" is the home, a relative path
// is wrong usage.
func homeVariables(c *caseRun) {
	moved := map[string]func(dir string) string{ // where an agent then lies
		"claude CLAUDE_CONFIG_DIR": func(dir string) string { return dir + "/agents/gsd-planner.md" },
		"codex CODEX_HOME":         func(dir string) string { return dir + "/agents/gsd-planner.toml" },
		"gemini GEMINI_CLI_HOME":   func(dir string) string { return dir + "/.gemini/agents/gsd-planner.md" },
	}
	for _, key := range slices.Sorted(maps.Keys(moved)) {
		host, name, _ := strings.Cut(key, " ")
		for _, value := range []string{"", "   ", "~", "~/alt", "rel/dir", "./x", "ABS", "ABS/", "~other"} {
			c := c.bare()
			value = strings.Replace(value, "ABS", filepath.Join(c.home, "moved"), 1)
			c.env = []string{name + "=" + value}
			before := c.tree()
			at := agentAt(host, "global", "gsd-planner")
			switch {
			case strings.TrimSpace(value) == "":
			case value == "~":
				at = moved[key](c.home)
			case strings.HasPrefix(value, "~/"):
				at = moved[key](filepath.Join(c.home, "alt"))
			case filepath.IsAbs(value):
				at = moved[key](filepath.Clean(value))
			default:
				r := c.exits(2, c.installing("--"+host)...)
				if !strings.Contains(r.err, name) {
					c.Errorf("%s=%q: the error does not name the variable:\n%s", name, value, r.err)
				}
				c.same(before, name+"="+value)
				c.exits(2, "uninstall", "--yes", "--"+host)
				c.exits(2, "verify", "--"+host)
				continue
			}
			if value == "~" {
				continue // Codex and Claude would write into the home itself
			}
			c.install("--" + host)
			if !c.exists(at) {
				c.Errorf("%s=%q: no %s", name, value, at)
			}
			c.exits(0, "verify", "--"+host)
			// --home leaves the variable out.
			if r := c.exits(0, "status", "--json", "--home", c.proj); strings.Contains(r.out, "gsd-planner") {
				c.Errorf("status --home sees %s", r.out)
			}
			c.exits(0, "uninstall", "--yes", "--"+host)
			c.same(before, name+"="+value)
		}
	}
	// Local scope takes no notice of them.
	c.env = []string{"CLAUDE_CONFIG_DIR=" + filepath.Join(c.home, "alt"), "CODEX_HOME=rel"}
	before := c.tree()
	if r := c.gsd(c.installing("--local", "--claude")...); r.code != 0 || !c.exists("${PROJ}/.claude/agents/gsd-planner.md") {
		c.Errorf("local: exit status %d\n%s", r.code, r.err)
	}
	c.exits(0, "uninstall", "--local", "--yes", "--claude")
	c.same(before, "a local install")
}

// B098: local scope in the home itself is wrong usage.
func localAtHome(c *caseRun) {
	before := c.tree()
	c.put("${HOME}/../link", "SYMLINK -> ${HOME}")
	for _, args := range [][]string{
		{"--local", "--claude", "--project", c.home},
		{"--local", "--claude", "--project", filepath.Join(c.root, "link")},
		{"--local", "--claude", "--home", c.proj},
		{"--local", "--codex", "--project", c.home + "/."},
	} {
		c.exits(2, c.installing(args...)...)
		c.exits(2, append([]string{"uninstall", "--yes"}, args...)...)
		c.same(before, strings.Join(args, " "))
	}
	cmd := c.sandbox.command(c.T, c.installing("--local")...)
	cmd.Dir = c.home
	if r := finish(c.T, cmd); r.code != 2 || !strings.Contains(r.err, "--global") {
		c.Errorf("in the home: exit status %d\n%s", r.code, r.err)
	}
	c.same(before, "an install in the home")
}

// B148: what is the machine's own goes to the settings that are not shared.
func sharedSettings(c *caseRun) {
	team := c.read("${PROJ}/.claude/settings.json")
	c.put("${PROJ}/.claude/settings.local.json", "{\"mine\": true}\n")
	c.roundTrip(func() {
		if got := c.read("${PROJ}/.claude/settings.json"); got != team {
			c.Errorf("settings.json is\n%s", got)
		}
		c.hooked("claude", "local", `"mine": true`)
		for _, host := range four {
			for _, f := range c.files("${PROJ}") {
				if strings.HasSuffix(f, ".md") || strings.HasSuffix(f, ".toml") || strings.HasSuffix(f, ".mdc") || strings.Contains(f, "hooks.json") {
					if text := c.read("${PROJ}/" + f); strings.Contains(text, c.root) {
						c.Errorf("%s: %s has a path of this machine in it:\n%s", host, f, text)
					}
				}
			}
		}
	}, "--local")
}
