package project

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// textPack is a pack whose texts are rewritten: three commands, an agent and a
// payload with a program.
func textPack(t testing.TB) *pack.Pack {
	return readPack(t, map[string]string{
		"pack.toml": "name = \"@org/gsd-plus\"\nversion = \"1\"\nprefix = \"gsd\"\nhome = \"gsd\"\n\n" +
			"[[payload]]\nfrom = \"gsd\"\nrewrite = [\"**/*.md\"]\n\n[aliases]\n\"old/place\" = \"gsd/new\"\nagents = \"gsd/agents\"\n",
		"commands/help.md":       "---\ndescription: d\n---\nb\n",
		"commands/plan.md":       "---\ndescription: d\n---\nb\n",
		"commands/plan-phase.md": "---\ndescription: d\n---\nb\n",
		"commands/gsd-stem.md":   "---\ndescription: d\n---\nb\n",
		"skills/notes/SKILL.md":  "---\nname: notes\ndescription: d\n---\nb\n",
		"gsd/guide.md":           "b\n",
		"gsd/bin/x.cjs":          "// ~/.claude/gsd /gsd:help\n",
	})
}

// spelled returns how prose is spelled in a host's own files, or in the shared
// folder.
func spelled(t testing.TB, host string, s plan.Scope, env layout.Env) (own, shared *spelling) {
	t.Helper()
	ps, err := newPlaces(input(t, textPack(t), host, s, env))
	if err != nil {
		t.Fatal(err)
	}
	return ps.own, ps.shared["agents"]
}

