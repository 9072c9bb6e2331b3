package pack

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// mapFS makes a tree of texts; one that begins with "-> " is a link, one with "#!" executable.
func mapFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for p, text := range files {
		f := &fstest.MapFile{Data: []byte(text), Mode: 0o644}
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			f.Data, f.Mode = []byte(target), 0o777|os.ModeSymlink
		}
		if strings.HasPrefix(text, "#!") {
			f.Mode = 0o755
		}
		fsys[p] = f
	}
	return fsys
}

// with returns base with more files.
func with(base map[string]string, more ...string) map[string]string {
	out := map[string]string{}
	for p, text := range base {
		out[p] = text
	}
	for i := 0; i < len(more); i += 2 {
		out[more[i]] = more[i+1]
	}
	return out
}

func mustRead(t *testing.T, files map[string]string) *Pack {
	t.Helper()
	p, err := Read(mapFS(files), "/packs/tiny")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// describePack lists what a pack has, a line each.
func describePack(p *Pack) []string {
	var out []string
	for _, it := range p.Items {
		out = append(out, fmt.Sprintf("%s %s %s: %s", it.Kind, it.Name, it.Short, it.Meta.Text("description")))
		for _, f := range it.Files {
			out = append(out, fmt.Sprintf("  %s %s x=%v", f.Dest, f.Rewrite, f.Exec))
		}
	}
	for _, f := range p.Payload {
		out = append(out, fmt.Sprintf("payload %s %s x=%v", f.Dest, f.Rewrite, f.Exec))
	}
	for _, a := range p.Aliases {
		out = append(out, fmt.Sprintf("alias %s %s", a.From, a.To))
	}
	for _, h := range p.Hooks {
		out = append(out, fmt.Sprintf("hook %s %v %q %s %s %v %q %d %s", h.Event, h.Tools, h.Matcher, h.Run, h.Script, h.Args, h.Command, h.Timeout, h.Output))
	}
	for _, s := range p.Servers {
		out = append(out, fmt.Sprintf("server %s %s", s.Name, s.Config))
	}
	return out
}

func messages(ps []Problem) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.String())
	}
	return out
}

func TestPlain(t *testing.T) {
	p := mustRead(t, map[string]string{
		"commands/go.md":             "---\nname: other\ndescription: Go on\n---\nRead @~/.claude/templates/t.md.\n",
		"commands/tiny-on.md":        "# Turn it on\n\nText.\n",
		"commands/sub/deep.md":       "\n<purpose>\nDo one thing. Then another.\n",
		"commands/README.md":         "# For people\n",
		"commands/list.txt":          "x",
		"agents/a.md":                "---\nname: Big Agent\ntools: Read\n---\n```\ncode\n```\nYou check\nthings! Always.\n",
		"skills/s/SKILL.md":          "---\nname: s\ndescription: d\n---\nb\n",
		"skills/s/references/r.md":   "r\n",
		"skills/s/run.sh":            "#!/bin/sh\n",
		"skills/s/inner/SKILL.md":    "---\nname: inner\n---\nb\n",
		"rules/r.md":                 "---\nglobs: [\"*.go\"]\n---\nBe short.\n",
		"rules/q.mdc":                "---\ndescription: q\nalwaysApply: true\n---\nBe kind.\n",
		"hooks/hooks.json":           `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/stop.sh"}]}]}}`,
		"hooks/stop.sh":              "#!/usr/bin/env bash\necho\n",
		"templates/t.md":             "See notes/deep/n.txt, not docs/gone.md.\n",
		"notes/deep/n.txt":           "n\n",
		"docs/d.md":                  "d\n",
		"templates/t.json":           "{}\n",
		"node_modules/x/commands.md": "x",
		".git/config":                "x",
		"README.md":                  "# Tiny\n",
		".mcp.json":                  `{"mcpServers": {"b": {"command": "x"}, "a": { "url": "https://a.test" }}}`,
	})
	want := []string{
		"command tiny-deep deep: Do one thing.",
		"command tiny-go go: Go on",
		"command tiny-on on: Turn it on",
		"agent big-agent big-agent: You check things!",
		"skill s s: d",
		"  inner/SKILL.md prose x=false",
		"  references/r.md prose x=false",
		"  run.sh  x=true",
		"rule q q: q",
		"rule r r: ",
		"payload tiny/commands/README.md prose x=false",
		"payload tiny/commands/list.txt  x=false",
		"payload tiny/hooks/stop.sh  x=true",
		"payload tiny/notes/deep/n.txt  x=false",
		"payload tiny/templates/t.json  x=false",
		"payload tiny/templates/t.md prose x=false",
		"alias templates tiny/templates",
		"alias hooks tiny/hooks",
		"alias notes tiny/notes",
		`hook Stop [] "" bash tiny/hooks/stop.sh [] "" 0 text`,
		`server a {"url":"https://a.test","type":"http"}`,
		`server b {"command":"x"}`,
	}
	if diff := cmp.Diff(want, describePack(p)); diff != "" {
		t.Error(diff)
	}
	if p.Name != "tiny" || p.Prefix != "tiny" || p.Home != "tiny" || p.Source != "/packs/tiny" || p.Profile != "full" {
		t.Errorf("%+v", p)
	}
	notes := []string{
		`agents/a.md: no description: it gets "You check things!" from its text`,
		`agents/a.md:2: agent name "Big Agent" becomes "big-agent"`,
		`commands/README.md: taken for documentation, not for a command: it has no frontmatter`,
		`commands/sub/deep.md: no description: it gets "Do one thing." from its text`,
		`commands/tiny-on.md: no description: it gets "Turn it on" from its text`,
		"docs: left out: no text of the pack names a file in it (pack.toml can)",
	}
	if diff := cmp.Diff(notes, messages(p.Notes)); diff != "" {
		t.Error(diff)
	}
}

