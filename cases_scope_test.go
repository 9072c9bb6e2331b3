package gsdinstall_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// ruleFiles are the files of the project's own that rules go to where a host has no
// folder for them; our block in them is all.
var ruleFiles = []string{"proj/AGENTS.md", "proj/GEMINI.md", "proj/CODEBUDDY.md"}

// B031: local scope writes nothing outside the project, and nothing into it but
// folders with a dot and instruction files.
func localOnly(c *caseRun) {
	home := c.files("${HOME}")
	for _, h := range descriptors.All() {
		host, before := h.ID, c.tree()
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
	c.roundTrip(func() {
		for _, path := range c.tree().added(before) {
			if !slices.Contains(ruleFiles, path) && !strings.HasPrefix(path, "proj/.") {
				c.Errorf("with all hosts: %s was made", path)
			}
		}
	}, "--local", "--all")
}

// B167: a host makes its own folders and those it shares, and no other's.
func ownFolders(c *caseRun) {
	c.everywhere(func(h onHost) {
		alone := c.bare()
		alone.install("--"+h.ID, "--"+h.scope)
		for _, path := range alone.tree().added(c.bare().tree()) {
			if !slices.ContainsFunc(h.folders(), func(f string) bool { return strings.HasPrefix(path, f) }) {
				h.errorf("it makes %s, and its folders are %v", path, h.folders())
			}
		}
	})
	c = c.bare()
	c.install("--claude")
	if got := c.tops(); !slices.Equal(got, []string{".claude"}) {
		c.Errorf("claude makes %v", got)
	}
}

// folders are the places below the sandbox that the host's descriptor names in the
// scope: its own, those that it shares, and files in the project.
func (h onHost) folders() []string {
	var all []string
	for _, f := range h.Folders {
		if h.scope == "global" {
			all = append(all, f.Global)
		} else {
			all = append(all, f.Local)
		}
	}
	ids := []string{h.Hooks.Mount[plan.Scope(h.scope)]}
	for _, row := range h.ArtifactLayout {
		ids = append(ids, row.Mount)
	}
	for _, id := range ids {
		if s, ok := descriptors.SharedByID(id); ok && h.scope == "global" {
			all = append(all, s.Global)
		} else if ok && s.Files == nil {
			all = append(all, s.Local)
		}
	}
	root := "proj/"
	if h.scope == "global" {
		root = "home/"
		all = append(all, strings.TrimPrefix(h.ConfigHome.Name, "~/"))
	} else {
		all = append(all, h.ConfigHome.Local)
	}
	all = slices.DeleteFunc(all, func(f string) bool { return f == "" })
	for i := range all {
		all[i] = root + all[i] + "/"
	}
	if h.scope == "local" {
		all = append(all, ruleFiles...)
	}
	return all
}

// B068: what one host has does not change with the coming and going of another.
func noTraces(c *caseRun) {
	for _, first := range []string{"claude", "codex"} {
		c := c.bare()
		c.install("--" + first)
		alone := c.tree()
		for _, h := range descriptors.All() {
			if h.ID == first {
				continue
			}
			c.install("--" + h.ID)
			c.exits(0, "uninstall", "--yes", "--"+h.ID)
			c.same(alone, "install and uninstall of "+h.ID)
		}
		if found := c.find("codex"); first == "claude" && len(found) > 0 {
			c.Errorf("codex is still named in %v", found)
		}
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

// moved is where a variable of a host's with the value dir puts its home.
func moved(h descriptors.Host, e descriptors.Env, dir, home string) string {
	switch e.Means {
	case "directory":
		return dir
	case "parent":
		return filepath.Join(dir, h.ConfigHome.Name)
	case "xdg-root":
		return filepath.Join(dir, strings.TrimPrefix(h.ConfigHome.Name, ".config/"))
	}
	return filepath.Join(home, h.ConfigHome.Name) // it adds a folder and moves none
}

// B097: a host's home variable: blank is unset, "~" is the home, a relative path
// is wrong usage.
func homeVariables(c *caseRun) {
	tried, meanings := 0, map[string]bool{}
	for _, h := range descriptors.All() {
		for _, e := range h.ConfigHome.Env {
			values := []string{"rel/dir", "ABS"}
			if !meanings[e.Means] {
				values = []string{"", "   ", "~/alt", "rel/dir", "./x", "ABS", "ABS/", "~other"}
			}
			for _, value := range values {
				c.bare().homeVariable(h, e, value)
			}
			meanings[e.Means] = true
			tried++
		}
	}
	if tried < 10 {
		c.Errorf("%d variables of all hosts", tried)
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

// homeVariable installs, looks and uninstalls with one value of one variable.
func (c *caseRun) homeVariable(h descriptors.Host, e descriptors.Env, value string) {
	c.Helper()
	value = strings.Replace(value, "ABS", filepath.Join(c.home, "moved"), 1)
	c.env = []string{e.Name + "=" + value}
	before := c.tree()
	want := filepath.Join(c.home, h.ConfigHome.Name)
	switch {
	case strings.TrimSpace(value) == "":
	case strings.HasPrefix(value, "~/"):
		want = moved(h, e, filepath.Join(c.home, "alt"), c.home)
	case filepath.IsAbs(value):
		want = moved(h, e, filepath.Clean(value), c.home)
	case e.Means == "extra":
		return
	default:
		r := c.exits(2, c.installing("--"+h.ID)...)
		if !strings.Contains(r.err, e.Name) {
			c.Errorf("%s=%q: the error does not name the variable:\n%s", e.Name, value, r.err)
		}
		c.same(before, e.Name+"="+value)
		c.exits(2, "uninstall", "--yes", "--"+h.ID)
		c.exits(2, "verify", "--"+h.ID)
		return
	}
	on := c.onHosts(c.exits(0, append(c.installing("--"+h.ID), "--json")...))[0]
	made := on.made["agents/gsd-planner.md"]
	if !slices.ContainsFunc(h.ArtifactLayout, func(r descriptors.Row) bool { return r.Kind == "agents" }) {
		made = slices.Concat(slices.Collect(maps.Values(on.made))...)
	}
	if !slices.ContainsFunc(made, func(f madeFile) bool { return strings.HasPrefix(f.path, want+"/") }) {
		c.Errorf("%s %s=%q: it has %v, want it in %s", h.ID, e.Name, value, made, want)
	}
	c.exits(0, "verify", "--"+h.ID)
	// --home leaves the variable out.
	if r := c.exits(0, "status", "--json", "--home", c.proj); strings.Contains(r.out, "gsd-planner") {
		c.Errorf("status --home sees %s", r.out)
	}
	c.exits(0, "uninstall", "--yes", "--"+h.ID)
	c.same(before, e.Name+"="+value)
}

// B098: local scope in the home itself is wrong usage.
func localAtHome(c *caseRun) {
	before := c.tree()
	c.put("${HOME}/../link", "SYMLINK -> ${HOME}")
	tried := [][]string{
		{"--local", "--claude", "--project", filepath.Join(c.root, "link")},
		{"--local", "--claude", "--home", c.proj},
		{"--local", "--codex", "--project", c.home + "/."},
	}
	for _, h := range descriptors.All() {
		tried = append(tried, []string{"--local", "--" + h.ID, "--project", c.home})
	}
	for _, args := range tried {
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
		for _, f := range c.files("${PROJ}") {
			if text := c.read("${PROJ}/" + f); strings.Contains(text, c.root) && !strings.Contains(f, ".local.json") && !strings.HasPrefix(filepath.Base(f), "ledger") {
				c.Errorf("%s has a path of this machine in it:\n%s", f, text)
			}
		}
	}, "--local", "--all")
}