func TestPaths(t *testing.T) {
	ownCodex, shared := spelled(t, "codex", plan.Global, testEnv)
	_, sharedLocal := spelled(t, "codex", plan.Local, testEnv)
	claude, _ := spelled(t, "claude", plan.Global, testEnv)
	claudeLocal, _ := spelled(t, "claude", plan.Local, testEnv)
	getenv := func(name string) string {
		return map[string]string{"CLAUDE_CONFIG_DIR": "~/alt", "CODEX_HOME": "/srv/c"}[name]
	}
	movedEnv := layout.Env{Home: testEnv.Home, Project: testEnv.Project, Getenv: getenv}
	claudeMoved, _ := spelled(t, "claude", plan.Global, movedEnv)
	codexMoved, _ := spelled(t, "codex", plan.Global, movedEnv)

	for _, c := range []struct{ in, own, shared, local string }{
		// The home in its forms, and what lies below it.
		{"a ~/.claude/gsd/x.md", "a ~/.agents/gsd/x.md", "=", "a .agents/gsd/x.md"},
		{"b $HOME/.claude/gsd/x.md", "b $HOME/.agents/gsd/x.md", "=", "b .agents/gsd/x.md"},
		{"c \"$HOME/.claude\"", "c \"$HOME/.codex\"", "c \"$HOME/.agents\"", "c \".agents\""},
		{"d ${HOME}/.claude/hooks", "d ${HOME}/.codex/hooks", "d ${HOME}/.agents/hooks", "d .agents/hooks"},
		{"e ~/.claude", "e ~/.codex", "e ~/.agents", "e .agents"},
		{"f ~/.claude.", "f ~/.codex.", "f ~/.agents.", "f .agents."},
		{"@~/.claude/gsd/guide.md", "@~/.agents/gsd/guide.md", "=", "@.agents/gsd/guide.md"},
		{"@$HOME/.claude/gsd/guide.md", "@~/.agents/gsd/guide.md", "=", "@.agents/gsd/guide.md"},
		{"~/.claude/skills/notes/SKILL.md", "~/.agents/skills/notes/SKILL.md", "=", ".agents/skills/notes/SKILL.md"},
		{"~/.claude/old/place/a.md", "~/.agents/gsd/new/a.md", "=", ".agents/gsd/new/a.md"},
		{"~/.claude/old/places", "~/.codex/old/places", "~/.agents/old/places", ".agents/old/places"},
		{"~/.claude/agents/a.md", "~/.agents/gsd/agents/a.md", "=", ".agents/gsd/agents/a.md"},
		{"~/.claude/gsd-x/y", "~/.codex/gsd-x/y", "~/.agents/gsd-x/y", ".agents/gsd-x/y"},
		{"~/.claude/CLAUDE.md", "~/.codex/AGENTS.md", "~/.agents/AGENTS.md", ".agents/AGENTS.md"},
		// Something longer, a URL, somebody else's.
		{"h ~/.claudette/keep", "", "", ""},
		{"h ~~/.claude/keep", "", "", ""},
		{"i https://docs.test/~/.claude/keep", "", "", ""},
		{"j my.claude/keep", "", "", ""},
		{"k https://x.test/.claude/gsd/a", "", "", ""},
		{"s ~/.claude.json", "", "", ""},
		{"t ./.claude/skills/own/SKILL.md and `.claude/agents/`", "", "", ""},
		{"u .claude-plugin/plugin.json, models.claude", "", "", ""},
		{"v $HOME\\.claude\\tasks", "", "", ""},
		// The pack's folder below any other folder.
		{"${ROOT}/.claude/gsd/bin", "${ROOT}/.agents/gsd/bin", "=", "="},
		{"ls ./.claude/gsd .claude/gsd/x", "ls ./.agents/gsd .agents/gsd/x", "=", "="},
		{"./.claude/gsdx", "", "", ""},
		// A reference from the current folder.
		{"@./.claude/gsd/x, @.claude/gsd/y", "@~/.agents/gsd/x, @~/.agents/gsd/y", "=", "@.agents/gsd/x, @.agents/gsd/y"},
		{"@./.claude/own.md @../.claude/gsd/x", "@./.claude/own.md @../.agents/gsd/x", "=", "="},
		// The variable goes with its default, as a whole.
		{"${CLAUDE_CONFIG_DIR:-$HOME/.claude}/x", "$HOME/.codex/x", "$HOME/.agents/x", ".agents/x"},
		{"\"${CLAUDE_CONFIG_DIR:-~/.claude}/gsd/bin\"", "\"~/.agents/gsd/bin\"", "=", "\".agents/gsd/bin\""},
		{"${CLAUDE_CONFIG_DIR:-${HOME}/.claude}/gsd", "${HOME}/.agents/gsd", "=", ".agents/gsd"},
		{"${CLAUDE_CONFIG_DIR:-$HOME/.claude/gsd}/x", "$HOME/.agents/gsd/x", "=", ".agents/gsd/x"},
		{"${CLAUDE_CONFIG_DIR:-$HOME/.claude/skills}/x", "$HOME/.agents/skills/x", "=", ".agents/skills/x"},
		{"$CLAUDE_CONFIG_DIR/gsd and ${CLAUDE_CONFIG_DIR}/y", "$HOME/.agents/gsd and $HOME/.codex/y", "$HOME/.agents/gsd and $HOME/.agents/y", ".agents/gsd and .agents/y"},
		{"${CLAUDE_CONFIG_DIR:-'~/.claude/gsd'}/x", "~/.agents/gsd/x", "=", ".agents/gsd/x"},
		{"set CLAUDE_CONFIG_DIR, ${CLAUDE_CONFIG_DIR:-/opt/x}", "", "", ""},
		// A plugin's root.
		{"\"${CLAUDE_PLUGIN_ROOT}/s.sh\"", "\"$HOME/.agents/gsd/s.sh\"", "=", "\".agents/gsd/s.sh\""},
		{"@${CLAUDE_PLUGIN_ROOT}/a.md", "@~/.agents/gsd/a.md", "=", "@.agents/gsd/a.md"},
		{"$CLAUDE_PLUGIN_ROOTS", "", "", ""},
	} {
		fill := func(want, from string) string {
			switch want {
			case "":
				return c.in
			case "=":
				return from
			}
			return want
		}
		own := fill(c.own, c.in)
		if got := ownCodex.line(c.in); got != own {
			t.Errorf("own: %q gives %q, want %q", c.in, got, own)
		}
		if got := shared.line(c.in); got != fill(c.shared, own) {
			t.Errorf("shared: %q gives %q, want %q", c.in, got, fill(c.shared, own))
		}
		if got := sharedLocal.line(c.in); got != fill(c.local, own) {
			t.Errorf("local: %q gives %q, want %q", c.in, got, fill(c.local, own))
		}
	}

	for _, c := range []struct{ in, global, moved, local string }{
		{"~/.claude/gsd/x $HOME/.claude/settings.json", "=", "~/alt/gsd/x $HOME/alt/settings.json", ".claude/gsd/x .claude/settings.json"},
		{"${CLAUDE_CONFIG_DIR:-$HOME/.claude}/gsd", "=", "${CLAUDE_CONFIG_DIR:-$HOME/alt}/gsd", ".claude/gsd"},
		{"${ROOT}/.claude/gsd ./.claude/gsd", "=", "=", "="},
		{"~/.claude/old/place/a", "~/.claude/gsd/new/a", "~/alt/gsd/new/a", ".claude/gsd/new/a"},
		{"@./.claude/gsd/x", "@~/.claude/gsd/x", "@~/alt/gsd/x", "@.claude/gsd/x"},
		{"@$HOME/.claude/gsd/x and @$HOME/.claude/y", "@~/.claude/gsd/x and @~/.claude/y", "@~/alt/gsd/x and @~/alt/y", "@.claude/gsd/x and @.claude/y"},
		{"see CLAUDE.md", "=", "=", "="},
		{"Read ~/.claude/agents/a.md", "=", "Read ~/alt/agents/a.md", "Read .claude/agents/a.md"},
	} {
		for name, sp := range map[string]*spelling{c.global: claude, c.moved: claudeMoved, c.local: claudeLocal} {
			want := name
			if want == "=" {
				want = c.in
			}
			if got := sp.line(c.in); got != want {
				t.Errorf("native: %q gives %q, want %q", c.in, got, want)
			}
		}
	}
	if got := codexMoved.line("~/.claude/x $HOME/.claude/gsd"); got != "/srv/c/x $HOME/.agents/gsd" {
		t.Errorf("moved outside the home: %q", got)
	}
}

