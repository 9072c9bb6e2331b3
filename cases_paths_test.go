package gsdinstall_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// bodyLines returns the lines of an emitted body that begin with "x " by x.
func bodyLines(e emitted) map[string]string {
	lines := map[string]string{}
	for _, line := range strings.Split(e.body, "\n") {
		if key, rest, ok := strings.Cut(line, " "); ok {
			lines[key] = rest
		}
	}
	return lines
}

// B010: the Claude home is rewritten in each of its forms, and what only looks
// like it stays.
func claudeHome(c *caseRun) {
	c.put("${PACK}/commands/more.md", "---\nname: more\ndescription: see ~/.claude/pack/x.md\n---\n"+`k (~/.claude/pack/x.md)
l "$HOME/.claude/pack"/x.md
m @~/.claude/pack/x.md
n `+"`~/.claude/pack/x.md`"+`
o ~/.claude/pack/x.md, ~/.claude/pack.
p ${ROOT}/.claude/pack/x.md
q ~/.claude/skills/gsd-help/SKILL.md
t ~/.claude-alt/keep
u ~/.claude_keep
v ~/.claude.d/keep
w ${HOME}/.claudette
x /srv/~/.claude/keep
y $HOMES/.claude/keep
z my~/.claude/keep
1 https://docs.test/?p=~/.claude/keep
2 file:///~/.claude/keep
`)
	gone := regexp.MustCompile(`\.claude(/|"|$|\W)`)
	c.each(func(host, scope string) {
		if host == "claude" && scope == "global" {
			return
		}
		home := ".agents"
		if host == "claude" {
			home = ".claude"
		}
		prefix := map[string]string{"global": "~/", "local": ""}[scope]
		lines := bodyLines(c.emitted(commandAt(host, scope, "gsd-paths")))
		for _, key := range []string{"a", "b", "c", "d", "e"} {
			if host != "claude" && gone.MatchString(lines[key]) {
				c.Errorf("%s %s: line %s still has the Claude home: %q", host, scope, key, lines[key])
			}
			if scope == "local" && strings.ContainsAny(lines[key], "~$") {
				c.Errorf("%s %s: line %s points at the home: %q", host, scope, key, lines[key])
			}
		}
		want := map[string]string{"a": prefix + home + "/pack/x.md", "b": strings.Replace(prefix, "~", "$HOME", 1) + home + "/pack/x.md",
			"h": "~/.claudette/keep", "i": "https://docs.test/~/.claude/keep", "j": "my.claude/keep", "s": "~/.claude.json"}
		for key, line := range want {
			if lines[key] != line {
				c.Errorf("%s %s: line %s is %q, want %q", host, scope, key, lines[key], line)
			}
		}
		e := c.emitted(commandAt(host, scope, "gsd-more"))
		lines = bodyLines(e)
		tilde, dollar := prefix+home, strings.Replace(prefix, "~", "$HOME", 1)+home
		skills := tilde
		if host == "gemini" && scope == "global" {
			skills = "~/.agents"
		}
		for key, line := range map[string]string{
			"k": "(" + tilde + "/pack/x.md)", "l": `"` + dollar + `/pack"/x.md`, "m": "@" + tilde + "/pack/x.md",
			"n": "`" + tilde + "/pack/x.md`", "o": tilde + "/pack/x.md, " + tilde + "/pack.",
			"p": "${ROOT}/" + home + "/pack/x.md", "q": skills + "/skills/gsd-help/SKILL.md",
			"t": "~/.claude-alt/keep", "u": "~/.claude_keep", "v": "~/.claude.d/keep", "w": "${HOME}/.claudette",
			"x": "/srv/~/.claude/keep", "y": "$HOMES/.claude/keep", "z": "my~/.claude/keep",
			"1": "https://docs.test/?p=~/.claude/keep", "2": "file:///~/.claude/keep",
		} {
			if lines[key] != line {
				c.Errorf("%s %s: line %s is %q, want %q", host, scope, key, lines[key], line)
			}
		}
		if got, want := c.text(e, "description"), "see "+tilde+"/pack/x.md"; got != want {
			c.Errorf("%s %s: description %q, want %q", host, scope, got, want)
		}
	})
	if e := c.emitted(commandAt("claude", "global", "gsd-paths")); !strings.Contains(c.spec.Setup[0].Content, e.body) {
		c.Errorf("on Claude, global, nothing changes, but the body is %q", e.body)
	}
	everyClaudeHome(c)
}

