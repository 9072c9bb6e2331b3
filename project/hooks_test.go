package project

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// hookPack is a plugin with a hook of each sort.
func hookPack(t testing.TB) *pack.Pack {
	return readPack(t, map[string]string{
		"pack.toml": "name = \"gsd\"\nprefix = \"gsd\"\nhome = \"gsd\"\n\n[[payload]]\nfrom = \"hooks\"\nto = \"gsd/hooks\"\nexclude = [\"hooks.json\"]\n\n" +
			"[[hooks]]\nevent = \"SessionStart\"\nscript = \"gsd/hooks/start.sh\"\noutput = \"json\"\ntimeout = 10\n\n" +
			"[[hooks]]\nevent = \"SessionStart\"\nscript = \"gsd/hooks/say.sh\"\n\n" +
			"[[hooks]]\nevent = \"SessionEnd\"\nscript = \"gsd/hooks/start.sh\"\noutput = \"json\"\ntimeout = 60\n\n" +
			"[[hooks]]\nevent = \"PreToolUse\"\nmatcher = \"Write|Edit|MultiEdit\"\nscript = \"gsd/hooks/guard.js\"\nargs = [\"--strict\", \"a b\"]\noutput = \"json\"\n\n" +
			"[[hooks]]\nevent = \"PreToolUse\"\nmatcher = \"TodoWrite\"\nscript = \"gsd/hooks/guard.js\"\noutput = \"json\"\n",
		"hooks/start.sh":   "#!/bin/sh\necho started\n",
		"hooks/say.sh":     "#!/bin/sh\necho said\n",
		"hooks/guard.js":   "#!/usr/bin/env node\nconsole.log(process.argv.slice(2).join(','))\n",
		"commands/help.md": "---\ndescription: d\n---\nb\n",
	})
}

// TestHookShapes holds the entries each host gets: its events, tools, units,
// limits and shape.
func TestHookShapes(t *testing.T) {
	p := hookPack(t)
	for host, want := range map[string]string{
		"claude": `{"PreToolUse":[{"hooks":[{"command":"sh R/gsd-run-node.sh' R/guard.js' --strict 'a b'","type":"command"}],"matcher":"Write|Edit"},` +
			`{"hooks":[{"command":"sh R/gsd-run-node.sh' R/guard.js'","type":"command"}],"matcher":"TodoWrite"}],` +
			`"SessionEnd":[{"hooks":[{"command":"sh R/start.sh'","timeout":60,"type":"command"}]}],` +
			`"SessionStart":[{"hooks":[{"command":"sh R/start.sh'","timeout":10,"type":"command"}]},{"hooks":[{"command":"sh R/say.sh'","type":"command"}]}]}`,
		"codex": `{"PreToolUse":[{"hooks":[{"command":"sh R/gsd-run-node.sh' R/guard.js' --strict 'a b'","type":"command"}],"matcher":"apply_patch"}],` +
			`"SessionEnd":[{"hooks":[{"command":"sh R/start.sh'","timeout":3,"type":"command"}]}],` +
			`"SessionStart":[{"hooks":[{"command":"sh R/start.sh'","timeout":10,"type":"command"}]},{"hooks":[{"command":"sh R/say.sh'","type":"command"}]}]}`,
		"cursor": `{"preToolUse":[{"command":"sh R/gsd-run-node.sh' R/guard.js' --strict 'a b'","matcher":"Write","type":"command"}],` +
			`"sessionEnd":[{"command":"sh R/start.sh'","timeout":60,"type":"command"}],` +
			`"sessionStart":[{"command":"sh R/start.sh'","timeout":10,"type":"command"}]}`,
		"gemini": `{"BeforeTool":[{"hooks":[{"command":"sh R/gsd-run-node.sh' R/guard.js' --strict 'a b'","type":"command"}],"matcher":"write_file|replace"},` +
			`{"hooks":[{"command":"sh R/gsd-run-node.sh' R/guard.js'","type":"command"}],"matcher":"write_todos"}],` +
			`"SessionEnd":[{"hooks":[{"command":"sh R/start.sh'","timeout":60000,"type":"command"}]}],` +
			`"SessionStart":[{"hooks":[{"command":"sh R/start.sh'","timeout":10000,"type":"command"}]}]}`,
	} {
		pl := render(t, p, host, plan.Global)
		got, err := compact(hookValues(t, pl))
		if err != nil {
			t.Fatal(err)
		}
		root := "'/no/such/home/.agents/gsd/hooks"
		if host == "claude" {
			root = "'/no/such/home/.claude/gsd/hooks"
		}
		run := strings.NewReplacer(root, "R", `sh -c 'test ! -f \"$0\" || exec sh \"$0\" \"$@\"'`, "sh")
		if s := run.Replace(string(got)); s != want {
			t.Errorf("%s:\n%s\nwant\n%s", host, s, want)
		}
		lost := map[string]int{"claude": 0, "codex": 1, "cursor": 2, "gemini": 1}[host]
		if got := noted(pl, "hook-lost"); len(got) != lost {
			t.Errorf("%s: lost %q", host, got)
		}
	}
}

