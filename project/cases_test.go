package project

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// TestDescription holds that what is decoded from each output is what was
// decoded from the source, however the source spells it.
func TestDescription(t *testing.T) {
	for name, c := range map[string]struct{ head, want string }{
		"colon in a bare value":   {"description: Ship it: build then tag", "Ship it: build then tag"},
		"folded over lines":       {"description: >-\n  First line here\n  second line: with colon", "First line here second line: with colon"},
		"dollars":                 {`description: "Costs $1 or $& and $$ and ${name}"`, "Costs $1 or $& and $$ and ${name}"},
		"single quotes":           {"description: 'It''s the user''s: thing'", "It's the user's: thing"},
		"double quotes":           {`description: "Lightweight check - answers \"what now?\" fast"`, `Lightweight check - answers "what now?" fast`},
		"a truth value":           {`description: "yes"`, "yes"},
		"a number":                {`description: "1.10"`, "1.10"},
		"null":                    {`description: "null"`, "null"},
		"a date":                  {`description: "2026-01-31"`, "2026-01-31"},
		"an indicator in front":   {`description: "- [x] *do* it"`, "- [x] *do* it"},
		"a comment sign":          {`description: "a # b"`, "a # b"},
		"a newline with keys":     {`description: "a\nallowed-tools: [Bash]\nmodel: evil"`, "a\nallowed-tools: [Bash]\nmodel: evil"},
		"control characters":      {`description: "bell\a tab\t nl\nend"`, "bell\a tab\t nl\nend"},
		"a document marker in it": {`description: "a --- b"`, "a --- b"},
		"unicode":                 {`description: "計畫 🚀 été"`, "計畫 🚀 été"},
	} {
		t.Run(name, func(t *testing.T) {
			p := readPack(t, map[string]string{"commands/x.md": "---\nname: x\n" + c.head + "\n---\nDo the thing.\n"})
			everywhere(t, p, func(t *testing.T, pl plan.Plan) {
				keys, _ := decoded(t, named(t, pl, "command", "gsd-x"))
				if keys["description"] != c.want {
					t.Errorf("description %q, want %q", keys["description"], c.want)
				}
				if _, evil := keys["model"]; evil {
					t.Error("the value has made a key")
				}
			})
		})
	}
}

// TestAgentDescription holds the same for agents. Where a host reads line by line
// and takes quotes for text, the value is on one line instead.
func TestAgentDescription(t *testing.T) {
	const want = "bell\a tab\t nl: \nend"
	p := readPack(t, map[string]string{"agents/ctl.md": "---\nname: ctl\ndescription: \"bell\\a tab\\t nl: \\nend\"\ntools: Read\n---\nBody.\n"})
	everywhere(t, p, func(t *testing.T, pl plan.Plan) {
		a := named(t, pl, "agent", "ctl")
		if pl.Host == "cursor" {
			if !strings.Contains(string(a.Data), "\ndescription: bell\a tab nl: end\n") {
				t.Errorf("%q", a.Data)
			}
			return
		}
		keys, _ := decoded(t, a)
		if keys["description"] != want {
			t.Errorf("description %q", keys["description"])
		}
	})
}

func TestArgumentHint(t *testing.T) {
	p := readPack(t, map[string]string{"commands/hint.md": "---\nname: hint\ndescription: d\nargument-hint: [phase: number] [--dry]\n---\nDo.\n"})
	everywhere(t, p, func(t *testing.T, pl plan.Plan) {
		keys, _ := decoded(t, named(t, pl, "command", "gsd-hint"))
		hint, ok := keys["argument-hint"]
		if ok && hint != "[phase: number] [--dry]" {
			t.Errorf("argument-hint %#v", hint)
		}
		has := slices.ContainsFunc(dialect(pl.Host, pl.Scope, pack.Command).Keys, func(k descriptors.Key) bool { return k.Key == "argument-hint" })
		if ok != has {
			t.Errorf("argument-hint is there: %v", ok)
		}
	})
}