// B039: only real calls of known commands are respelled.
func commandMentions(c *caseRun) {
	c.put("${PACK}/commands/more.md", "---\nname: more\ndescription: then /gsd:help\n---\n"+`a /gsd:help and gsd:help
b (/gsd-help), **/gsd-help**, "/gsd-help".
c ./gsd-help ../gsd-help gsd-help/ /gsd-helper /gsd-help-me /gsd-help.md
d $HOME/gsd-help ${V}/gsd-help x/gsd-help ~/gsd-help
e <gsd-help> --gsd-help /gsd-unknown /other:help
f /GSD:HELP
`)
	_, body, _ := strings.Cut(c.spec.Setup[0].Content[4:], "\n---\n")
	c.addAgent("caller", "description: d\ntools: Read", body)
	spelled := map[string]string{"claude": "/gsd-help", "codex": "$gsd-help", "cursor": "/gsd-help", "gemini": "/gsd:help"}
	c.each(func(host, scope string) {
		call := spelled[host]
		if host == "codex" {
			call = "/gsd-help" // the shared folder has no host's own spelling
		}
		check := func(e emitted, call string) {
			want := strings.NewReplacer("run /gsd-help now; `/gsd-help`;", "run "+call+" now; `"+call+"`;").Replace(body)
			if host == "gemini" && strings.Contains(e.path, "/agents/") {
				want = strings.Replace(want, "${V}", "${V:-}", 1)
			}
			if e.body != want {
				c.Errorf("%s: body %q, want %q", e.path, e.body, want)
			}
		}
		check(c.emitted(commandAt(host, scope, "gsd-slash")), call)
		check(c.emitted(agentAt(host, scope, "caller")), spelled[host])
		e := c.emitted(commandAt(host, scope, "gsd-more"))
		lines := bodyLines(e)
		for key, line := range map[string]string{
			"a": call + " and " + strings.TrimLeft(call, "/$"),
			"b": fmt.Sprintf("(%[1]s), **%[1]s**, \"%[1]s\".", call),
			"c": "./gsd-help ../gsd-help gsd-help/ /gsd-helper /gsd-help-me /gsd-help.md",
			"d": "$HOME/gsd-help ${V}/gsd-help x/gsd-help ~/gsd-help",
			"e": "<gsd-help> --gsd-help /gsd-unknown /other:help",
			"f": "/GSD:HELP",
		} {
			if lines[key] != line {
				c.Errorf("%s: line %s is %q, want %q", e.path, key, lines[key], line)
			}
		}
		if got := c.text(e, "description"); got != "then "+call {
			c.Errorf("%s: description %q", e.path, got)
		}
	})
	everyMention(c)
}

// B057: brand words stay; the instruction file gets the host's name for it.
func brandWords(c *caseRun) {
	c.addAgent("brand", "description: Knows Claude Code\ntools: Read", "Claude Code is not Cursor.\nSee CLAUDE.md, docs/CLAUDE.md and `CLAUDE.md`; CLAUDE.md5 and MY_CLAUDE.md stay.\n")
	file := map[string]string{"claude": "CLAUDE.md", "codex": "AGENTS.md", "cursor": "AGENTS.md", "gemini": "GEMINI.md"}
	c.each(func(host, scope string) {
		e := c.emitted(commandAt(host, scope, "gsd-brand"))
		want := "| Claude Code | Cursor |\nRuns in Claude Code and Cursor; see " + file[host] + "\n"
		if e.body != want {
			c.Errorf("%s: body %q, want %q", e.path, e.body, want)
		}
		e = c.emitted(agentAt(host, scope, "brand"))
		want = strings.ReplaceAll("Claude Code is not Cursor.\nSee F, docs/F and `F`; CLAUDE.md5 and MY_CLAUDE.md stay.\n", "F", file[host])
		if e.body != want || c.text(e, "description") != "Knows Claude Code" {
			c.Errorf("%s: %q, body %q, want %q", e.path, c.text(e, "description"), e.body, want)
		}
	})
	everyBrand(c)
}

