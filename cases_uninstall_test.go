package gsdinstall_test

import (
	"os"
	"slices"
	"strings"
)

// B022, B023, B086: a name like ours proves nothing; only what is recorded goes.
func foreignFiles(c *caseRun) {
	for path, text := range map[string]string{
		"${HOME}/.codex/agents/gsd-mine.toml": "x", "${HOME}/.agents/skills/gsd-personal/SKILL.md": "x", "${HOME}/.agents/skills/gsd-help/notes.md": "x",
		"${HOME}/.gemini/commands/gsd/mine.toml": "x", "${HOME}/.cursor/agents/gsd-mine.md": "x", "${HOME}/.claude/hooks/gsd-mine.sh": "x",
		"${HOME}/.agents/pack/mine.md": "x", "${HOME}/.claude/skills/gsd-help/more/x.md": "x", "${HOME}/.agents/.gsd-installed": "x",
		"${PROJ}/.claude/commands/gsd-mine.md": "x", "${PROJ}/.agents/skills/gsd-help/x/": "", "${PROJ}/.cursor/rules/gsd-mine.mdc": "x",
		"${PROJ}/AGENTS.md": "# team\n", "${PROJ}/.gsd-install.toml": "# nothing pinned\n", "${PROJ}/.gsd-install.json": "x",
	} {
		c.put(path, text)
	}
	before := c.tree()
	for _, scope := range scopes {
		for _, args := range [][]string{{"uninstall", "--yes", "--" + scope}, {"uninstall", "--yes", "--" + scope, "--claude", "--codex", "--cursor", "--gemini"}, {"uninstall", "--yes", "--all", "--on-conflict=replace", "--" + scope}, {"-u", "--claude", "--yes", "--" + scope}} {
			r := c.exits(0, args...)
			if !strings.Contains(r.err, "nothing is installed") {
				c.Errorf("%v: %q", args, r.err)
			}
			c.same(before, strings.Join(args, " "))
		}
	}
	for _, scope := range scopes {
		c.install("--" + scope)
		for path, state := range before {
			if slices.Contains(ruleFiles, path) {
				continue // it gets our block
			}
			if now := c.tree()[path]; !strings.HasPrefix(state, "d") && now != state {
				c.Errorf("after install %s is %q", path, now)
			}
		}
	}
	for _, scope := range scopes {
		c.exits(0, "uninstall", "--yes", "--"+scope)
	}
	c.same(before, "install and uninstall")
}

// B024: an edited file of ours is never destroyed without a copy.
func editedThenGone(c *caseRun) {
	edit := "\n# my own line\n"
	for _, path := range []string{
		"${HOME}/.codex/agents/gsd-planner.toml", "${HOME}/.agents/skills/gsd-help/SKILL.md", "${HOME}/.agents/pack/x.md",
		"${HOME}/.claude/agents/gsd-planner.md", "${HOME}/.gemini/commands/gsd/help.toml", "${HOME}/.cursor/agents/gsd-planner.md",
	} {
		for _, policy := range []string{"keep", "replace", "stop"} {
			c := c.bare()
			before := c.tree()
			c.install()
			c.put(path, c.read(path)+edit)
			edited := c.tree()
			c.exits(3, "verify")
			args := []string{"uninstall", "--yes", "--on-conflict=" + policy}
			want := 3
			if policy == "replace" {
				want = 0
			}
			r := c.exits(want, args...)
			name := path[strings.Index(path, "/.")+1:]
			if policy == "stop" {
				c.same(edited, "uninstall --on-conflict=stop")
				continue
			}
			found := c.find("# my own line")
			if len(found) != 1 {
				c.Fatalf("%s, %s: the edit is in %v\n%s%s", policy, path, found, r.out, r.err)
			}
			if policy == "keep" && found[0] != path || policy == "replace" && found[0] == path {
				c.Errorf("%s, %s: the edit is in %s", policy, path, found[0])
			}
			if !strings.Contains(r.out+r.err, name) && !strings.Contains(r.out+r.err, found[0][len("${HOME}/"):]) {
				c.Errorf("%s: nobody says where the edit of %s is:\n%s%s", policy, path, r.out, r.err)
			}
			// From then on it is the user's: nothing else is left but what it was made from, and
			// nobody asks again.
			pristine := strings.Replace(found[0], "/backup/edited/", "/backup/pristine/", 1)
			if policy == "replace" && c.read(pristine)+edit != c.read(found[0]) {
				c.Errorf("%s: what it was made from is not beside it", found[0])
			}
			for _, p := range c.tree().added(before) {
				if p = "${HOME}" + strings.TrimPrefix(p, "home"); p != found[0] && p != pristine {
					c.Errorf("%s, %s: %s is left", policy, path, p)
				}
			}
			after := c.tree()
			c.exits(0, "uninstall", "--yes")
			c.exits(0, "verify")
			c.same(after, "a second uninstall")
		}
	}
	// An edited piece of ours in a file of the user's stays too.
	for _, host := range four {
		c := c.bare()
		c.put(hooksAt(host, "global"), "{\"mine\": 1}")
		c.install()
		text := c.read(hooksAt(host, "global"))
		c.put(hooksAt(host, "global"), strings.ReplaceAll(text, "guard.js", "guard.js' --mine 'x"))
		c.gsd("uninstall", "--yes")
		if text := c.read(hooksAt(host, "global")); !strings.Contains(text, "--mine") || !strings.Contains(text, "\"mine\": 1") || strings.Contains(text, "start.sh") {
			c.Errorf("%s:\n%s", hooksAt(host, "global"), text)
		}
	}
}

