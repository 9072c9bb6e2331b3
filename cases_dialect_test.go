package gsdinstall_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
)

// agentKeys are the keys that a host takes in an agent's file. Gemini drops an
// agent with any other, Codex too.
var agentKeys = map[string][]string{
	"codex":  {"name", "description", "sandbox_mode"},
	"cursor": {"name", "description", "readonly"},
	"gemini": {"name", "description", "tools"},
}

// strictAgent checks that an agent has keys of its host only and no value that
// stands for another host's.
func (c *caseRun) strictAgent(host, scope, name string) emitted {
	c.Helper()
	e := c.emitted(agentAt(host, scope, name))
	for key := range e.meta {
		if allowed, ok := agentKeys[host]; ok && !slices.Contains(allowed, key) {
			c.Errorf("%s: key %q", e.path, key)
		}
	}
	if c.text(e, "name") != name || strings.TrimSpace(c.text(e, "description")) == "" {
		c.Errorf("%s: name %q, description %q", e.path, e.meta["name"], e.meta["description"])
	}
	return e
}

// B027, B040: a description is cut at the host's limit, counted in characters, on
// a word where there is one, and the plan says so.
func longDescription(c *caseRun) {
	texts := map[string]string{
		"exact":  strings.Repeat("a", 1023) + ".",
		"over":   strings.Repeat("a", 1025),
		"accent": strings.Repeat("é ", 700),
		"joined": strings.Repeat("👩‍💻", 400),
	}
	for stem, text := range texts {
		c.addCommand(stem, fmt.Sprintf("description: %q", text), "Do the thing.\n")
	}
	own := strings.TrimSuffix(strings.TrimPrefix(c.spec.Setup[0].Path, "${PACK}/commands/"), ".md")
	_, line, _ := strings.Cut(c.spec.Setup[0].Content, "description: \"")
	texts[own], _, _ = strings.Cut(line, "\"")
	c.each(func(host, scope string) {
		for _, stem := range slices.Sorted(maps.Keys(texts)) {
			e := c.emitted(commandAt(host, scope, "gsd-"+stem))
			got, source := c.text(e, "description"), texts[stem]
			if !utf8.ValidString(got) || strings.ContainsRune(got, utf8.RuneError) {
				c.Errorf("%s: the description has half a character", e.path)
			}
			if host == "claude" || host == "gemini" || utf8.RuneCountInString(source) <= 1024 {
				if got != source {
					c.Errorf("%s: description %q, want it whole", e.path, got)
				}
				continue
			}
			kept, cut := strings.CutSuffix(got, "…")
			if n := utf8.RuneCountInString(got); n > 1024 || n < 512 || !cut || !strings.HasPrefix(source, kept) {
				c.Errorf("%s: %d characters, ends %q", e.path, n, got[max(0, len(got)-20):])
			}
			if rest := source[len(kept):]; strings.Contains(source, " ") && !strings.HasPrefix(rest, " ") {
				c.Errorf("%s: cut inside a word: %q", e.path, kept[max(0, len(kept)-20):])
			}
		}
	})
	if notes := notesOf(c.plan("--codex"), "codex", "shortened"); len(notes) == 0 {
		c.Error("no note says that a description was cut")
	}
	everyDescription(c, texts)
}

// B028: keys of Claude's are dropped as whole blocks, and the plan says so.
func claudeOnlyKeys(c *caseRun) {
	c.addAgent("more", "description: d\ntools: Read\nmcpServers:\n  ctx:\n    command: x\nmemory: user\nisolation: worktree\nmaxTurns: 3\ncolor: blue", "You are a worker.\n")
	c.each(func(host, scope string) {
		for _, name := range []string{"extra", "more"} {
			e := c.strictAgent(host, scope, name)
			if e.body != "You are a worker.\n" {
				c.Errorf("%s: body %q", e.path, e.body)
			}
			if host != "claude" && (strings.Contains(e.head, "matcher") || strings.Contains(e.head, "echo hi") || strings.Contains(e.head, "ctx")) {
				c.Errorf("%s: part of a dropped block is left:\n%s", e.path, e.head)
			}
		}
	})
	plans := c.plan()
	for _, host := range []string{"codex", "cursor", "gemini"} {
		notes := strings.Join(notesOf(plans, host, "field-lost"), "\n")
		for _, key := range []string{"skills", "permissionMode", "hooks", "memory", "mcpServers"} {
			if !strings.Contains(notes, key) {
				c.Errorf("%s: no note says that %s is lost:\n%s", host, key, notes)
			}
		}
		if lost := strings.Join(notesOf(plans, host, "tool-lost"), "\n"); host == "gemini" && !strings.Contains(lost, "SlashCommand") {
			c.Errorf("%s: no note says that SlashCommand is lost:\n%s", host, lost)
		}
	}
	everyAgent(c, []string{"extra", "more"}, func(h onHost, name string, e emitted) {
		if strings.Contains(e.head, "echo hi") && !h.Text.Native {
			h.errorf("part of a dropped block is left:\n%s", e.head)
		}
		for _, key := range []string{"skills", "memory"} {
			if has := slices.ContainsFunc(h.keys("agents"), func(k descriptors.Key) bool { return k.Key == key }); !has && !h.noted("field-lost", key) {
				h.errorf("no note says that %s is lost: %v", key, h.notes)
			}
		}
	})
}