// TestHookFile holds where hooks are registered: in local scope never in a file
// that a team shares.
func TestHookFile(t *testing.T) {
	for host, want := range map[string][2]string{
		"claude": {"settings.json", "settings.local.json"},
		"codex":  {"hooks.json", "hooks.json"},
		"cursor": {"hooks.json", "hooks.json"},
		"gemini": {"settings.json", "settings.json"},
	} {
		for i, s := range scopes {
			pl := render(t, hookPack(t), host, s)
			if len(pl.Edits) != 1 || pl.Edits[0].Mount != host || pl.Edits[0].Path != want[i] || pl.Edits[0].Format != plan.JSON {
				t.Errorf("%s %s: %+v", host, s, pl.Edits)
			}
			text, err := json.Marshal(pl.Edits)
			if err != nil {
				t.Fatal(err)
			}
			if s == plan.Local && strings.Contains(string(text), testEnv.Project) {
				t.Errorf("%s: the machine's path is in a local hook: %s", host, text)
			}
		}
	}
}

// TestHookRuns runs what is registered for hooks under homes that a shell could
// misread, and with the smallest environment.
func TestHookRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	for _, name := range []string{"plain", "$HOME dir", `a\b`, `it's a "home"`, "a;b", "`id`"} {
		t.Run(name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), name)
			for _, host := range hostIDs() {
				pl, err := Render(input(t, hookPack(t), host, plan.Global, layout.Env{Home: home}))
				if err != nil {
					t.Fatal(err)
				}
				write(t, pl)
				for _, entries := range hookValues(t, pl) {
					for _, e := range entries {
						runHook(t, commandOf(e))
					}
				}
			}
		})
	}
}

func commandOf(entry map[string]any) string {
	if group, ok := entry["hooks"].([]any); ok {
		entry = group[0].(map[string]any)
	}
	return entry["command"].(string)
}

func runHook(t *testing.T, command string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Env = []string{"PATH=/usr/bin:/bin"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
	words, err := exec.Command("sh", "-c", "set -- "+command+`; test -e "$4" && printf %s "$4"`).CombinedOutput()
	if err != nil {
		t.Errorf("%s: its script is no argument: %v\n%s", command, err, words)
		return
	}
	if err := os.Remove(string(words)); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command("sh", "-c", command)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%s without its script: %v\n%s", command, err, out)
	}
	if err := os.WriteFile(string(words), nil, 0o755); err != nil {
		t.Fatal(err)
	}
}