// TestBody holds that a body reaches each host as it is, whatever quotes, control
// characters and backslashes it has.
func TestBody(t *testing.T) {
	for name, body := range map[string]string{
		"both fences":    "A ''' fence and a \"\"\" fence, regex \\d+ \\|, ends with quote '",
		"controls":       "bell \a esc \x1b here\n",
		"a backslash":    "Use I'm and \\d and C:\\new\\table\n\"\"\"\npy\n\"\"\"\n'''\nlit\n'''\ntail \\\n",
		"blank lines":    "\n\n  first\n\n\nlast\n\n",
		"quotes at ends": "\"\"quoted\"\"",
		"dollars":        "pay $1, $$, $&, $0\n",
		"brands":         "| Claude Code | Cursor |\nRuns in Claude Code and Cursor\n",
	} {
		t.Run(name, func(t *testing.T) {
			p := readPack(t, map[string]string{
				"commands/x.md": "---\ndescription: d\n---\n" + body,
				"agents/yy.md":  "---\nname: yy\ndescription: d\ntools: Read\n---\n" + body,
			})
			everywhere(t, p, func(t *testing.T, pl plan.Plan) {
				for _, a := range []plan.Artifact{named(t, pl, "command", "gsd-x"), named(t, pl, "agent", "yy")} {
					if _, got := decoded(t, a); got != body {
						t.Errorf("%s: body %q, want %q", a.Path, got, body)
					}
				}
			})
		})
	}
}

func TestLineEndings(t *testing.T) {
	p := readPack(t, map[string]string{"commands/crlf.md": "\ufeff---\r\nname: crlf\r\ndescription: Has CRLF\r\nallowed-tools:\r\n  - Read\r\n---\r\none\r\ntwo\r\n"})
	everywhere(t, p, func(t *testing.T, pl plan.Plan) {
		a := named(t, pl, "command", "gsd-crlf")
		if strings.Contains(string(a.Data), "\r") || strings.Contains(string(a.Data), "\ufeff") {
			t.Errorf("%q", a.Data)
		}
	})
}

// TestLongDescription holds the limit where there is one, in characters, never
// within one.
func TestLongDescription(t *testing.T) {
	for name, long := range map[string]string{
		"words":     strings.TrimSpace(strings.Repeat("word ", 260)),
		"one word":  strings.Repeat("計畫🚀", 400),
		"composed":  strings.Repeat("e\u0301", 700),
		"joined":    strings.Repeat("👩\u200d🚀", 500),
		"unchanged": strings.Repeat("x", 1024),
	} {
		t.Run(name, func(t *testing.T) {
			p := readPack(t, map[string]string{"commands/long.md": "---\ndescription: \"" + long + "\"\n---\nDo.\n"})
			everywhere(t, p, func(t *testing.T, pl plan.Plan) {
				a := named(t, pl, "command", "gsd-long")
				keys, _ := decoded(t, a)
				got := keys["description"].(string)
				if !utf8.Valid(a.Data) {
					t.Fatal("no UTF-8")
				}
				if got == long {
					if strings.HasPrefix(a.Path, "skills/") && a.Mount == "agents" && utf8.RuneCountInString(got) > 1024 {
						t.Error("longer than the limit")
					}
					return
				}
				stem, cutOff := strings.CutSuffix(got, "…")
				if !cutOff || !strings.HasPrefix(long, stem) || utf8.RuneCountInString(got) > 1024 {
					t.Errorf("cut to %q", got)
				}
				if next := strings.TrimPrefix(long, stem); strings.HasPrefix(next, "\u0301") || strings.HasPrefix(next, "\u200d") || strings.HasSuffix(stem, "\u200d") {
					t.Errorf("cut within a character: %q", next[:4])
				}
				if len(noted(pl, "shortened")) != 1 {
					t.Error("no note")
				}
			})
		})
	}
}