// B131: a local install points at the project alone.
func localPaths(c *caseRun) {
	c.put("${PACK}/commands/more.md", "---\nname: more\ndescription: d\n---\n@$HOME/.claude/pack/x.md and @${HOME}/.claude/pack/x.md\nsee ~/.claude/pack/x.md, $HOME/.claude/pack, ${CLAUDE_CONFIG_DIR:-$HOME/.claude}/pack/x.md\n")
	c.put("${PACK}/pack/y.md", "@~/.claude/pack/x.md\n")
	c.addAgent("local", "description: d\ntools: Read", "@~/.claude/pack/x.md\n")
	c.install("--local")
	for _, host := range four {
		paths := []string{commandAt(host, "local", "gsd-loc"), commandAt(host, "local", "gsd-more"),
			agentAt(host, "local", "local"), payloadAt(host, "local") + "pack/y.md"}
		for _, path := range paths {
			text := c.read(path)
			if strings.Contains(text, "~/") || strings.Contains(text, "HOME") || strings.Contains(text, c.root) {
				c.Errorf("%s points out of the project:\n%s", path, text)
			}
			for _, ref := range regexp.MustCompile(`@([\w.][\w./-]*)`).FindAllStringSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join(c.proj, ref[1])); err != nil {
					c.Errorf("%s: the reference @%s leads nowhere", path, ref[1])
				}
			}
		}
	}
	everyLocalPath(c)
}

// B157: a default inside an expansion changes with the variable, or both stay.
func variableDefaults(c *caseRun) {
	c.put("${PACK}/commands/more.md", "---\nname: more\ndescription: d\n---\n"+`a ${CLAUDE_CONFIG_DIR:-~/.claude}/pack/x.md
b "${CLAUDE_CONFIG_DIR:-${HOME}/.claude}"/pack/x.md
c ${CLAUDE_CONFIG_DIR:-"$HOME/.claude"}/pack/x.md
d ${OTHER_DIR:-$HOME/.claude}/pack/x.md
e ${CLAUDE_CONFIG_DIR:-/opt/x}/y
`)
	half := regexp.MustCompile(`CLAUDE_CONFIG_DIR:-[^}]*\.(agents|codex|cursor|gemini)`)
	c.each(func(host, scope string) {
		env := c.emitted(commandAt(host, scope, "gsd-env"))
		more := c.emitted(commandAt(host, scope, "gsd-more"))
		if text := env.body + more.body; half.MatchString(text) {
			c.Errorf("%s %s: half rewritten:\n%s", host, scope, text)
		}
		if host == "claude" {
			return
		}
		if strings.Contains(env.body, "CLAUDE") || strings.Contains(env.body, ".claude") {
			c.Errorf("%s: body %q", env.path, env.body)
		}
		lines := bodyLines(more)
		for _, key := range []string{"a", "b", "c"} {
			if strings.Contains(lines[key], "claude") || strings.Contains(lines[key], "CLAUDE") || !strings.HasSuffix(lines[key], "/pack/x.md") || strings.Contains(lines[key], "}") && !strings.Contains(lines[key], "${HOME}") {
				c.Errorf("%s: line %s is %q", more.path, key, lines[key])
			}
		}
		if lines["e"] != "${CLAUDE_CONFIG_DIR:-/opt/x}/y" {
			c.Errorf("%s: line e is %q", more.path, lines["e"])
		}
	})
	everyDefault(c)
}

// backslashed is a path in which a folder ends with a backslash, outside of strings in which
// it is one of two.
var backslashed = regexp.MustCompile(`\.[a-z]+\\(pack|skills|hooks|agents|commands)\b`)

// B160: on Windows texts have forward slashes and hook commands are right JSON.
func windowsPaths(c *caseRun) {
	c.addCommand("ref", "description: d", "@~/.claude/pack/x.md and ~/.claude/pack\\n\n")
	for _, system := range []string{"windows", "darwin", "linux"} {
		out := filepath.Join(c.root, "out-"+system)
		for _, scope := range scopes {
			c.exits(0, "render", "--out", out, "--os", system, "--"+scope, "--pack", c.pack, "--all")
		}
		must(c, filepath.Walk(out, func(path string, info os.FileInfo, err error) error {
			if err != nil || info.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if backslashed.Match(data) {
				c.Errorf("%s: a backslash in a path:\n%s", path, data)
			}
			if strings.HasSuffix(path, ".json") && !json.Valid(data) {
				c.Errorf("%s: no JSON:\n%s", path, data)
			}
			return err
		}))
		for _, host := range four {
			for _, scope := range scopes {
				dir := filepath.Join(out, host+"-"+scope, map[string]string{"global": "home", "local": "project"}[scope])
				if _, err := os.Stat(filepath.Join(dir, strings.TrimPrefix(strings.TrimPrefix(commandAt(host, scope, "gsd-ref"), "${HOME}/"), "${PROJ}/"))); err != nil {
					c.Errorf("%s %s %s: %v", system, host, scope, err)
				}
			}
		}
	}
}
