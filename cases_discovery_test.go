package gsdinstall_test

import (
	"strings"
)

// B045: verify says what a host sees twice.
func seenTwice(c *caseRun) {
	c.install()
	c.install("--opencode")
	r := c.exits(0, "verify")
	if !strings.Contains(r.err, "~/.claude/skills: Cursor reads this folder too") {
		c.Errorf("verify says\n%s", r.err)
	}
	var all []planned
	decode(c.T, []byte(c.exits(0, "verify", "--json").out), &all)
	for _, p := range all {
		text := ""
		for _, n := range p.Notes {
			text += n.Path + " " + n.Message + "\n"
		}
		switch p.Host {
		case "cursor", "opencode": // read Claude's skills beside the shared ones
			if !strings.Contains(text, ".claude/skills") {
				c.Errorf("%s: no note about .claude/skills:\n%s", p.Host, text)
			}
		case "gemini": // reads the shared skills beside its own commands
			if !strings.Contains(text, ".agents/skills") {
				c.Errorf("gemini: no note about .agents/skills:\n%s", text)
			}
		case "claude", "codex":
			if text != "" {
				c.Errorf("%s: %s", p.Host, text)
			}
		}
	}
	plans := c.plan()
	found := false
	for _, p := range plans {
		for _, n := range p.Notes {
			found = found || p.Host == "cursor" && strings.Contains(n.Path+n.Message, ".claude/skills")
		}
	}
	if !found {
		c.Error("plan has no such note for cursor")
	}
	// Alone, neither sees anything twice.
	c = c.bare()
	c.install("--cursor")
	decode(c.T, []byte(c.exits(0, "verify", "--json").out), &all)
	for _, n := range all[0].Notes {
		c.Errorf("cursor alone: %s %s", n.Path, n.Message)
	}
}

// B151: nothing makes a skill appear twice.
func noSidecars(c *caseRun) {
	for _, scope := range scopes {
		c.install("--" + scope)
		for _, f := range append(c.files("${HOME}"), c.files("${PROJ}")...) {
			if strings.HasSuffix(f, "openai.yaml") || strings.Contains(f, ".codex/skills") || strings.Contains(f, ".codex/prompts") ||
				strings.Contains(f, ".gemini/skills") || strings.Contains(f, ".cursor/skills") || strings.Contains(f, ".cursor/commands") {
				c.Errorf("%s: %s", scope, f)
			}
		}
	}
}

// B044: a foreign item of the same name in another folder of the host's own is a
// conflict; in the end there is one.
func foreignTwin(c *caseRun) {
	const theirs = ".codex/skills/gsd-help/SKILL.md"
	for _, scope := range scopes {
		for _, policy := range []string{"keep", "replace"} {
			c := c.again()
			if scope == "local" {
				c.remove("${HOME}/.codex")
				c.put("${PROJ}/"+theirs, c.spec.Setup[0].Content)
			}
			c.put("${PACK}/commands/help.md", "---\nname: help\ndescription: d\n---\nHelp.\n")
			before, ours := c.tree(), skillAt("codex", scope, "gsd-help")
			args := c.installing("--codex", "--"+scope, "--on-conflict="+policy)
			copies := func() (n int) {
				for _, p := range []string{base(scope) + theirs, ours} {
					if c.exists(p) {
						n++
					}
				}
				return n
			}
			if policy == "keep" {
				r := c.exits(3, args...)
				for _, name := range []string{theirs, ".agents/skills/gsd-help/SKILL.md"} {
					if !strings.Contains(r.out, name) {
						c.Errorf("%s: %s is not named:\n%s", scope, name, r.out)
					}
				}
				if c.exists(ours) {
					c.Errorf("%s: ours was written", scope)
				}
			} else {
				c.exits(0, args...)
			}
			if n := copies(); n != 1 {
				c.Errorf("%s, %s: %d copies", scope, policy, n)
			}
			c.exits(0, "verify", "--codex", "--"+scope)
			c.exits(0, "uninstall", "--codex", "--"+scope)
			c.same(before, scope+" "+policy)
		}
	}
}