// TestAgentFields holds which keys an agent has on each host.
func TestAgentFields(t *testing.T) {
	agent := func(head string) string {
		return "---\nname: a\ndescription: d\n" + head + "---\nYou are a worker.\n"
	}
	for name, c := range map[string]struct {
		head string
		want map[string]string
		note map[string]string
	}{
		"no tools": {"", map[string]string{
			"claude": "", "codex": "", "cursor": "", "gemini": "",
		}, nil},
		"comma string": {"tools: Read, Grep\n", map[string]string{
			"claude": "tools:Read, Grep", "codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file grep_search]",
		}, nil},
		"block list": {"tools:\n  - Read\n  - Grep\n", map[string]string{
			"claude": "tools:Read, Grep", "codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file grep_search]",
		}, nil},
		"flow list": {"tools: [Read, \"Bash(git *)\"]\n", map[string]string{
			"claude": "tools:Read, Bash(git *)", "codex": "sandbox_mode:read-only", "cursor": "", "gemini": "tools:[read_file run_shell_command]",
		}, map[string]string{"gemini": "tool-widened"}},
		"two names for one tool": {"tools: Task, Agent, Edit, MultiEdit\n", map[string]string{
			"claude": "tools:Agent, Edit", "codex": "sandbox_mode:workspace-write", "cursor": "", "gemini": "tools:[replace]",
		}, map[string]string{"claude": "tool-lost", "gemini": "tool-lost"}},
		"every tool": {"tools: \"*\"\n", map[string]string{
			"claude": "", "codex": "", "cursor": "", "gemini": "",
		}, nil},
		"host's names": {"tools: Read, Write, Bash, WebFetch, Task, mcp__ctx__*, mcp__ctx__get\ncolor: blue\nskills:\n  - one\n", map[string]string{
			"claude": "color:blue skills:[one] tools:Read, Write, Bash, WebFetch, Agent, mcp__ctx__*, mcp__ctx__get",
			"codex":  "sandbox_mode:workspace-write", "cursor": "",
			"gemini": "tools:[read_file write_file run_shell_command web_fetch mcp_ctx_* mcp_ctx_get]",
		}, map[string]string{"gemini": "tool-lost", "codex": "field-lost", "cursor": "field-lost"}},
		"a server whose name ends early": {"tools: Read, mcp__my_docs__*, mcp__my_docs__get\n", map[string]string{
			"claude": "tools:Read, mcp__my_docs__*, mcp__my_docs__get", "codex": "sandbox_mode:read-only", "cursor": "readonly:true",
			"gemini": "tools:[read_file mcp_my_docs_get]",
		}, map[string]string{"gemini": "tool-lost"}},
		"nested keys": {"tools: Read\nhooks:\n  PostToolUse:\n    - matcher: Write\n      hooks:\n        - type: command\n          command: \"echo hi\"\n", map[string]string{
			"claude": "hooks:map[PostToolUse:[map[hooks:[map[command:echo hi type:command]] matcher:Write]]] tools:Read",
			"codex":  "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file]",
		}, map[string]string{"gemini": "field-lost"}},
		"denied beside granted": {"tools: Read, Write\ndisallowedTools: Write, Edit\n", map[string]string{
			"claude": "disallowedTools:Write, Edit tools:Read, Write", "codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file]",
		}, nil},
		"denied alone": {"disallowedTools: Write, Edit, Bash\n", map[string]string{
			"claude": "disallowedTools:Write, Edit, Bash", "codex": "sandbox_mode:read-only", "cursor": "", "gemini": "",
		}, map[string]string{"codex": "denied-tool-lost", "cursor": "denied-tool-lost", "gemini": "denied-tool-lost"}},
		"a denied pattern": {"tools: Read, Bash, Write\ndisallowedTools: Bash(rm *)\n", map[string]string{
			"claude": "disallowedTools:Bash(rm *) tools:Read, Bash, Write", "codex": "sandbox_mode:workspace-write", "cursor": "",
			"gemini": "tools:[read_file run_shell_command write_file]", "kimi-code": "tools:[Read Bash Write]",
		}, map[string]string{"gemini": "denied-tool-lost", "codex": "denied-tool-lost", "cursor": "denied-tool-lost", "kimi-code": "denied-tool-lost"}},
		"a pattern of a denied tool": {"tools: Read, Bash(git *)\ndisallowedTools: Bash\n", map[string]string{
			"claude": "disallowedTools:Bash tools:Read, Bash(git *)", "codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file]",
		}, nil},
		"a granted pattern that is denied": {"tools: Read, Bash(git *), Write\ndisallowedTools: Bash(git *), Write\n", map[string]string{
			"codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file]",
		}, nil},
		"a tool of tomorrow": {"tools: Read, Teleport, Teleport(home *), LS\ndisallowedTools: Rewind, Edit\n", map[string]string{
			"claude": "disallowedTools:Rewind, Edit tools:Read, Teleport, Teleport(home *)", "codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file list_directory]",
		}, map[string]string{"gemini": "tool-lost", "claude": "tool-lost"}},
		"a colour": {"tools: Read\ncolor: \"#ff00aa\"\n", map[string]string{
			"claude": "color:#ff00aa tools:Read", "codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file]",
		}, map[string]string{"gemini": "field-lost"}},
		"a model": {"tools: Read\nmodel: opus\n", map[string]string{
			"claude": "model:opus tools:Read", "codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file]",
		}, map[string]string{"gemini": "field-lost"}},
		"typed scalars": {"tools: Read\nmaxTurns: 5\nbackground: true\n", map[string]string{
			"claude": "background:true maxTurns:5 tools:Read", "codex": "sandbox_mode:read-only", "cursor": "readonly:true", "gemini": "tools:[read_file]",
		}, nil},
	} {
		p := readPack(t, map[string]string{"agents/a.md": agent(c.head)})
		for host, want := range c.want {
			t.Run(name+"/"+host, func(t *testing.T) {
				pl := render(t, p, host, plan.Global)
				keys, _ := decoded(t, named(t, pl, "agent", "a"))
				delete(keys, "name")
				delete(keys, "description")
				if got := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(keys), "map["), "]"); got != want {
					t.Errorf("keys %s, want %s", got, want)
				}
				if rule := c.note[host]; rule != "" && len(noted(pl, rule)) == 0 {
					t.Errorf("no note %s in %v", rule, pl.Notes)
				}
			})
		}
	}
}