// B029: a list of tools is the same in each form that Claude takes.
func toolForms(c *caseRun) {
	groups := map[string]map[string]string{
		"plain": {
			"text": "tools: Read, Grep", "block": "tools:\n  - Read\n  - Grep", "flow": "tools: [Read, Grep]",
			"quoted": `tools: ["Read", 'Grep']`, "string": `tools: "Read, Grep"`, "tight": "tools: Read,Grep", "dedent": "tools:\n- Read\n- Grep",
		},
		"pattern": {
			"text": "tools: Read, Bash(git *)", "block": "tools:\n  - Read\n  - Bash(git *)", "flow": `tools: [Read, "Bash(git *)"]`,
		},
		"comma": {"text": "tools: Bash(git add, git rm), Read", "block": "tools:\n  - Bash(git add, git rm)\n  - Read"},
		"write": {"text": "tools: Edit, Write", "block": "tools:\n  - Edit\n  - Write"},
	}
	for group, forms := range groups {
		for form, line := range forms {
			c.addAgent(group+"-"+form, "description: d\n"+line, "You are a worker.\n")
		}
	}
	c.each(func(host, scope string) {
		for group, forms := range groups {
			first := ""
			for _, form := range slices.Sorted(maps.Keys(forms)) {
				e := c.strictAgent(host, scope, group+"-"+form)
				tools := c.list(e, "tools")
				slices.Sort(tools)
				grant := fmt.Sprint(tools, e.meta["sandbox_mode"], e.meta["readonly"])
				if first == "" {
					first = grant
				}
				if grant != first {
					c.Errorf("%s: grants %s, another form %s", e.path, grant, first)
				}
			}
		}
	})
	want := map[string]string{"plain-flow": "[grep_search read_file]", "pattern-block": "[read_file run_shell_command]"}
	for name, tools := range want {
		got := c.list(c.emitted(agentAt("gemini", "global", name)), "tools")
		slices.Sort(got)
		if fmt.Sprint(got) != tools {
			c.Errorf("gemini %s: tools %v, want %s", name, got, tools)
		}
	}
	sameGrants(c, groups)
}

// geminiTools are the tools that Gemini gives to an agent by name.
var geminiTools = []string{
	"activate_skill", "ask_user", "glob", "google_web_search", "grep_search", "list_directory", "read_file",
	"replace", "run_shell_command", "web_fetch", "write_file", "write_todos",
}

// B048, B051: Gemini's tools are a list of names it knows.
func geminiAgent(c *caseRun) {
	c.addAgent("most", "description: d\ntools: Read, Write, Edit, MultiEdit, Bash, Grep, Glob, LS, WebFetch, WebSearch, TodoWrite, Task, NotebookEdit, mcp__ctx__find\ncolor: blue", "You are a worker.\n")
	name := strings.TrimSuffix(strings.TrimPrefix(c.spec.Setup[0].Path, "${PACK}/agents/"), ".md")
	c.install("--gemini")
	for _, name := range []string{name, "most"} {
		e := c.strictAgent("gemini", "global", name)
		if _, ok := e.meta["tools"].([]any); !ok {
			c.Fatalf("%s: tools is %T", e.path, e.meta["tools"])
		}
		tools := c.list(e, "tools")
		for i, tool := range tools {
			if !slices.Contains(geminiTools, tool) && !strings.HasPrefix(tool, "mcp_ctx_") || slices.Contains(tools[:i], tool) {
				c.Errorf("%s: tool %q", e.path, tool)
			}
		}
		if !slices.Contains(tools, "read_file") || !slices.Contains(tools, "run_shell_command") {
			c.Errorf("%s: tools %v", e.path, tools)
		}
	}
	lost := strings.Join(notesOf(c.plan("--gemini"), "gemini", "tool-lost"), "\n")
	if !strings.Contains(lost, "NotebookEdit") || !strings.Contains(lost, "Task") {
		c.Errorf("no note says which tools are lost:\n%s", lost)
	}
	c.addAgent("none", "description: d\ntools: Task, NotebookEdit", "You are a worker.\n")
	c.remove("${HOME}/.gemini")
	c.bareHome()
	c.refuses([]string{"agents/none.md", "Task"}, "--gemini")
}

