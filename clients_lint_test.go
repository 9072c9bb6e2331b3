package gsdinstall_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// claim is a fault that lint finds in a pack and a client has with the same files.
type claim struct {
	rule string
	// files are those of the pack, beside a pack.toml with the prefix "x".
	files map[string]string
	// home are further files of the client's, below its folder, where they differ.
	home map[string]string
	// true reports whether the client's answer shows it.
	true func(seen) bool
}

// lintClients are the clients that claims are tried on, with the folder below the home that
// each of a pack's folders is in; an empty one is not read.
var lintClients = []struct {
	client string
	folder map[string]string
	claims []claim
}{
	{"claude", map[string]string{"agents": ".claude/agents", "skills": ".claude/skills", "commands": ".claude/commands"}, []claim{
		{rule: "name-twice", files: map[string]string{
			"agents/scout.md": "---\nname: scout\ndescription: Looks.\n---\nLook around.\n", "agents/short.md": "---\nname: scout\ndescription: Looks.\n---\nLook.\n",
		}, true: func(v seen) bool { return complains(v, "Duplicate agent name", "scout") }},
		{rule: "trigger-twice", files: map[string]string{
			"commands/x-both.md": "---\ndescription: a\n---\nGo.\n", "skills/x-both/SKILL.md": "---\nname: x-both\ndescription: b\n---\nGo.\n",
		}, true: func(v seen) bool { return count(names(v.Commands), "x-both") == 1 }},
		{rule: "description-missing", files: map[string]string{"agents/bare.md": "---\nname: bare\n---\nLook around.\n"},
			true: func(v seen) bool { return !slices.Contains(v.Agents, "bare") }},
		{rule: "name-missing", files: map[string]string{"agents/none.md": "---\ndescription: Looks.\n---\nLook around.\n"},
			true: func(v seen) bool { return !slices.Contains(v.Agents, "none") }},
		{rule: "name-place", files: map[string]string{"skills/map/SKILL.md": "---\nname: charts\ndescription: Draws.\n---\nDraw.\n"},
			true: func(v seen) bool {
				return count(names(v.Commands), "map") == 1 && count(names(v.Commands), "charts") == 0
			}},
		{rule: "hook-event", files: map[string]string{"hooks/hooks.json": unknownEvent}, home: map[string]string{".claude/settings.json": unknownEvent},
			true: func(v seen) bool { return complains(v, "SessionStarted") }},
	}},
	{"copilot", map[string]string{"skills": ".copilot/skills"}, []claim{
		{rule: "frontmatter-loose", files: map[string]string{"skills/loose/SKILL.md": "---\nname: loose\ndescription: this: that: [x\n---\nGo.\n"},
			true: func(v seen) bool {
				return !slices.Contains(names(v.Skills), "loose") && complains(v, "loose/SKILL.md", "YAML")
			}},
	}},
	{"codex", map[string]string{"skills": ".agents/skills"}, []claim{
		{rule: "frontmatter-broken", files: map[string]string{"skills/open/SKILL.md": "---\nname: open\ndescription: Opens.\nGo.\n"},
			true: func(v seen) bool {
				return !slices.Contains(names(v.Skills), "open") && complains(v, "frontmatter")
			}},
		{rule: "name-refused", files: map[string]string{"skills/long/SKILL.md": "---\nname: " + strings.Repeat("x", 65) + "\ndescription: Opens.\n---\nGo.\n"},
			true: func(v seen) bool {
				return !slices.Contains(names(v.Skills), strings.Repeat("x", 65)) && complains(v, "name")
			}},
	}},
	{"qwen", map[string]string{"agents": ".qwen/agents"}, []claim{
		{rule: "item-lost", files: map[string]string{"agents/main.md": "---\nname: main\ndescription: Looks.\n---\nLook around everywhere.\n"},
			true: func(v seen) bool { return !slices.Contains(v.Agents, "main") }},
		{rule: "body-empty", files: map[string]string{"agents/empty.md": "---\nname: empty\ndescription: Looks.\n---\n"},
			true: func(v seen) bool { return !slices.Contains(v.Agents, "empty") }},
	}},
	{"gemini", map[string]string{"agents": ".gemini/agents"}, []claim{
		{rule: "tool-unknown", files: map[string]string{"agents/odd.md": "---\nname: odd\ndescription: Looks.\ntools:\n  - read_file\n---\nLook.\n"},
			home: map[string]string{".gemini/agents/odd.md": "---\nname: odd\ndescription: Looks.\ntools:\n  - Read\n---\nLook.\n"},
			true: func(v seen) bool { return !slices.Contains(v.Agents, "odd") && complains(v, "odd.md") }},
	}},
}

const unknownEvent = `{"hooks": {"SessionStarted": [{"hooks": [{"type": "command", "command": "true"}]}]}}`

// Beside each fault the client has an item that is in order, so that it is seen to look.
const fineAgent, fineSkill = "---\nname: fine\ndescription: Looks.\n---\nLook around everywhere.\n", "---\nname: fine\ndescription: Looks.\n---\nLook.\n"

// TestLintClaims has clients say of the files of packs what lint says of them.
func TestLintClaims(t *testing.T) {
	for _, tt := range lintClients {
		t.Run(tt.client, func(t *testing.T) {
			t.Parallel()
			needClient(t, tt.client)
			s := newSandbox(t)
			for kind, folder := range tt.folder {
				switch kind {
				case "agents":
					s.write(t, "home/"+folder+"/fine.md", fineAgent)
				case "skills":
					s.write(t, "home/"+folder+"/fine/SKILL.md", fineSkill)
				}
			}
			for i, c := range tt.claims {
				dir := fmt.Sprintf("pack%d/", i)
				s.write(t, dir+"pack.toml", "name = \"x\"\nprefix = \"x\"\n")
				for name, text := range c.files {
					s.write(t, dir+name, text)
					kind, rest, _ := strings.Cut(name, "/")
					if folder := tt.folder[kind]; folder != "" {
						s.write(t, "home/"+folder+"/"+rest, text)
					}
				}
				for name, text := range c.home {
					s.write(t, "home/"+name, text)
				}
				if !slices.Contains(lintRules(t, s, filepath.Join(s.root, dir)), c.rule) {
					t.Errorf("lint does not find %s", c.rule)
				}
			}
			v := ask(t, tt.client, s)
			if !slices.Contains(append(names(v.Skills), v.Agents...), "fine") {
				t.Errorf("it does not list what is in order: %v %v", v.Skills, v.Agents)
			}
			for _, c := range tt.claims {
				if !c.true(v) {
					t.Errorf("%s: the client shows nothing of it: agents %v, commands %v, errors %v", c.rule, v.Agents, names(v.Commands), v.Errors)
				}
			}
		})
	}
}

// lintRules are the rules that lint finds something of in a pack.
func lintRules(t *testing.T, s sandbox, pack string) []string {
	t.Helper()
	r := finish(t, s.command(t, "lint", pack, "--json"))
	var report struct{ Findings []struct{ Rule string } }
	decode(t, []byte(r.out), &report)
	var rules []string
	for _, f := range report.Findings {
		rules = append(rules, f.Rule)
	}
	return rules
}

// complains reports whether a client said something with all the words.
func complains(v seen, words ...string) bool {
	return slices.ContainsFunc(v.Errors, func(e map[string]any) bool {
		text := fmt.Sprint(e)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
	})
}

func count(all []string, one string) int {
	n := 0
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}