// TestNoToolLeft refuses an agent that a host would give no tools.
func TestNoToolLeft(t *testing.T) {
	p := readPack(t, map[string]string{"agents/a.md": "---\nname: a\ndescription: d\ntools: Agent\n---\nBody.\n"})
	_, err := Render(input(t, p, "gemini", plan.Global, testEnv))
	if want := "agents/a.md: Gemini CLI has none of its tools: Agent"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if _, err := Render(input(t, p, "codex", plan.Global, testEnv)); err != nil {
		t.Errorf("a host without tool lists: %v", err)
	}
}

func TestMissingDescription(t *testing.T) {
	p := readPack(t, map[string]string{"agents/nodesc.md": "---\nname: nodesc\ntools: Read\n---\n# Worker\n\nYou are a worker. You work.\n"})
	everywhere(t, p, func(t *testing.T, pl plan.Plan) {
		keys, _ := decoded(t, named(t, pl, "agent", "nodesc"))
		if d, _ := keys["description"].(string); strings.TrimSpace(d) == "" {
			t.Errorf("description %#v", keys["description"])
		}
	})
}

// TestAgentTOMLIsFlat holds the form of a Codex agent.
func TestAgentTOMLIsFlat(t *testing.T) {
	p := readPack(t, map[string]string{"agents/ax.md": "---\nname: ax\ndescription: d\ntools: Read\n---\nYou are a worker.\n"})
	a := named(t, render(t, p, "codex", plan.Global), "agent", "ax")
	want := "name = \"ax\"\ndescription = \"d\"\nsandbox_mode = \"read-only\"\ndeveloper_instructions = '''\nYou are a worker.\n'''\n"
	if string(a.Data) != want {
		t.Errorf("%s", a.Data)
	}
}