// bareHome empties the home.
func (c *caseRun) bareHome() {
	c.Helper()
	must(c, os.RemoveAll(c.home))
	must(c, os.MkdirAll(c.home, 0o755))
}

// B063: without a tools key an agent has all tools, and no list says otherwise.
func allTools(c *caseRun) {
	c.addAgent("blank", "description: d\ntools:", "You are a worker.\n")
	c.each(func(host, scope string) {
		for _, name := range []string{"nt", "blank"} {
			e := c.strictAgent(host, scope, name)
			for _, key := range []string{"tools", "sandbox_mode", "readonly"} {
				if v, ok := e.meta[key]; ok {
					c.Errorf("%s: %s is %v", e.path, key, v)
				}
			}
		}
	})
	everyAgent(c, []string{"nt", "blank"}, func(h onHost, name string, e emitted) {
		for _, from := range []string{"tools", "sandbox", "readonly", "denied-tools"} {
			key, _ := h.keyFrom("agents", from)
			if v, ok := e.meta[key]; key != "" && ok {
				h.errorf("%s: %s is %v", e.path, key, v)
			}
		}
	})
}

// B064: a colour with a hash stays a string.
func hashColour(c *caseRun) {
	c.addAgent("hy", "description: d\ntools: Read\ncolor: '#123'", "You are a worker.\n")
	c.each(func(host, scope string) {
		for name, want := range map[string]string{"hx": "#ff00aa", "hy": "#123"} {
			e := c.strictAgent(host, scope, name)
			if v, ok := e.meta["color"]; ok != (host == "claude") || ok && v != any(want) {
				c.Errorf("%s: color %#v", e.path, v)
			}
		}
	})
	everyAgent(c, []string{"hx", "hy"}, func(h onHost, name string, e emitted) {
		if v, ok := e.meta["color"]; ok && v != any(map[string]string{"hx": "#ff00aa", "hy": "#123"}[name]) {
			h.errorf("%s: color %#v", e.path, v)
		}
	})
}

// B070: an agent without a description gets one.
func noDescription(c *caseRun) {
	c.addAgent("empty", "description:\ntools: Read", "# A scout\n\nLooks around. Then more.\n")
	c.addAgent("spaces", "description: \"  \"\ntools: Read", "<role>\nLooks: and finds.\n</role>\n")
	c.each(func(host, scope string) {
		for _, name := range []string{"nodesc", "empty", "spaces"} {
			c.strictAgent(host, scope, name)
		}
	})
	everyAgent(c, []string{"nodesc", "empty", "spaces"}, nil)
}

// B091: a large body arrives whole where the host has no limit.
func bigBody(c *caseRun) {
	_, body, _ := strings.Cut(c.spec.Setup[0].Content[4:], "\n---\n")
	c.each(func(host, scope string) {
		if e := c.strictAgent(host, scope, "big"); e.body != body {
			c.Errorf("%s: %d bytes, want %d", e.path, len(e.body), len(body))
		}
	})
	everyAgent(c, []string{"big"}, func(h onHost, name string, e emitted) {
		if !strings.Contains(e.body, strings.TrimSpace(body)) && h.bodyLimit() == 0 {
			h.errorf("%s: %d bytes, want %d", e.path, len(e.body), len(body))
		}
	})
}

// B114: a command without a body is refused.
func emptyBody(c *caseRun) {
	c.refuses([]string{"commands/empty-body.md"})
	for path, text := range map[string]string{
		"commands/blank.md":   "---\nname: blank\ndescription: d\n---\n \n\t\n",
		"agents/blank.md":     "---\nname: blank\ndescription: d\n---\n\n",
		"commands/nothing.md": "",
	} {
		c := c.bare()
		c.put("${PACK}/"+path, text)
		c.refuses([]string{path})
		c.refuses([]string{path}, "--all")
	}
}