// TestPathsOnWindows holds that texts have slashes whatever the system has.
func TestPathsOnWindows(t *testing.T) {
	for _, s := range scopes {
		_, shared := spelled(t, "codex", s, layout.Env{Home: `C:\Users\Ann B`, Project: `C:\src\p`, OS: "windows"})
		want := map[plan.Scope]string{plan.Global: "@~/.agents/gsd/x", plan.Local: "@.agents/gsd/x"}[s]
		if got := shared.line("@~/.claude/gsd/x"); got != want {
			t.Errorf("%s: %q", s, got)
		}
	}
}

func TestMentions(t *testing.T) {
	codex, shared := spelled(t, "codex", plan.Global, testEnv)
	gemini, _ := spelled(t, "gemini", plan.Global, testEnv)
	for _, c := range []struct{ in, shared, codex, gemini string }{
		{"run /gsd:help now", "run /gsd-help now", "run $gsd-help now", "="},
		{"run /gsd-help now; `/gsd-help`", "=", "run $gsd-help now; `$gsd-help`", "run /gsd:help now; `/gsd:help`"},
		{"/gsd:plan-phase then /gsd:plan.", "/gsd-plan-phase then /gsd-plan.", "$gsd-plan-phase then $gsd-plan.", "="},
		{"Skill(skill=\"gsd:plan\")", "Skill(skill=\"gsd-plan\")", "Skill(skill=\"gsd-plan\")", "="},
		{"/gsd-plus:help", "/gsd-help", "$gsd-help", "/gsd:help"},
		{"**/gsd:help** \"/gsd:help\" (/gsd:help) 見/gsd:help。", "**/gsd-help** \"/gsd-help\" (/gsd-help) 見/gsd-help。", "**$gsd-help** \"$gsd-help\" ($gsd-help) 見$gsd-help。", "="},
		{"/gsd:help 's, `/gsd:plan`/`/gsd:help`", "/gsd-help 's, `/gsd-plan`/`/gsd-help`", "$gsd-help 's, `$gsd-plan`/`$gsd-help`", "="},
		{"path /opt/gsd-help/bin", "=", "=", "="},
		{"url https://x.test/gsd-help and https://x.test?q=/gsd-help", "=", "=", "="},
		{"${V}/gsd-plan/; $(pwd)/gsd-plan; \"$DIR\"/gsd-plan ~/gsd-plan", "=", "=", "="},
		{"/gsd-helper /gsd-help-me /gsd-help.md /gsd-help/x /gsd:help:more", "=", "=", "="},
		{"/gsd:unknown GSD: plan /GSD:plan", "=", "=", "="},
		{"the gsd-plan agent, </gsd-plan> <!-- gsd:write -->", "=", "=", "="},
		{"docs/gsd:plan xgsd:plan", "=", "=", "="},
		{"/gsd:notes is a skill", "=", "=", "="},
		{`\/gsd:help $"/gsd:help"`, "=", "=", "="},
		{"/gsd:stem /gsd:gsd-stem /gsd-plus:stem /gsd-plus:gsd-stem", "/gsd-stem /gsd-stem /gsd-stem /gsd-stem",
			"$gsd-stem $gsd-stem $gsd-stem $gsd-stem", "/gsd:stem /gsd:stem /gsd:stem /gsd:stem"},
		{"/gsd:gsd-help", "/gsd-help", "$gsd-help", "/gsd:help"},
	} {
		for _, x := range []struct {
			name, want string
			sp         *spelling
		}{{"shared", c.shared, shared}, {"codex", c.codex, codex}, {"gemini", c.gemini, gemini}} {
			want := x.want
			if want == "=" {
				want = c.in
			}
			if got := x.sp.mentions(c.in); got != want {
				t.Errorf("%s: %q gives %q, want %q", x.name, c.in, got, want)
			}
		}
	}
}