func TestBodyLimit(t *testing.T) {
	p := readPack(t, map[string]string{"agents/big.md": "---\nname: big\ndescription: d\ntools: Read\n---\n" + strings.Repeat("x", 101)})
	in := input(t, p, "codex", plan.Global, testEnv)
	d := in.Host.Dialects["agent"]
	d.BodyLimit = 100
	in.Host.Dialects = map[string]descriptors.Dialect{"agent": d}
	pl, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	if got := noted(pl, "body-limit"); !slices.Equal(got, []string{"the body has 101 characters; the most is 100"}) {
		t.Errorf("notes %q", got)
	}
}

func TestRules(t *testing.T) {
	for name, c := range map[string]struct{ head, cursor, claude string }{
		"by globs": {"description: D\nglobs: src/**/*.{ts,tsx}, b/*.md\nalwaysApply: false\n",
			"---\ndescription: D\nglobs: src/**/*.{ts,tsx}, b/*.md\nalwaysApply: false\n---\nText.\n",
			"---\npaths:\n  - src/**/*.{ts,tsx}\n  - b/*.md\n---\nText.\n"},
		"by paths": {"paths:\n  - \"**/*.md\"\n",
			"---\nglobs: \"**/*.md\"\nalwaysApply: false\n---\nText.\n",
			"---\npaths:\n  - \"**/*.md\"\n---\nText.\n"},
		"always": {"description: D\nglobs: a/**\nalwaysApply: true\n",
			"---\ndescription: D\nglobs: a/**\nalwaysApply: true\n---\nText.\n", "Text.\n"},
		"nothing said": {"", "---\nalwaysApply: true\n---\nText.\n", "Text.\n"},
		"on request":   {"description: a: b\n", "---\ndescription: a: b\nalwaysApply: false\n---\nText.\n", "Text.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			head := ""
			if c.head != "" {
				head = "---\n" + c.head + "---\n"
			}
			p := readPack(t, map[string]string{"rules/r.md": head + "Text.\n"})
			for host, want := range map[string]string{"cursor": c.cursor, "claude": c.claude} {
				pl := render(t, p, host, plan.Local)
				if a := named(t, pl, "rule", "r"); string(a.Data) != want {
					t.Errorf("%s: %q, want %q", host, a.Data, want)
				}
			}
			if pl := render(t, p, "codex", plan.Local); len(noted(pl, "rule-lost")) != 0 || len(pl.Artifacts) != 0 || len(pl.Edits) != 1 {
				t.Errorf("codex: %v", pl.Notes)
			}
			if pl := render(t, p, "kimi", plan.Global); len(noted(pl, "rule-lost")) != 1 || len(pl.Edits) != 0 {
				t.Errorf("kimi: %v", pl.Notes)
			}
		})
	}
}

// TestEmptyBody refuses a file that a host would not load.
func TestEmptyBody(t *testing.T) {
	p := readPack(t, map[string]string{"commands/x.md": "---\ndescription: d\n---\nb\n", "agents/yy.md": "---\nname: yy\ndescription: d\n---\nb\n"})
	for i := range p.Items {
		p.Items[i].Body = " \n"
	}
	for _, h := range descriptors.All() {
		_, err := Render(input(t, p, h.ID, plan.Local, testEnv))
		if agents := takes(h, plan.Local, pack.Agent); agents != strings.Contains(fmt.Sprint(err), "agents/yy.md: yy has no body") {
			t.Errorf("%s: %v", h.ID, err)
		}
		command := strings.HasPrefix(dialect(h.ID, plan.Local, pack.Command).Renderer, "slash-")
		if command != strings.Contains(fmt.Sprint(err), "commands/x.md: gsd-x has no body") {
			t.Errorf("%s: %v", h.ID, err)
		}
	}
}
