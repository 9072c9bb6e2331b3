package gsdinstall_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
)

// payloadHome is the folder below the home or the project where the host has the
// pack's payload, as texts name it in this scope and as they name it in a project.
func (h onHost) payloadHome() (here, local string) {
	h.Helper()
	base := map[string]string{"global": h.home, "local": h.proj}[h.scope]
	rel, err := filepath.Rel(base, strings.TrimSuffix(h.made["pack/x.md"][0].path, "/pack/x.md"))
	must(h, err)
	if rel == ".agents" {
		return rel, rel
	}
	return rel, h.ConfigHome.Local
}

// inShared reports whether a file lies in a folder whose texts name no host.
func (h onHost) inShared(path string) bool { return strings.Contains(path, "/.agents/skills/") }

// everyClaudeHome checks on each host how the forms of the Claude home are spelled.
func everyClaudeHome(c *caseRun) {
	c.Helper()
	gone := regexp.MustCompile(`\.claude(/|"|$|\W)`)
	c.everywhere(func(h onHost) {
		if h.Text.Native && h.scope == "global" {
			return
		}
		home, inProject := h.payloadHome()
		tilde, dollar := "~/"+home, "$HOME/"+home
		if h.scope == "local" {
			tilde, dollar = home, home
		}
		e, ok := h.item("commands/paths.md")
		if !ok {
			h.errorf("nothing is made of a command")
			return
		}
		lines := bodyLines(e)
		for _, key := range []string{"a", "b", "c", "d", "e"} {
			if !h.Text.Native && gone.MatchString(lines[key]) || h.scope == "local" && strings.ContainsAny(lines[key], "~$") {
				h.errorf("line %s: %q", key, lines[key])
			}
		}
		more, _ := h.item("commands/more.md")
		for key, line := range bodyLines(more) {
			lines[key] = line
		}
		for key, want := range map[string]string{
			"h": "~/.claudette/keep", "i": "https://docs.test/~/.claude/keep", "j": "my.claude/keep", "s": "~/.claude.json",
			"k": "(" + tilde + "/pack/x.md)", "l": `"` + dollar + `/pack"/x.md`, "m": "@" + tilde + "/pack/x.md",
			"n": "`" + tilde + "/pack/x.md`", "o": tilde + "/pack/x.md, " + tilde + "/pack.", "p": "${ROOT}/" + inProject + "/pack/x.md",
			"t": "~/.claude-alt/keep", "u": "~/.claude_keep", "v": "~/.claude.d/keep", "w": "${HOME}/.claudette", "x": "/srv/~/.claude/keep",
			"y": "$HOMES/.claude/keep", "z": "my~/.claude/keep", "1": "https://docs.test/?p=~/.claude/keep", "2": "file:///~/.claude/keep",
		} {
			if lines[key] != want {
				h.errorf("line %s is %q, want %q", key, lines[key], want)
			}
		}
	})
}

// call is how a text of the file at path spells the command gsd-help.
func (h onHost) call(path string) string {
	style := h.Text.Command
	if s, ok := descriptors.SharedByID("agents"); ok && h.inShared(path) {
		style = s.Text.Command
	}
	return strings.NewReplacer("{name}", "gsd-help", "{prefix}", "gsd", "{short}", "help").Replace(style)
}

// everyMention checks on each host that real calls of known commands are respelled.
func everyMention(c *caseRun) {
	c.Helper()
	c.everywhere(func(h onHost) {
		e, ok := h.item("commands/more.md")
		if !ok {
			return
		}
		call, lines := h.call(e.path), bodyLines(e)
		for key, want := range map[string]string{
			"a": call + " and " + strings.TrimLeft(call, "/$"),
			"b": fmt.Sprintf("(%[1]s), **%[1]s**, \"%[1]s\".", call),
			"c": "./gsd-help ../gsd-help gsd-help/ /gsd-helper /gsd-help-me /gsd-help.md",
			"d": "$HOME/gsd-help ${V}/gsd-help x/gsd-help ~/gsd-help",
			"e": "<gsd-help> --gsd-help /gsd-unknown /other:help",
			"f": "/GSD:HELP",
		} {
			if lines[key] != want {
				h.errorf("%s: line %s is %q, want %q", e.path, key, lines[key], want)
			}
		}
		if agent, ok := h.item("agents/caller.md"); ok && !strings.Contains(agent.body, "run "+h.call(agent.path)+" now") {
			h.errorf("%s: body %q", agent.path, agent.body)
		}
	})
}

// everyBrand checks on each host that brand words stay and that the instruction file
// has the host's name.
func everyBrand(c *caseRun) {
	c.Helper()
	shared, _ := descriptors.SharedByID("agents")
	c.everywhere(func(h onHost) {
		for source, text := range map[string]string{
			"commands/brand.md": "| Claude Code | Cursor |\nRuns in Claude Code and Cursor; see F\n",
			"agents/brand.md":   "Claude Code is not Cursor.\nSee F, docs/F and `F`; CLAUDE.md5 and MY_CLAUDE.md stay.\n",
		} {
			e, ok := h.item(source)
			if !ok {
				continue
			}
			file := h.Text.InstructionFile
			if h.inShared(e.path) || strings.Contains(e.path, ".agent.md") {
				file = shared.Text.InstructionFile
			}
			if want := strings.ReplaceAll(text, "F", file); !strings.Contains(e.body, want) {
				h.errorf("%s: body %q, want %q", e.path, e.body, want)
			}
		}
	})
}

var localReference = regexp.MustCompile(`@([\w.][\w./-]*)`)

// everyLocalPath checks on each host that texts of a local install point at the
// project alone, and at what is there.
func everyLocalPath(c *caseRun) {
	c.Helper()
	for _, h := range c.onHosts(c.exits(0, "install", "--yes", "--json", "--pack", c.pack, "--all", "--local")) {
		for _, source := range []string{"commands/loc.md", "commands/more.md", "agents/local.md", "pack/y.md"} {
			for _, f := range h.made[source] {
				text := c.read(f.path)
				if strings.Contains(text, "~/") || strings.Contains(text, "HOME") || strings.Contains(text, c.root) {
					h.errorf("%s points out of the project:\n%s", f.path, text)
				}
				for _, ref := range localReference.FindAllStringSubmatch(text, -1) {
					if _, err := os.Stat(filepath.Join(c.proj, ref[1])); err != nil {
						h.errorf("%s: the reference @%s leads nowhere", f.path, ref[1])
					}
				}
			}
		}
	}
}

// everyDefault checks on each host that a default inside an expansion changes with the
// variable, or both stay.
func everyDefault(c *caseRun) {
	c.Helper()
	c.everywhere(func(h onHost) {
		env, _ := h.item("commands/env.md")
		more, ok := h.item("commands/more.md")
		if !ok || h.Text.Native {
			return
		}
		home, _ := h.payloadHome()
		if text := env.body + more.body; regexp.MustCompile(`CLAUDE_CONFIG_DIR:-[^}]*` + regexp.QuoteMeta(home)).MatchString(text) {
			h.errorf("half rewritten:\n%s", text)
		}
		lines := bodyLines(more)
		for _, key := range []string{"a", "b", "c"} {
			if strings.Contains(strings.ToLower(lines[key]), "claude") || !strings.HasSuffix(lines[key], "/pack/x.md") {
				h.errorf("%s: line %s is %q", more.path, key, lines[key])
			}
		}
		if lines["e"] != "${CLAUDE_CONFIG_DIR:-/opt/x}/y" {
			h.errorf("%s: line e is %q", more.path, lines["e"])
		}
	})
}