var good = map[string]string{"commands/x.md": "---\ndescription: d\n---\nRead templates/t.md.\n"}

func TestRefused(t *testing.T) {
	long := strings.Repeat("x", 65)
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"empty", map[string]string{}, []string{"nothing to install: no pack.toml, no .claude-plugin/plugin.json, and no items in commands/, agents/, skills/, rules/ or hooks/"}},
		{"no usable item", map[string]string{"commands/x.txt": "x", "docs/a.md": "a", "skills/s/other.md": "s"}, []string{"nothing to install: no pack.toml, no .claude-plugin/plugin.json, and no items in commands/, agents/, skills/, rules/ or hooks/"}},
		{"no body", with(good, "commands/e.md", "---\nname: e\ndescription: d\n---\n \n", "agents/e.md", "---\nname: e\n---\n"), []string{
			"agents/e.md:4: the agent has no text after its frontmatter",
			"commands/e.md:5: the command has no text after its frontmatter",
		}},
		{"all at once", with(good, "commands/a.md", "---\nname: a\n", "commands/b.md", "caf\xe9", "agents/c.md", "---\nx\n---\nb"), []string{
			`agents/c.md:2: neither a key nor the continuation of one: "x"`,
			`commands/a.md:1: the frontmatter that opens here has no closing line "---"`,
			"commands/b.md:1: invalid UTF-8 at byte offset 3 (byte 0xE9)",
		}},
		{"case", map[string]string{"commands/Help.md": "A", "commands/help.md": "B"}, []string{`commands/help.md:1: command "tiny-help" is also the name of commands/Help.md`}},
		{"prefix", map[string]string{"commands/tiny-a.md": "A", "commands/a.md": "B"}, []string{`commands/tiny-a.md:1: command "tiny-a" is also the name of commands/a.md`}},
		{"command and skill", map[string]string{"commands/a.md": "A", "skills/tiny-a/SKILL.md": "B"}, []string{`skills/tiny-a/SKILL.md:1: skill "tiny-a" is also the name of commands/a.md`}},
		{"agents", map[string]string{"agents/a.md": "---\nname: b\n---\nA", "agents/b.md": "B"}, []string{`agents/b.md:1: agent "b" is also the name of agents/a.md`}},
		{"agent name with a path", with(good, "agents/t.md", "---\nname: ../../../evil\ndescription: d\n---\nYou."), []string{`agents/t.md:2: name: "../../../evil" has a path separator or ".." in it`}},
		{"skill name with a path", with(good, "skills/t/SKILL.md", "---\nname: 'a\\b'\ndescription: d\n---\nYou."), []string{`skills/t/SKILL.md:2: name: "a\\b" has a path separator or ".." in it`}},
		{"agent name with dots", with(good, "agents/t.md", "---\nname: a..b\n---\nYou."), []string{`agents/t.md:2: name: "a..b" has a path separator or ".." in it`}},
		{"no name left", with(good, "agents/計画.md", "A"), []string{`agents/計画.md: agent name "計画" has no letter from a to z and no digit`}},
		{"long names", with(good, "agents/"+long+".md", "A", "commands/"+long[:60]+".md", "B"), []string{
			"agents/" + long + ".md: agent name \"" + long + "\" is 65 characters long, hosts take 64",
			"commands/" + long[:60] + ".md: command name \"tiny-" + long[:60] + "\" is 65 characters long, hosts take 64",
		}},
		{"bad markdown in the payload", with(good, "templates/t.md", "ok \xff"), []string{"templates/t.md:1: invalid UTF-8 at byte offset 3 (byte 0xFF)"}},
		{"bad markdown in a skill", with(good, "skills/s/SKILL.md", "S", "skills/s/r.md", "\xff"), []string{"skills/s/r.md:1: invalid UTF-8 at byte offset 0 (byte 0xFF)"}},
		{"files that differ in case", with(good, "templates/T.md", "a", "templates/t.md", "b"), []string{"templates/t.md: it and templates/T.md both go to tiny/templates/t.md; only case tells them apart"}},
		{"files that differ in how a letter is composed", with(good, "pack.toml", "[[payload]]\nfrom = \"templates\"\n", "templates/caf\u00e9.md", "a", "templates/cafe\u0301.md", "b"), []string{"templates/caf\u00e9.md: it and templates/cafe\u0301.md both go to templates/caf\u00e9.md; only the form of an accent (composed or decomposed) tells them apart"}},
		{"broken package.json", with(good, "package.json", "{\n\"name\": 1\n}"), []string{"package.json:2: name: want a string, not number"}},
		{"agent's name", map[string]string{"agents/a.md": "A", "agents/b.md": "---\ndescription: d\nname: a\n---\nB"}, []string{`agents/b.md:3: agent "a" is also the name of agents/a.md`}},
		{"servers without a name", with(good, ".mcp.json", "{\"mcpServers\": {\"\": {\"command\": \"x\"},\n\" \": {\"command\": \"x\"}}}"), []string{".mcp.json:1: an MCP server has no name", ".mcp.json:2: an MCP server has no name"}},
		{"broken .mcp.json", with(good, ".mcp.json", "{\"mcpServers\": {\n\"c\": 1,\n\"b\": [],\n\"a\": \"x\", \"d\": {\"command\": \"x\"},\n\"d\": {\"command\": \"x\"}}}"), []string{
			`.mcp.json:2: MCP server "c": want an object`, `.mcp.json:3: MCP server "b": want an object`, `.mcp.json:4: MCP server "a": want an object`,
			`.mcp.json:5: MCP server "d" is also on line 4 of .mcp.json`,
		}},
		{"servers that are none", with(good, ".mcp.json", "{\n\"mcpServers\": []}"), []string{`.mcp.json:2: mcpServers: want an object of servers`}},
		{"link that leaves", with(good, "commands/l.md", "-> ../../etc/hostname", "commands/m.md", "-> /etc/hostname"), []string{"commands/l.md: link leaves the pack", "commands/m.md: link leaves the pack"}},
		{"link that leaves by another link", with(good, "commands/l.md", "-> ../up/x", "up", "-> .."), []string{"commands/l.md: link leaves the pack"}},
		{"link to nothing", with(good, "commands/l.md", "-> nothing.md"), []string{"commands/l.md: link to nothing"}},
		{"link to itself", with(good, "commands/l.md", "-> l.md"), []string{"commands/l.md: link loop"}},
		{"link to its own folder", with(good, "commands/loop", "-> ."), []string{"commands/loop: link loop: it leads back to commands"}},
		{"links between folders", with(good, "a/x/l", "-> ../../b", "b/l", "-> ../a"), []string{
			"a/x/l/l: link loop: it leads back to a", "b/l/x/l: link loop: it leads back to b",
		}},
		{"manifest that leaves", with(good, "pack.toml", "-> /etc/pack.toml", "hooks/hooks.json", "-> ../../hooks.json"), []string{"hooks/hooks.json: link leaves the pack", "pack.toml: link leaves the pack"}},
		{"folder that leaves", with(good, "skills", "-> ../other"), []string{"skills: link leaves the pack"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Read(mapFS(tt.files), "/packs/tiny")
			var e *Error
			if !errors.As(err, &e) || p != nil {
				t.Fatalf("%v, %v", p, err)
			}
			if diff := cmp.Diff(tt.want, messages(e.Problems)); diff != "" {
				t.Error(diff)
			}
			for _, line := range tt.want {
				if !strings.Contains(err.Error(), line) {
					t.Errorf("%q is not in %q", line, err)
				}
			}
		})
	}
}