// B120: denied tools are denied in the host's way, or the plan says they are lost.
func deniedTools(c *caseRun) {
	c.addAgent("deny", "description: d\ndisallowedTools: Write, Edit, Bash", "You are a worker.\n")
	c.addAgent("both", "description: d\ntools: Read, Write\ndisallowedTools: [Write]", "You are a worker.\n")
	c.each(func(host, scope string) {
		for _, name := range []string{"ro", "both"} {
			e := c.strictAgent(host, scope, name)
			switch host {
			case "claude":
				if !slices.Contains(c.list(e, "disallowedTools"), "Write") {
					c.Errorf("%s: disallowedTools %v", e.path, e.meta["disallowedTools"])
				}
			case "codex":
				if c.text(e, "sandbox_mode") != "read-only" {
					c.Errorf("%s: sandbox %v", e.path, e.meta["sandbox_mode"])
				}
			case "cursor":
				if c.text(e, "readonly") != "true" {
					c.Errorf("%s: readonly %v", e.path, e.meta["readonly"])
				}
			case "gemini":
				if fmt.Sprint(c.list(e, "tools")) != "[read_file]" {
					c.Errorf("%s: tools %v", e.path, e.meta["tools"])
				}
			}
		}
		c.strictAgent(host, scope, "deny")
	})
	plans := c.plan()
	for _, host := range []string{"codex", "cursor", "gemini"} {
		if lost := strings.Join(notesOf(plans, host, "denied-tool-lost"), "\n"); !strings.Contains(lost, "Bash") {
			c.Errorf("%s: no note says that Bash is not denied:\n%s", host, lost)
		}
	}
	c.addAgent("free", "description: d", "You are a worker.\n")
	everyAgent(c, []string{"deny"}, func(h onHost, name string, e emitted) {
		if free, ok := h.item("agents/free.md"); ok && h.grant(e, "deny") == h.grant(free, "free") && !h.noted("denied-tool-lost", "Bash") {
			h.errorf("%s: Bash is not denied, and no note says so: %v", e.path, h.notes)
		}
	})
}

// B142: a model of Claude's reaches no other host.
func modelTier(c *caseRun) {
	for i, model := range []string{"sonnet", "haiku", "inherit", "claude-opus-4-1"} {
		c.addAgent(fmt.Sprintf("mod%d", i), "description: d\ntools: Read\nmodel: "+model, "You are a worker.\n")
	}
	c.each(func(host, scope string) {
		for _, name := range []string{"mod", "mod0", "mod1", "mod2", "mod3"} {
			e := c.strictAgent(host, scope, name)
			if _, ok := e.meta["model"]; ok != (host == "claude") {
				c.Errorf("%s: model %v", e.path, e.meta["model"])
			}
		}
	})
	everyAgent(c, []string{"mod", "mod0", "mod1", "mod2", "mod3"}, func(h onHost, name string, e emitted) {
		if v, ok := e.meta["model"]; ok && !h.Text.Native {
			h.errorf("%s: model %v", e.path, v)
		}
	})
}

// B164: a rule has the frontmatter that its host goes by.
func ruleTriggers(c *caseRun) {
	c.put("${PACK}/rules/always.md", "---\nalwaysApply: true\n---\nAlways so.\n")
	c.put("${PACK}/rules/asked.md", "---\ndescription: \"When asked: so\"\n---\nSo when asked.\n")
	c.install("--local")
	cursor := map[string]string{
		"gsd-dates": "description: How dates look\nglobs: **/*.md\nalwaysApply: false\n",
		"always":    "alwaysApply: true\n",
		"asked":     "description: When asked: so\nalwaysApply: false\n",
	}
	for name, want := range cursor {
		head, _ := c.frontmatter(name, c.read("${PROJ}/.cursor/rules/"+name+".mdc"))
		if unquoted := strings.NewReplacer(`"`, "", "'", "").Replace(head); unquoted != want {
			c.Errorf("cursor rule %s has\n%s, want\n%s", name, head, want)
		}
	}
	e := c.emitted("${PROJ}/.claude/rules/gsd-dates.md")
	if got := fmt.Sprint(e.meta["paths"]); got != "[**/*.md]" {
		c.Errorf("%s: paths %s", e.path, got)
	}
	if text := c.read("${PROJ}/.claude/rules/always.md"); text != "Always so.\n" {
		c.Errorf("claude rule always: %q", text)
	}
	c.install("--local", "--antigravity", "--windsurf")
	for _, dir := range []string{".agents", ".devin"} {
		for name, want := range map[string]string{"gsd-dates": "glob", "always": "always_on", "asked": "model_decision"} {
			if e := c.emitted("${PROJ}/" + dir + "/rules/" + name + ".md"); e.meta["trigger"] != want {
				c.Errorf("%s: trigger %v, want %s", e.path, e.meta["trigger"], want)
			}
		}
	}
	for _, file := range []string{"AGENTS.md", "GEMINI.md"} {
		text := c.read("${PROJ}/" + file)
		for _, want := range []string{"Always so.\n", "For files that match **/*.md:\n", "When it is about this: When asked: so\n"} {
			if strings.Count(text, want) != 1 {
				c.Errorf("%s has %q %d times:\n%s", file, want, strings.Count(text, want), text)
			}
		}
	}
}
