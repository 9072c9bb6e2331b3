package gsdinstall_test

import (
	"strings"
)

// B045: verify says what a host sees twice.
func seenTwice(c *caseRun) {
	c.install()
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
		case "cursor": // reads Claude's skills beside the shared ones
			if !strings.Contains(text, ".claude/skills") {
				c.Errorf("cursor: no note about .claude/skills:\n%s", text)
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
