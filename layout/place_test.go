package layout

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

var scopes = []plan.Scope{plan.Global, plan.Local}

func item(kind pack.Kind, name string) pack.Item {
	return pack.Item{
		Kind: kind, Name: name, Stem: name, Short: strings.TrimPrefix(name, "gsd-"),
		Source: string(kind) + "s/" + name + ".md", Body: "b",
	}
}

// onePack has one of each kind.
func onePack() *pack.Pack {
	skill := item(pack.Skill, "notes")
	skill.Files = []pack.File{{Source: "skills/notes/a/b.md", Dest: "a/b.md"}}
	return &pack.Pack{
		Name: "gsd", Prefix: "gsd",
		Items: []pack.Item{item(pack.Agent, "scout"), item(pack.Command, "gsd-plan"), item(pack.Rule, "dates"), skill},
		Payload: []pack.File{
			{Source: "gsd/x.md", Dest: "gsd/x.md"},
			{Dest: "gsd/.host", Unshared: true},
		},
	}
}

func TestPlace(t *testing.T) {
	for host, want := range map[string][2]string{
		"claude": {
			"claude agents/scout.md agent-md, claude gsd/.host copy, claude gsd/x.md copy, claude skills/gsd-plan/SKILL.md skill-md, " +
				"claude skills/notes/SKILL.md skill-md, claude skills/notes/a/b.md copy",
			"claude agents/scout.md agent-md, claude commands/gsd-plan.md slash-md, claude gsd/.host copy, claude gsd/x.md copy, " +
				"claude rules/dates.md rule-md, claude skills/notes/SKILL.md skill-md, claude skills/notes/a/b.md copy",
		},
		"codex": {
			"agents gsd/x.md copy, agents skills/gsd-plan/SKILL.md skill-md, agents skills/notes/SKILL.md skill-md, agents skills/notes/a/b.md copy, " +
				"codex AGENTS.md marked-block, codex agents/scout.toml agent-toml",
			"agents gsd/x.md copy, agents skills/gsd-plan/SKILL.md skill-md, agents skills/notes/SKILL.md skill-md, agents skills/notes/a/b.md copy, " +
				"codex agents/scout.toml agent-toml, project AGENTS.md marked-block",
		},
		"cursor": {
			"agents gsd/x.md copy, agents skills/gsd-plan/SKILL.md skill-md, agents skills/notes/SKILL.md skill-md, agents skills/notes/a/b.md copy, " +
				"cursor agents/scout.md agent-md",
			"agents gsd/x.md copy, agents skills/gsd-plan/SKILL.md skill-md, agents skills/notes/SKILL.md skill-md, agents skills/notes/a/b.md copy, " +
				"cursor agents/scout.md agent-md, cursor rules/dates.mdc rule-mdc",
		},
		"gemini": {
			"agents gsd/x.md copy, agents skills/notes/SKILL.md skill-md, agents skills/notes/a/b.md copy, " +
				"gemini GEMINI.md marked-block, gemini agents/scout.md agent-md, gemini commands/gsd/plan.toml slash-toml",
			"agents gsd/x.md copy, agents skills/notes/SKILL.md skill-md, agents skills/notes/a/b.md copy, " +
				"gemini agents/scout.md agent-md, gemini commands/gsd/plan.toml slash-toml, project GEMINI.md marked-block",
		},
		"kimi": {
			"agents gsd/x.md copy, agents skills/gsd-plan/SKILL.md skill-md, agents skills/notes/SKILL.md skill-md, agents skills/notes/a/b.md copy, " +
				"kimi agents/scout.md agent-yaml, kimi agents/scout.yaml agent-yaml",
			"agents gsd/x.md copy, agents skills/gsd-plan/SKILL.md skill-md, agents skills/notes/SKILL.md skill-md, agents skills/notes/a/b.md copy, " +
				"kimi agents/scout.md agent-yaml, kimi agents/scout.yaml agent-yaml, project AGENTS.md marked-block",
		},
	} {
		for i, s := range scopes {
			placed, notes, err := Place(get(t, host), s, onePack())
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, pt := range placed {
				lines = append(lines, pt.Mount+" "+pt.Path+" "+pt.Rule)
				// GEMINI.md lies in the shared folder and is its one reader's own.
				if shared := pt.Mount == "agents" || pt.Path == "AGENTS.md" && pt.Mount == "project"; (pt.Shared != "") != shared {
					t.Errorf("%s: %s: shared %q", host, pt.Path, pt.Shared)
				}
			}
			expected := want[i]
			if expected == "" {
				expected = want[0]
			}
			if got := strings.Join(lines, ", "); got != expected {
				t.Errorf("%s %s:\n%s\nwant\n%s", host, s, got, expected)
			}
			if lost := !strings.Contains(expected, "dates") && !strings.Contains(expected, "marked-block"); lost != (len(notes) == 1 && notes[0].Rule == "rule-lost") {
				t.Errorf("%s %s: notes %v", host, s, notes)
			}
		}
	}
}

func TestPlaceRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(p *pack.Pack)
		want   string
	}{
		"two on one path": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "other/x.md", Dest: "gsd/x.md"})
		}, "gsd/x.md and other/x.md: both would be gsd/x.md"},
		"told apart by the form of an accent alone": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "gsd/e\u0301.md", Dest: "gsd/e\u0301.md"}, pack.File{Source: "gsd/\u00e9.md", Dest: "gsd/\u00e9.md"})
		}, "gsd/e\u0301.md and gsd/\u00e9.md: both would be gsd/\u00e9.md; only the form of an accent (composed or decomposed) tells them apart"},
		"told apart by case alone": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "gsd/X.md", Dest: "gsd/X.md"})
		}, "gsd/X.md and gsd/x.md: both would be gsd/x.md; only case tells them apart"},
		"a command and a skill": {func(p *pack.Pack) {
			p.Items = append(p.Items, item(pack.Skill, "gsd-plan"))
		}, "commands/gsd-plan.md and skills/gsd-plan.md: a command and a skill cannot both be called gsd-plan"},
		"a file and a folder": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "y", Dest: "gsd/x.md/y"})
		}, "gsd/x.md and y: gsd/x.md would be a file and a folder"},
		"out of the mount": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "y", Dest: "../y"})
		}, `y: its place would be "../y": it is no path below a folder`},
		"a generated file": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Dest: "gsd/x.md"})
		}, "gsd/x.md and generated file gsd/x.md: both would be gsd/x.md"},
		"the mount": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "y", Dest: "."})
		}, `y: its place would be ".": it is no path below a folder`},
		"our own records": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "y", Dest: ".GSD-install/ledger.json"})
		}, `y: its place would be ".GSD-install/ledger.json": it is kept for the installer's own records`},
		"a device on Windows": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "y", Dest: "gsd/Nul.txt"})
		}, `y: its place would be "gsd/Nul.txt": Nul is a device on Windows, with any extension`},
		"a stream on Windows": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "y", Dest: "gsd/x.md:y"})
		}, `y: its place would be "gsd/x.md:y": a name cannot hold ':'`},
		"another name on Windows": {func(p *pack.Pack) {
			p.Payload = append(p.Payload, pack.File{Source: "y", Dest: "gsd/x.md."})
		}, `y: its place would be "gsd/x.md.": a name cannot end in '.'`},
	} {
		t.Run(name, func(t *testing.T) {
			p := onePack()
			c.change(p)
			_, _, err := Place(get(t, "claude"), plan.Local, p)
			if err == nil || err.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

// TestPlaceOfPayload places payload where no built-in host has it: in a folder of the mount, and
// nowhere.
func TestPlaceOfPayload(t *testing.T) {
	h := get(t, "claude")
	h.ArtifactLayout = slices.Clone(h.ArtifactLayout)
	at := slices.IndexFunc(h.ArtifactLayout, func(row descriptors.Row) bool { return row.Kind == "payload" })
	h.ArtifactLayout[at].DestSubpath = "packs"
	placed, _, err := Place(h, plan.Local, onePack())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(placed, func(pt Placement) bool { return pt.Path == "packs/gsd/x.md" }) {
		t.Errorf("%v", placed)
	}
	h.ArtifactLayout = slices.Delete(h.ArtifactLayout, at, at+1)
	_, notes, err := Place(h, plan.Local, onePack())
	if err != nil {
		t.Fatal(err)
	}
	const want = "Claude Code has no place for payload files in local scope: 2 left out"
	if len(notes) != 1 || notes[0].Rule != "payload-lost" || notes[0].Message != want {
		t.Errorf("%v", notes)
	}
}

// FuzzPlace holds that whatever a pack is called and holds, each placement is a
// valid path below a mount and no two are one.
func FuzzPlace(f *testing.F) {
	for _, s := range []string{"plan", "../x", "a/b", "", ".", "A", "con", "x\\y", "/abs", ".gsd-install", "{name}", "SKILL.md"} {
		f.Add(s, "gsd", s+"/x")
		f.Add("x", s, s)
	}
	f.Fuzz(func(t *testing.T, name, prefix, dest string) {
		p := onePack()
		p.Prefix = prefix
		for _, kind := range []pack.Kind{pack.Agent, pack.Command, pack.Rule, pack.Skill} {
			it := item(kind, name)
			it.Files = []pack.File{{Source: "s", Dest: dest}}
			p.Items = append(p.Items, it)
		}
		p.Payload = append(p.Payload, pack.File{Source: "p", Dest: dest})
		for _, h := range descriptors.All() {
			for _, s := range scopes {
				placed, _, err := Place(h, s, p)
				if err != nil {
					continue
				}
				var seen []string
				for _, pt := range placed {
					key := pt.Mount + " " + strings.ToLower(pt.Path)
					if !fs.ValidPath(pt.Path) || slices.Contains(seen, key) || strings.HasPrefix(pt.Path, plan.StateDir+"/") {
						t.Errorf("%s: %q", h.ID, pt.Path)
					}
					seen = append(seen, key)
				}
			}
		}
	})
}

// TestPlaceLeavesOut holds that an item is left out with a note where the host would
// drop its file for the name, and stays elsewhere.
func TestPlaceLeavesOut(t *testing.T) {
	long := strings.Repeat("x", 51)
	p := &pack.Pack{Name: "gsd", Prefix: "gsd", Items: []pack.Item{
		item(pack.Agent, "main"), item(pack.Agent, "x"), item(pack.Agent, long), item(pack.Agent, long[1:]), item(pack.Agent, "mains"),
	}}
	placed, notes, err := Place(get(t, "qwen"), plan.Global, p)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, pt := range placed {
		got = append(got, pt.Path)
	}
	for _, n := range notes {
		got = append(got, n.Rule+" "+n.Message)
	}
	want := []string{
		"agents/mains.md", "agents/" + long[1:] + ".md",
		"item-lost agent main is left out: Qwen Code keeps this name for itself",
		"item-lost agent x is left out: Qwen Code takes no name of less than 2 characters",
		"item-lost agent " + long + " is left out: Qwen Code takes no name of more than 50 characters",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if placed, notes, err := Place(get(t, "kimi-code"), plan.Global, p); len(placed) != 5 || len(notes) != 0 || err != nil {
		t.Errorf("another host: %d placed, notes %v, %v", len(placed), notes, err)
	}
}