func TestInstructionFile(t *testing.T) {
	own, _ := spelled(t, "gemini", plan.Global, testEnv)
	for in, want := range map[string]string{
		"see ./CLAUDE.md, `CLAUDE.md`'s":          "see ./GEMINI.md, `GEMINI.md`'s",
		"a CLAUDE.md-driven change, CLAUDE.md_":   "a GEMINI.md-driven change, CLAUDE.md_",
		"${ROOT}/CLAUDE.md.":                      "${ROOT}/GEMINI.md.",
		"MY-CLAUDE.md CLAUDE.mdx CLAUDE.md.bak":   "MY-CLAUDE.md CLAUDE.mdx CLAUDE.md.bak",
		"./.claude/CLAUDE.md https://x/CLAUDE.md": "./.claude/CLAUDE.md https://x/CLAUDE.md",
	} {
		if got := own.instructionFile(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

func TestToolWords(t *testing.T) {
	gemini, shared := spelled(t, "gemini", plan.Global, testEnv)
	for in, want := range map[string]string{
		"use `Read`, Read( and the Read tool":          "use `read_file`, read_file( and the read_file tool",
		"Read the file, then Write it. Edit Grep.":     "Read the file, then Write it. Edit Grep.",
		"call AskUserQuestion or TodoWrite.":           "call ask_user or write_todos.",
		"docs/WebFetch.md $WebFetch WebFetcher":        "docs/WebFetch.md $WebFetch WebFetcher",
		"Bash tools; ReadTool; `Read the`":             "run_shell_command tools; ReadTool; `Read the`",
		"Read/Write/WebFetch":                          "Read/Write/WebFetch",
		"The Read tool reads, Bash tools run":          "The read_file tool reads, run_shell_command tools run",
		"Task(subagent_type=\"x\") and `Task`, a Task": "invoke_agent(subagent_type=\"x\") and `invoke_agent`, a Task",
	} {
		if got := gemini.toolWords(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
		if got := shared.toolWords(in); got != in {
			t.Errorf("shared: %q gives %q", in, got)
		}
	}
}

// TestToolPhrase holds that a tool whose word is a phrase is not called with parentheses.
func TestToolPhrase(t *testing.T) {
	sp := &spelling{words: map[string]string{"Read": "the file reader"}}
	if got := sp.toolWords("`Read`, Read(x)"); got != "`the file reader`, Read(x)" {
		t.Error(got)
	}
}

// A description is respelled as a body is, but for the arguments, which hosts put into
// bodies alone.
func TestLine(t *testing.T) {
	gemini, _ := spelled(t, "gemini", plan.Global, testEnv)
	for in, want := range map[string]string{
		"Asks by AskUserQuestion, see CLAUDE.md": "Asks by ask_user, see GEMINI.md",
		"Reads $ARGUMENTS":                       "Reads $ARGUMENTS",
	} {
		if got := gemini.line(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

func TestArguments(t *testing.T) {
	_, shared := spelled(t, "codex", plan.Global, testEnv)
	for in, want := range map[string]string{
		"a $ARGUMENTS, \"$ARGUMENTS\"": "a {{ARGUMENTS}}, \"{{ARGUMENTS}}\"",
		"$ARGUMENTS_X $ARGUMENT $1":    "$ARGUMENTS_X $ARGUMENT $1",
		"$ARGUMENTS-x":                 "{{ARGUMENTS}}-x",
	} {
		if got := shared.arguments(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

// TestHostTokens holds that a body's own tokens are text to a host that would
// run or expand them, and that only our own argument token is one.
func TestHostTokens(t *testing.T) {
	for in, want := range map[string]string{
		"a !{date} @{file} {{args}} $ARGUMENTS": "a ! {date} @ {file} { {args}} {{args}}",
		"!{{args}} {{{args}}}":                  "! { {args}} {{ {args}}}",
		"!$ARGUMENTS @$ARGUMENTS":               "! {{args}} @ {{args}}",
		"stash@{0}":                             "stash@ {0}",
	} {
		p := readPack(t, map[string]string{"commands/x.md": "---\ndescription: d\n---\n" + in})
		pl := render(t, p, "gemini", plan.Global)
		if _, got := decoded(t, named(t, pl, "command", "gsd-x")); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
		if len(noted(pl, "host-token")) == 0 && strings.ContainsAny(in, "{") {
			t.Errorf("%q: no note", in)
		}
	}
	p := readPack(t, map[string]string{"agents/x.md": "---\nname: x\ndescription: d\n---\n${A_1} ${B:-c} ${D%x} $E ${} {{args}} ${F}"})
	if _, got := decoded(t, named(t, render(t, p, "gemini", plan.Global), "agent", "x")); got != "${A_1:-} ${B:-c} ${D%x} $E ${} {{args}} ${F:-}" {
		t.Errorf("placeholders: %q", got)
	}
	for _, c := range [][2]string{
		{breakLiteral("a!{b", "!{"), "a! {b"}, {breakLiteral("a!b", "!"), "a!b"},
		{partTokens("!a", "", []string{"!{"}), "!a"}, {partTokens("!{{args}}", "{{args}}", []string{"!{", "!{{"}), "! {{args}}"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, not %q", c[0], c[1])
		}
	}
}

// TestPreface holds that a body gets only the lines that it needs.
func TestPreface(t *testing.T) {
	for body, want := range map[string][]string{
		"Just do it.":                       nil,
		"Run /gsd:x again.":                 {"`/name`"},
		"For $ARGUMENTS.":                   {"{{ARGUMENTS}}"},
		"Call AskUserQuestion.":             {"Tool names"},
		"Task(subagent_type=\"gsd-scout\")": {"subagent_type"},
		"By subagent_type=gsd-scout":        {"subagent_type"},
	} {
		p := readPack(t, map[string]string{"commands/x.md": "---\ndescription: d\n---\n" + body})
		_, got := decoded(t, named(t, render(t, p, "codex", plan.Global), "command", "gsd-x"))
		note, _, has := strings.Cut(got, "</host_note>\n\n")
		if has != (want != nil) || has && strings.Count(note, "\n") != 1+len(want) {
			t.Errorf("%q: %q", body, got)
		}
		for _, w := range want {
			if !strings.Contains(note, w) {
				t.Errorf("%q: no %q in %q", body, w, note)
			}
		}
	}
}

// TestPrograms holds that only prose is rewritten.
func TestPrograms(t *testing.T) {
	everywhere(t, textPack(t), func(t *testing.T, pl plan.Plan) {
		for _, a := range pl.Artifacts {
			if strings.HasSuffix(a.Path, ".cjs") && string(a.Data) != "// ~/.claude/gsd /gsd:help\n" {
				t.Errorf("%s: %q", a.Path, a.Data)
			}
		}
	})
}

// FuzzRespell holds that a text without any of the words that rules are about
// stays as it is, and that no text breaks a rule.
func FuzzRespell(f *testing.F) {
	for _, s := range []string{
		"~/.claude/gsd", "${CLAUDE_CONFIG_DIR:-$HOME/.claude", "/gsd:help\xff", "$ARGUMENTS", "${CLAUDE_PLUGIN_ROOT}",
		"@$HOME/.claude", "/gsd-plus:help", "AskUserQuestion(", "$1 ${name} \\1",
	} {
		f.Add(s)
	}
	own, _ := spelled(f, "gemini", plan.Local, testEnv)
	_, shared := spelled(f, "codex", plan.Global, testEnv)
	words := []string{".claude", "CLAUDE", "gsd", "ARGUMENTS"}
	for tool := range own.words {
		words = append(words, tool)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, sp := range []*spelling{own, shared} {
			got := sp.respell(s)
			plain := true
			for _, w := range words {
				plain = plain && !strings.Contains(s, w)
			}
			if plain && got != s {
				t.Errorf("%q gives %q", s, got)
			}
		}
	})
}