// A recipe is for many versions of its package: what one of them lacks is a note.
func TestRecipeOfAnotherVersion(t *testing.T) {
	p := mustRead(t, map[string]string{
		"package.json":         `{"name": "@opengsd/gsd-core", "version": "0.0.1"}`,
		"commands/gsd/help.md": "# Help\n", "hooks/dist/gsd-read-guard.js": "// {{GSD_VERSION}}\n", "gsd-core/x.md": "x\n",
	})
	if len(p.Hooks) != 1 || p.Hooks[0].Script != "hooks/gsd-read-guard.js" || len(p.Profiles) != 2 || p.Version != "0.0.1" {
		t.Errorf("%+v", p)
	}
	notes := messages(p.Notes)
	for _, want := range []string{
		`agents: "agents" is not in the pack`,
		`hook for PreToolUse: there is no script "hooks/gsd-prompt-guard.js" in the payload`,
		`profile core: there is no command "surface"`,
	} {
		if !slices.ContainsFunc(notes, func(n string) bool { return strings.HasSuffix(n, ": "+want) }) {
			t.Errorf("missing: %s", want)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(notes, "\n"))
	}
	if s, err := p.Select("core"); err != nil || len(s.Items) != 1 {
		t.Errorf("%+v %v", s, err)
	}
}