// write puts a plan's artifacts on disk.
func write(t *testing.T, pl plan.Plan) {
	t.Helper()
	for _, a := range pl.Artifacts {
		for _, m := range pl.Mounts {
			if m.ID != a.Mount {
				continue
			}
			full := filepath.Join(m.Dir, filepath.FromSlash(a.Path))
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(full, a.Data, a.Mode); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestHookOnWindows(t *testing.T) {
	in := input(t, hookPack(t), "codex", plan.Global, layout.Env{Home: `C:\Users\Ann B`, OS: "windows"})
	in.OS = "windows"
	pl, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	got := commandOf(hookValues(t, pl)["SessionStart"][0])
	if want := `sh "C:/Users/Ann B/.agents/gsd/hooks/start.sh"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if notes := noted(pl, "hook-needs-sh"); len(notes) != 1 {
		t.Errorf("notes %v", pl.Notes)
	}
}

// TestHookMatchers holds what becomes of a matcher.
func TestHookMatchers(t *testing.T) {
	host, _ := descriptors.Get("codex")
	host.Hooks.NoMatcher = []string{"None"}
	host.Hooks.ExactMatcher = []string{"Exact"}
	for _, c := range []struct {
		event, matcher string
		tools          []string
		want           []string
		lost           string
	}{
		{"Any", "", nil, []string{""}, ""},
		{"Any", "*", nil, []string{""}, ""},
		{"Any", "startup|resume", nil, []string{"startup|resume"}, ""},
		{"Exact", "startup|resume", nil, []string{"startup", "resume"}, ""},
		{"None", "startup", nil, []string{""}, ""},
		{"None", "", []string{"Bash"}, nil, " cannot limit None to tools"},
		{"Any", "", []string{"Bash", "Write", "Edit", "Grep"}, []string{"Bash|apply_patch"}, ""},
		{"Any", "", []string{"Grep", "Glob"}, nil, " has none of the tools Grep, Glob"},
		{"Any", "", []string{"mcp__ctx__get", "mcp__ctx__*", "mcp__ctx"}, []string{"mcp__ctx__get|mcp__ctx__.*"}, ""},
	} {
		got, why := registration{Hooks: host.Hooks, reader: host}.matchers(c.event, pack.Hook{Matcher: c.matcher, Tools: c.tools})
		if !slices.Equal(got, c.want) || strings.TrimPrefix(why, host.Title) != c.lost {
			t.Errorf("%s %q %q: %q, %q", c.event, c.matcher, c.tools, got, why)
		}
	}
}

// TestTimeout gives a timeout in the host's unit, at most what the event and the host allow.
func TestTimeout(t *testing.T) {
	hooks := descriptors.Hooks{TimeoutLimit: 60, MaxTimeout: map[string]int{"Short": 5}}
	for _, c := range []struct {
		unit, event   string
		seconds, want int
	}{
		{"", "Any", 3, 3}, {"s", "Any", 90, 60}, {"s", "Short", 90, 5}, {"ms", "Any", 3, 3000}, {"none", "Any", 3, 0}, {"s", "Any", 0, 0},
	} {
		hooks.TimeoutUnit = c.unit
		if got := (registration{Hooks: hooks}).timeout(c.event, c.seconds); got != c.want {
			t.Errorf("%d seconds in %q for %s: %d", c.seconds, c.unit, c.event, got)
		}
	}
}

// TestHookForms holds what no built-in host has: an edit that is called so, and entries of a list
// with a type.
func TestHookForms(t *testing.T) {
	in := input(t, hookPack(t), "codex", plan.Global, testEnv)
	var plans []plan.Plan
	for _, form := range []string{"", "edit"} {
		in.Host.Hooks.Form = form
		pl, err := Render(in)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, pl)
	}
	if len(plans[0].Edits) == 0 || !slices.EqualFunc(plans[0].Edits, plans[1].Edits, func(a, b plan.Edit) bool { return slices.EqualFunc(a.Ops, b.Ops, plan.Op.Same) }) {
		t.Errorf("%+v and %+v", plans[0].Edits, plans[1].Edits)
	}
	got, err := registration{Hooks: descriptors.Hooks{Shape: "list"}}.entry(wired{event: "E", command: "c"})
	if want := `{"event":"E","type":"command","command":"c"}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, not %s", got, err, want)
	}
}

// TestMatchersOfServers holds that a server and its tools are called in a matcher as the
// host calls them.
func TestMatchersOfServers(t *testing.T) {
	for host, want := range map[string]string{
		"codex":  "mcp__my-docs__get.page|mcp__my-docs__.*",
		"hermes": "mcp__my_docs__get_page|mcp__my_docs__.*",
		"pi":     "mcp__my_docs__get_page|mcp__my_docs__.*",
	} {
		h, _ := descriptors.Get(host)
		got, why := registration{Hooks: h.Hooks, reader: h}.matchers(h.Hooks.Events["PreToolUse"], pack.Hook{Tools: []string{"mcp__my-docs__get.page", "mcp__my-docs__*"}})
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, %q, want %s", host, got, why, want)
		}
	}
}

// TestServers registers MCP servers only when asked, in the host's own words.
func TestServers(t *testing.T) {
	p := readPack(t, map[string]string{
		".mcp.json":     `{"mcpServers":{"s":{"type":"stdio","command":"${CLAUDE_PLUGIN_ROOT}/bin/s","cwd":"<a>"}}}`,
		"commands/a.md": "---\ndescription: d\n---\nb\n",
	})
	for host, want := range map[string]string{
		"claude":  `home .claude.json ["mcpServers","s"] {"type":"stdio","command":"/no/such/home/.claude/gsd/bin/s","cwd":"<a>"}`,
		"codex":   `codex config.toml ["mcp_servers","s"] {"command":"/no/such/home/.agents/gsd/bin/s","cwd":"<a>"}`,
		"augment": `augment settings.json ["mcpServers","s"] {"type":"stdio","command":"/no/such/home/.agents/gsd/bin/s"}`,
	} {
		in := input(t, p, host, plan.Global, testEnv)
		pl, err := Render(in)
		if err != nil {
			t.Fatal(err)
		}
		if notes := noted(pl, "mcp-skipped"); len(pl.Edits) != 0 || !slices.Equal(notes, []string{"MCP servers s: registered only with --mcp, since they run commands"}) {
			t.Errorf("%s without --mcp: %+v %v", host, pl.Edits, pl.Notes)
		}
		in.MCP = true
		if pl, err = Render(in); err != nil {
			t.Fatal(err)
		}
		e := pl.Edits[0]
		key, _ := json.Marshal(e.Ops[0].Key)
		if got := e.Mount + " " + e.Path + " " + string(key) + " " + string(e.Ops[0].Value); got != want || e.Ops[0].Kind != plan.Set {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// TestServersOfAProject names what servers run from the project's folder, where the file is committed.
func TestServersOfAProject(t *testing.T) {
	p := readPack(t, map[string]string{
		".mcp.json":     `{"mcpServers":{"s":{"command":"${CLAUDE_PLUGIN_ROOT}/bin/s","args":["$CLAUDE_PLUGIN_ROOT/a \"b\""]}}}`,
		"commands/a.md": "---\ndescription: d\n---\nb\n",
	})
	// CodeBuddy has the file of a project in common with Claude Code, and its payload elsewhere.
	for host, root := range map[string]string{"claude": ".claude/gsd", "cursor": ".agents/gsd", "codebuddy": ""} {
		in := input(t, p, host, plan.Local, testEnv)
		in.MCP = true
		pl, err := Render(in)
		if err != nil {
			t.Fatal(err)
		}
		if lost := slices.ContainsFunc(pl.Notes, func(n plan.Note) bool { return n.Rule == "mcp-root-lost" && n.Path == ".mcp.json" }); lost != (root == "") {
			t.Errorf("%s: notes %v", host, pl.Notes)
		}
		if root == "" {
			if len(pl.Edits) > 0 {
				t.Errorf("%s: %v", host, pl.Edits)
			}
			continue
		}
		want := `{"command":"` + root + `/bin/s","args":["` + root + `/a \"b\""]}`
		if got := string(pl.Edits[0].Ops[0].Value); got != want {
			t.Errorf("%s: %s\nwant %s", host, got, want)
		}
	}
}

// TestOneEditAFile joins hooks and servers that go into one file.
func TestOneEditAFile(t *testing.T) {
	p := hookPack(t)
	p.Servers = []pack.Server{{Name: "s", Transport: "stdio", Config: []byte(`{"command":"s"}`), Source: ".mcp.json", Line: 3, End: 3}}
	in := input(t, p, "gemini", plan.Local, testEnv)
	in.MCP = true
	pl, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	if len(pl.Edits) != 1 || pl.Edits[0].Path != "settings.json" || len(pl.Edits[0].Ops) != 5 {
		t.Errorf("%+v", pl.Edits)
	}
	e := pl.Edits[0]
	for i, op := range e.Ops {
		if want := map[bool]string{true: "mcp-server", false: "hook"}[i == 4]; op.Rule != want {
			t.Errorf("%s is by rule %q, want %q", op.Value, op.Rule, want)
		}
	}
	if e.Rule != "hook+mcp-server" || !slices.Contains(e.Sources, plan.Source{Path: ".mcp.json", Start: 3, End: 3}) {
		t.Errorf("the whole is by rule %q from %v", e.Rule, e.Sources)
	}
}

// TestLaunchersAgree holds that hosts which share a folder want the same in it,
// whatever hooks they can register.
func TestLaunchersAgree(t *testing.T) {
	p := hookPack(t)
	shared := map[string]map[string]plan.Sum{}
	for _, host := range []string{"codex", "cursor"} {
		shared[host] = map[string]plan.Sum{}
		for _, a := range render(t, p, host, plan.Global).Artifacts {
			if a.Mount == "agents" {
				shared[host][a.Path] = a.Sum
			}
		}
	}
	if len(shared["codex"]) != len(shared["cursor"]) || shared["codex"]["gsd/hooks/gsd-run-node.sh"] == "" {
		t.Errorf("%v", shared)
	}
	for path, sum := range shared["codex"] {
		if shared["cursor"][path] != sum {
			t.Errorf("%s differs", path)
		}
	}
}