// B084: without records uninstall removes nothing, and says so.
func lostLedger(c *caseRun) {
	c.install("--claude")
	c.remove("${HOME}/.claude/.gsd-install")
	before := c.tree()
	r := c.exits(0, "uninstall", "--yes", "--claude")
	if !strings.Contains(r.err, "nothing is installed") {
		c.Errorf("it says %q", r.err)
	}
	c.same(before, "uninstall without a ledger")
	// repair finds what is ours by its bytes, and then it goes.
	c.exits(0, "repair", "--yes", "--claude", "--pack", c.pack)
	c.exits(0, "verify", "--claude")
	c.exits(0, "uninstall", "--yes", "--claude")
	// Nobody knows any more whether there was a settings file before.
	for _, f := range c.files("${HOME}") {
		if f != ".claude/settings.json" || strings.TrimSpace(c.read("${HOME}/"+f)) != "{}" {
			c.Errorf("after repair and uninstall there is %s", f)
		}
	}
	// A file that the user has changed since is not claimed.
	c = c.bare()
	c.install("--claude")
	c.remove("${HOME}/.claude/.gsd-install")
	path := agentAt("claude", "global", "gsd-planner")
	c.put(path, c.read(path)+"mine\n")
	c.gsd("repair", "--yes", "--claude", "--pack", c.pack)
	c.gsd("uninstall", "--yes", "--claude")
	if found := c.find("mine\n"); len(found) == 0 {
		c.Error("the edit is lost")
	}
}

// B104: a shared file stays until its last owner goes.
func lastOwner(c *caseRun) {
	for _, scope := range scopes {
		for _, second := range []string{"cursor", "gemini"} {
			c := c.bare()
			before := c.tree()
			shared := base(scope) + ".agents/pack/x.md"
			c.install("--"+scope, "--codex")
			c.install("--"+scope, "--"+second)
			c.exits(0, "uninstall", "--yes", "--"+scope, "--codex")
			if !c.exists(shared) || c.exists(base(scope)+".codex") {
				c.Errorf("%s %s: %s is gone, or .codex is not", scope, second, shared)
			}
			if second == "cursor" != c.exists(skillAt("cursor", scope, "gsd-help")) {
				c.Errorf("%s %s: the skill is there: %v", scope, second, second != "cursor")
			}
			c.exits(0, "verify", "--"+scope)
			c.exits(0, "uninstall", "--yes", "--"+scope, "--"+second)
			c.same(before, scope+": both have gone")
		}
	}
	// Changing the pack for only one of them is refused, naming both.
	c.install("--codex")
	c.install("--cursor")
	c.replace("${PACK}/pack/x.md", "# X", "# Y")
	r := c.exits(1, c.installing("--codex")...)
	if !strings.Contains(r.err, "--cursor") {
		c.Errorf("the refusal does not name the other host:\n%s", r.err)
	}
	c.exits(0, c.installing("--codex", "--cursor")...)
}

// B100: what is ours goes by its record, whatever is in it.
func unreadableOwn(c *caseRun) {
	own := c.read(c.spec.Setup[0].Path)
	before := c.tree()
	c.put("${PACK}/pack/old.md", "---\nbroken: [\n---\n")
	c.put("${PACK}/pack/old.json", "{")
	c.put("${PACK}/pack/old.toml", "= 1")
	c.install()
	for _, name := range []string{"old.md", "old.json", "old.toml"} {
		if !c.exists("${HOME}/.agents/pack/"+name) || !c.exists("${HOME}/.claude/pack/"+name) {
			c.Errorf("%s is missing", name)
		}
		must(c, os.Remove(c.path("${PACK}/pack/"+name)))
	}
	c.install()
	for _, name := range []string{"old.md", "old.json", "old.toml"} {
		if c.exists("${HOME}/.agents/pack/"+name) || c.exists("${HOME}/.claude/pack/"+name) {
			c.Errorf("%s is left", name)
		}
	}
	c.exits(0, "uninstall", "--yes")
	c.same(before, "install, upgrade and uninstall")
	if c.read(c.spec.Setup[0].Path) != own {
		c.Error("the user's file has changed")
	}
}