func TestUnreadableRoot(t *testing.T) {
	_, err := Read(os.DirFS(filepath.Join(t.TempDir(), "gone")), "gone")
	var e *SourceError
	if !errors.As(err, &e) {
		t.Errorf("%v", err)
	}
}

func TestLinksInside(t *testing.T) {
	p := mustRead(t, map[string]string{
		"commands":    "-> shared/commands",
		"shared/a.md": "# A\n\nshared/a.md\n", "shared/commands/x.md": "-> ../a.md", "shared/commands/y.md": "# Y\n",
		"skills/s/SKILL.md": "# S\n", "skills/s/refs": "-> ../../shared",
	})
	want := []string{
		"command tiny-x x: A", "command tiny-y y: Y", "skill s s: S",
		"  refs/a.md prose x=false", "  refs/commands/x.md prose x=false", "  refs/commands/y.md prose x=false",
		"payload tiny/shared/a.md prose x=false", "payload tiny/shared/commands/x.md prose x=false", "payload tiny/shared/commands/y.md prose x=false",
		"alias shared tiny/shared",
	}
	if diff := cmp.Diff(want, describePack(p)); diff != "" {
		t.Error(diff)
	}
}

// Links that multiply folders end at the limit, not in exhaustion.
func TestLinkBomb(t *testing.T) {
	files := with(good)
	for i := range 40 {
		files[fmt.Sprintf("d%d/a", i)] = fmt.Sprintf("-> ../d%d", i+1)
		files[fmt.Sprintf("d%d/b", i)] = fmt.Sprintf("-> ../d%d", i+1)
	}
	files["d40/x"] = "x" // the folders are named by no text and listed all the same
	_, err := Read(mapFS(files), "/packs/tiny")
	if err == nil || !strings.Contains(err.Error(), errSize.Error()) {
		t.Errorf("%v", err)
	}
}

// The same on a real directory, whose links the system would follow.
func TestDirectoryLinks(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.md")
	if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "tiny")
	if err := os.MkdirAll(filepath.Join(dir, "commands"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skipf("this system makes no links: %v", err)
		}
	}
	link(outside, "commands/l.md")
	link("..", "commands/up")
	_, err := Load(t.Context(), dir, LoadOptions{})
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%v", err)
	}
	want := []string{"commands/l.md: link leaves the pack", "commands/up/commands: link loop: it leads back to commands"}
	got := messages(e.Problems)
	slices.Sort(got)
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%q is not in %q", w, got)
		}
	}
}

func TestIntegrity(t *testing.T) {
	base := with(good, "templates/t.md", "t", "hooks/x.sh", "#!/bin/sh\n")
	sum := mustRead(t, base).Integrity
	if !strings.HasPrefix(sum, "sha256-") || len(sum) != len("sha256-")+64 {
		t.Errorf("%q", sum)
	}
	if again := mustRead(t, with(base, "README.md", "not part of it")).Integrity; again != sum {
		t.Error("a file that is not used changes the integrity")
	}
	changes := map[string]map[string]string{
		"bytes": with(base, "templates/t.md", "T"), "path": with(base, "templates/u.md", "t"),
	}
	for what, files := range changes {
		if mustRead(t, files).Integrity == sum {
			t.Errorf("%s: the integrity is the same", what)
		}
	}
	fsys := mapFS(base)
	fsys["hooks/x.sh"].Mode = 0o644
	if p, err := Read(fsys, "/packs/tiny"); err != nil || p.Integrity == sum {
		t.Errorf("mode: the integrity is the same (%v)", err)
	}
}

// Problems come in one order, also those of one line.
func TestProblemsInOrder(t *testing.T) {
	var entries, want []string
	for _, name := range []string{"f", "b", "d", "a", "c", "e"} {
		entries = append(entries, name+` = {commands = ["none"]}`)
		want = append(want, `pack.toml:1: profile `+name+`: there is no command "none"`)
	}
	slices.Sort(want)
	tree := with(good, "pack.toml", "profiles = {"+strings.Join(entries, ", ")+"}\n")
	_, err := Read(mapFS(tree), "/packs/tiny")
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, messages(e.Problems)); diff != "" {
		t.Error(diff)
	}
}
