package gsdinstall_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// shell runs text with sh as a host does, with nothing but env.
func (c *caseRun) shell(text, input string, env ...string) (string, error) {
	cmd := exec.Command("sh", "-c", text)
	cmd.Dir, cmd.Env = c.proj, env
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	return string(out), err
}

// B026: in whatever home, the script is one literal argument of the command.
func oddHomes(c *caseRun) {
	for _, name := range []string{
		"q/$HOME dir", `q/a\\b`, `q/it's a "home"`, "q/`id`", "q/a;b&c|d", "q/#x", "q/~", "q/%PATH%", "q/é 計画", "q/*", "q/-n", `q/\`, "q/$(id)", "q/!x", "q/a'b'c",
	} {
		c := c.again()
		c.home = filepath.Join(c.root, name)
		c.put("${HOME}/", "")
		c.roundTrip(func() {
			for _, host := range four {
				hooks := ours(c.hooks(host, "global"))
				if len(hooks) == 0 {
					c.Errorf("%s in %s: no hooks", host, name)
				}
				for _, h := range hooks {
					if out, err := c.shell("set -- "+h.Command+`; test -e "$4" && printf %s "$4"`, "", "HOME=/nowhere", "PATH=/usr/bin:/bin"); err != nil || !strings.HasPrefix(out, c.home+"/") {
						c.Errorf("%s in %s: %s: %q, %v", host, name, h.Command, out, err)
					}
				}
			}
		})
	}
	for _, name := range []string{"q/a'b \"c\" $HOME `id` $(id) \\ ;&|#*~%!é", `q/\`} {
		c := c.again()
		c.home, c.proj = filepath.Join(c.root, name, "home"), filepath.Join(c.root, name, "proj")
		c.put("${HOME}/", "")
		c.put("${PROJ}/", "")
		literalScripts(c)
	}
}

// B088: each entry has its host's shape and an event that the host has.
func hookShapes(c *caseRun) {
	events := map[string][]string{
		"claude": {"SessionStart", "PreToolUse"}, "codex": {"SessionStart", "PreToolUse"}, "cursor": {"preToolUse"}, "gemini": {"BeforeTool"},
	}
	c.each(func(host, scope string) {
		var file struct {
			Version *int
			Hooks   map[string][]map[string]any
		}
		decode(c.T, c.json(hooksAt(host, scope)), &file)
		if (file.Version != nil) != (host == "cursor") {
			c.Errorf("%s: version %v", host, file.Version)
		}
		for event, entries := range file.Hooks {
			if !slices.Contains(events[host], event) {
				c.Errorf("%s: event %q", host, event)
			}
			for _, e := range entries {
				inner := []any{any(e)}
				if host != "cursor" {
					inner, _ = e["hooks"].([]any)
				}
				if m, ok := e["matcher"]; ok && m == "" || len(inner) != 1 {
					c.Errorf("%s: entry %v", host, e)
				}
				for _, h := range inner {
					h, _ := h.(map[string]any)
					command, _ := h["command"].(string)
					if h["type"] != "command" || command == "" {
						c.Errorf("%s: hook %v", host, h)
					}
					if limit, ok := h["timeout"].(float64); !ok || host == "gemini" != (limit >= 1000) {
						c.Errorf("%s: timeout %v", host, h["timeout"])
					}
				}
			}
		}
	})
	oneCommandEach(c.bare())
}

// B117: a hook for certain tools is one for the host's tools of that kind, or is
// left out with a note; its script may be run.
func toolHooks(c *caseRun) {
	c.put("${PACK}/hooks/guard.sh", "#!/bin/sh\necho '{\"systemMessage\": \"seen\"}'\n")
	c.put("${PACK}/hooks/hooks.json", `{"hooks": {
  "PreToolUse": [
    {"matcher": "Write|Edit", "hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh"}]},
    {"matcher": "TodoWrite", "hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh todo"}]},
    {"matcher": "mcp__ctx__find", "hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh ctx"}]},
    {"matcher": "NotebookEdit|Bash", "hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh bash"}]}
  ],
  "WorktreeCreate": [{"hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh tree"}]}]
}}`)
	want := map[string]map[string]string{ // matcher by the argument of the script
		"claude": {"": "Write|Edit", "todo": "TodoWrite", "ctx": "mcp__ctx__find", "bash": "NotebookEdit|Bash", "tree": ""},
		"codex":  {"": "apply_patch", "ctx": "mcp__ctx__find", "bash": "Bash"},
		"cursor": {"": "Write", "ctx": "MCP:find", "bash": "Shell"},
		"gemini": {"": "write_file|replace", "todo": "write_todos", "ctx": "mcp_ctx_find", "bash": "run_shell_command"},
	}
	c.each(func(host, scope string) {
		got := map[string]string{}
		for _, h := range c.hooks(host, scope) {
			_, arg, _ := strings.Cut(h.Command, "guard.sh")
			got[strings.Trim(arg, "'\" ")] = h.Matcher
		}
		for arg, matcher := range want[host] {
			if m, ok := got[arg]; !ok || m != matcher {
				c.Errorf("%s %s: the hook %q has matcher %q (%v), want %q", host, scope, arg, m, ok, matcher)
			}
		}
		for arg, matcher := range got {
			if _, ok := want[host][arg]; !ok {
				c.Errorf("%s %s: the hook %q with matcher %q", host, scope, arg, matcher)
			}
		}
		if mode := c.tree()[strings.TrimPrefix(c.path(payloadAt(host, scope)), c.root+"/")+"hooks/guard.sh"]; !strings.HasPrefix(mode, "-rwxr-xr-x") {
			c.Errorf("%s %s: guard.sh has mode %s", host, scope, mode)
		}
	})
	plans := c.plan()
	for host, n := range map[string]int{"claude": 0, "codex": 2, "cursor": 2, "gemini": 1} {
		if notes := notesOf(plans, host, "hook-lost"); len(notes) != n {
			c.Errorf("%s: %d hooks are noted as lost, want %d: %v", host, len(notes), n, notes)
		}
	}
	everyToolHook(c)
}

// B163: a hook runs with a bare PATH, and does no harm where there is no node.
func barePath(c *caseRun) {
	node, err := exec.LookPath("node")
	c.each(func(host, scope string) {
		env := []string{"HOME=" + c.home, "CLAUDE_PROJECT_DIR=" + c.proj, "GEMINI_PROJECT_DIR=" + c.proj}
		for _, h := range c.hooks(host, scope) {
			out, bad := c.shell(h.Command, "{}", append(env, "PATH=/usr/bin:/bin")...)
			if bad != nil {
				c.Errorf("%s %s: %s: %v", host, scope, h.Command, bad)
			}
			if strings.Contains(h.Command, "start.sh") && out != "gsd is here\n" {
				c.Errorf("%s %s: %s prints %q", host, scope, h.Command, out)
			}
			if err == nil && filepath.Dir(node) == "/usr/bin" && strings.Contains(h.Command, "guard.js") && !strings.Contains(out, "seen") {
				c.Errorf("%s %s: %s prints %q", host, scope, h.Command, out)
			}
			if strings.Contains(h.Command, node) && err == nil {
				c.Errorf("%s %s: %s names this machine's node", host, scope, h.Command)
			}
		}
	})
	runnableHooks(c)
}

// B139: an entry of the user's that looks like ours is left, and ours is added once.
func lookAlikeHooks(c *caseRun) {
	c.put("${HOME}/.claude/settings.json", strings.Replace(c.spec.Setup[0].Content, `"SessionStart":[`,
		`"SessionStart":[{"hooks":[{"type":"command","command":"sh '/elsewhere/hooks/start.sh'"}]},`, 1))
	start := func() (n int, like int) {
		var file struct {
			Hooks struct{ SessionStart []json.RawMessage }
		}
		decode(c.T, c.json("${HOME}/.claude/settings.json"), &file)
		for _, h := range file.Hooks.SessionStart {
			if strings.Contains(string(h), "check-update") || strings.Contains(string(h), "/elsewhere/") {
				like++
			}
		}
		return len(file.Hooks.SessionStart), like
	}
	c.roundTrip(func() {
		if n, like := start(); n != 4 || like != 3 {
			c.Errorf("%d entries, %d of them like ours, want 4 and 3", n, like)
		}
	}, "--claude")
	everyLookAlike(c.bare())
}

// B140: a file of Codex in an old shape keeps all that is in it.
func oldCodexHooks(c *caseRun) {
	c.roundTrip(func() {
		c.hooked("codex", "global", "legacy-user", `"note":"x"`)
	}, "--codex")
	c.put("${HOME}/.codex/hooks.json", `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "echo legacy-user"}]}]}, "note": "x"}`)
	c.roundTrip(func() {
		c.hooked("codex", "global", "legacy-user", `"note": "x"`)
		if hooks := c.hooks("codex", "global"); !slices.ContainsFunc(hooks, func(h hook) bool { return h.Command == "echo legacy-user" }) {
			c.Errorf("the user's hook is gone: %v", hooks)
		}
	}, "--codex")
}

// B087: a hooks file that is no JSON is refused; one with a comment is JSON to
// its host.
func badHooksFile(c *caseRun) {
	c.refuses([]string{".codex/hooks.json:1"}, "--codex")
	c.refuses([]string{".codex/hooks.json:1"})
	c = c.bare()
	c.put("${HOME}/.cursor/hooks.json", "{\n  // mine\n  \"version\": 1\n}\n")
	c.roundTrip(func() { c.hooked("cursor", "global", "// mine") }, "--cursor")
	brokenHookFiles(c.bare())
}
