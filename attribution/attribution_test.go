package attribution

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/plan"
)

// state is one side of a test: sources by path, one whose name ends in * executable, and
// plans.
type state struct {
	sources  map[string]string
	manifest string
	plans    []plan.Plan
	names    string
}

func (s state) side() Side {
	return Side{
		Plans:    s.plans,
		Manifest: Manifest{"pack.toml", s.manifest, s.names},
		Text: func(path string) (Text, bool) {
			if data, ok := s.sources[path+"*"]; ok {
				return Text{data, true}, true
			}
			data, ok := s.sources[path]
			return Text{Data: data}, ok
		},
		Places: func(p plan.Plan, kind string) []string {
			return []string{"descriptor:" + p.Host + "#home", "descriptor:" + p.Host + "#rows." + kind}
		},
	}
}

// planOf is a plan of a host with a mount shown as ~/.x.
func planOf(host string, artifacts ...plan.Artifact) plan.Plan {
	for i := range artifacts {
		a := &artifacts[i]
		a.Mount, a.Sum = host, plan.SumOf(a.Data)
		if a.Mode == 0 {
			a.Mode = 0o644
		}
	}
	return plan.Plan{
		Host: host, Scope: plan.Global, Pack: plan.PackRef{Prefix: "t", Profile: "full"},
		Mounts: []plan.Mount{{ID: host, Shown: "~/.x"}}, Artifacts: artifacts,
	}
}

func file(data string, sources ...plan.Source) plan.Artifact {
	return plan.Artifact{Path: "a.md", Kind: "command", Rule: "slash-md", Data: []byte(data), Sources: sources}
}

func with(a plan.Artifact, change func(*plan.Artifact)) plan.Artifact {
	change(&a)
	return a
}

func lines(path string, start, end int) plan.Source {
	return plan.Source{Path: path, Start: start, End: end}
}

var (
	whole   = plan.Source{Path: "a.md"}
	dialect = plan.Source{Path: "descriptor:h#text"}
)

// causes tells each cause in a line: "a.md:1-2 changed".
func causes(m Move) []string {
	var all []string
	for _, c := range m.Causes {
		at := c.Path
		if c.Start > 0 {
			at += strings.ReplaceAll(string(must(json.Marshal([]int{c.Start, c.End}))), ",", "-")
		}
		all = append(all, at+" "+c.Why)
	}
	return all
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func TestCauses(t *testing.T) {
	same := map[string]string{"a.md": "1\n2\n3\n", "descriptor:h#text": "x"}
	one, two := []plan.Plan{planOf("h", file("one", whole, dialect))}, []plan.Plan{planOf("h", file("two", whole, dialect))}
	parts := func(data string, shift int) []plan.Plan {
		return []plan.Plan{planOf("h", file(data, lines("a.md", 2+shift, 3+shift), lines("a.md", 1, 1+shift)))}
	}
	exec := func(mode fs.FileMode) []plan.Plan {
		return []plan.Plan{planOf("h", with(file("one", whole), func(a *plan.Artifact) { a.Mode = mode }))}
	}
	none := []plan.Plan{planOf("h")}
	tests := []struct {
		name       string
		base, head state
		want       []string
	}{
		{"nothing has changed", state{same, "", one, ""}, state{same, "", two, ""}, nil},
		{"the file", state{same, "", one, ""}, state{map[string]string{"a.md": "1\n"}, "", two, ""}, []string{"a.md changed", "descriptor:h#text removed"}},
		{"the descriptor", state{same, "", one, ""}, state{map[string]string{"a.md": "1\n2\n3\n", "descriptor:h#text": "y"}, "", two, ""}, []string{"descriptor:h#text changed"}},
		{"a new descriptor", state{map[string]string{"a.md": "1\n2\n3\n"}, "", one, ""}, state{same, "", two, ""}, []string{"descriptor:h#text added"}},

		{"the body", state{same, "", parts("one", 0), ""}, state{map[string]string{"a.md": "1\n2\n4\n"}, "", parts("two", 0), ""}, []string{"a.md[2-3] changed"}},
		{"the head", state{same, "", parts("one", 0), ""}, state{map[string]string{"a.md": "0\n2\n3\n"}, "", parts("two", 0), ""}, []string{"a.md[1-1] changed"}},
		{"the head has grown", state{same, "", parts("one", 0), ""}, state{map[string]string{"a.md": "1\nmore\n2\n3\n"}, "", parts("two", 1), ""}, []string{"a.md[1-2] changed"}},
		{"a body that is shorter", state{same, "", parts("one", 0), ""}, state{map[string]string{"a.md": "1\n2\n"}, "", parts("two", 0), ""}, []string{"a.md changed"}},
		{
			"other lines of the file",
			state{same, "", []plan.Plan{planOf("h", file("one", lines("a.md", 1, 2)))}, ""},
			state{map[string]string{"a.md": "1\n2\n4\n"}, "", []plan.Plan{planOf("h", file("two", lines("a.md", 1, 2)))}, ""},
			nil,
		},
		{
			"shifted lines",
			state{same, "", []plan.Plan{planOf("h", file("one", lines("a.md", 1, 2)))}, ""},
			state{map[string]string{"a.md": "0\n1\n2\n3\n"}, "", []plan.Plan{planOf("h", file("two", lines("a.md", 2, 3)))}, ""},
			nil,
		},
		{
			"lines in another order",
			state{same, "", []plan.Plan{planOf("h", file("one", lines("a.md", 1, 1), lines("a.md", 2, 2)))}, ""},
			state{map[string]string{"a.md": "2\n1\n3\n"}, "", []plan.Plan{planOf("h", file("two", lines("a.md", 1, 1), lines("a.md", 2, 2)))}, ""},
			[]string{"a.md changed"},
		},
		{
			"lines that are no source any more",
			state{map[string]string{"a.md": "1\n", "b.md": "gone\n"}, "", []plan.Plan{planOf("h", file("one", whole, lines("b.md", 1, 1)))}, ""},
			state{map[string]string{"a.md": "1\n", "b.md": "other\n"}, "", []plan.Plan{planOf("h", file("two", whole))}, ""},
			[]string{"b.md[1-1] changed"},
		},

		{
			"a file with more in it that is no source any more",
			state{map[string]string{"a.md": "1\n", "b.md": "one\n"}, "", []plan.Plan{planOf("h", file("one", whole, plan.Source{Path: "b.md"}))}, ""},
			state{map[string]string{"a.md": "1\n", "b.md": "one\nmore\n"}, "", []plan.Plan{planOf("h", file("two", whole))}, ""},
			[]string{"b.md changed"},
		},
		{
			"a path of an old file that is shorter now",
			state{same, "", none, ""},
			state{map[string]string{"a.md": "1\n2\n"}, "", []plan.Plan{planOf("h", file("one", whole))}, ""},
			[]string{"a.md changed"},
		},
		{"a new file", state{nil, "", none, ""}, state{same, "", one, ""}, []string{"a.md added", "descriptor:h#text added"}},
		{"a path of an old file", state{same, "", none, ""}, state{same, "", one, ""}, nil},
		{
			"a path of old lines",
			state{same, "", none, ""},
			state{map[string]string{"a.md": "0\n1\n2\n"}, "", []plan.Plan{planOf("h", file("one", lines("a.md", 2, 3)))}, ""},
			nil,
		},
		{
			"a path of new lines",
			state{same, "", none, ""},
			state{map[string]string{"a.md": "0\n1\n2\n"}, "", []plan.Plan{planOf("h", file("one", lines("a.md", 1, 2)))}, ""},
			[]string{"a.md[1-2] changed"},
		},
		{
			"a path of half an old line",
			state{map[string]string{"a.md": "11\n"}, "", none, ""},
			state{map[string]string{"a.md": "1\n11\n"}, "", []plan.Plan{planOf("h", file("one", lines("a.md", 1, 1)))}, ""},
			[]string{"a.md[1-1] changed"},
		},
		{"a path that the manifest takes in", state{same, "", none, ""}, state{same, "all", one, ""}, []string{"pack.toml changed"}},
		{"a path that the manifest leaves out", state{same, "all", one, ""}, state{same, "", none, ""}, []string{"pack.toml changed"}},
		{"text and the manifest", state{same, "", one, ""}, state{same, "all", two, ""}, nil},
		{"a file that is gone", state{same, "", one, ""}, state{map[string]string{"descriptor:h#text": "x"}, "", none, ""}, []string{"a.md removed"}},
		{"a path without its file gone", state{same, "", one, ""}, state{same, "", none, ""}, nil},
		{
			"the profile",
			state{same, "", one, ""},
			state{same, "", []plan.Plan{{Host: "h", Scope: plan.Global, Pack: plan.PackRef{Prefix: "t", Profile: "core"}}}, ""},
			[]string{"profile full to core"},
		},

		{"a file made executable", state{map[string]string{"a.md": "1"}, "", exec(0o644), ""}, state{map[string]string{"a.md*": "1"}, "", exec(0o755), ""}, []string{"a.md changed"}},
		{"a path made executable", state{same, "", exec(0o644), ""}, state{same, "", exec(0o755), ""}, nil},
		{"a path that the manifest makes executable", state{same, "", exec(0o644), ""}, state{same, "x", exec(0o755), ""}, []string{"pack.toml changed"}},
		{"text, and a file made executable", state{map[string]string{"a.md": "1"}, "", one, ""}, state{map[string]string{"a.md*": "1"}, "", two, ""}, nil},

		{"the host's home", state{map[string]string{"descriptor:h#home": "x"}, "", one, ""}, state{map[string]string{"descriptor:h#home": "y"}, "", two, ""}, []string{"descriptor:h#home changed"}},
		{"the rows of a kind", state{map[string]string{"descriptor:h#rows.command": "x"}, "", one, ""}, state{map[string]string{"descriptor:h#rows.command": "y"}, "", none, ""}, []string{"descriptor:h#rows.command changed"}},
		{"the rows of another kind", state{map[string]string{"descriptor:h#rows.agent": "x"}, "", one, ""}, state{map[string]string{"descriptor:h#rows.agent": "y"}, "", none, ""}, nil},
		{"what the manifest calls the pack", state{same, "", one, "t"}, state{same, "", two, "u"}, []string{"pack.toml changed"}},
		{
			"the prefix",
			state{same, "", one, ""},
			state{same, "", []plan.Plan{{Host: "h", Scope: plan.Global, Pack: plan.PackRef{Prefix: "u", Profile: "full"}}}, ""},
			[]string{"prefix t to u"},
		},
		{
			"the rule",
			state{same, "", one, ""},
			state{same, "", []plan.Plan{planOf("h", with(file("two", whole), func(a *plan.Artifact) { a.Rule = "skill-md" }))}, ""},
			[]string{"rule slash-md to skill-md"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			moves := Moves(tt.base.side(), tt.head.side())
			if len(moves) != 1 {
				t.Fatalf("%d moves: %+v", len(moves), moves)
			}
			if diff := cmp.Diff(tt.want, causes(moves[0])); diff != "" {
				t.Error(diff)
			}
			if open := len(Unexplained(moves)); (open == 1) != (tt.want == nil) {
				t.Errorf("%d unexplained", open)
			}
		})
	}
}

// Two packs without a manifest differ in the name that is taken from their folders.
func TestPrefixWithoutManifest(t *testing.T) {
	side := func(prefix, text string) Side {
		p := planOf("h", file(text, whole))
		p.Pack.Prefix = prefix
		s := state{map[string]string{"a.md": "1"}, "", []plan.Plan{p}, prefix}.side()
		s.Manifest.Path = ""
		return s
	}
	moves := Moves(side("t", "one"), side("u", "two"))
	if len(moves) != 1 {
		t.Fatal(moves)
	}
	if diff := cmp.Diff([]string{"prefix t to u"}, causes(moves[0])); diff != "" {
		t.Error(diff)
	}
}

// A manifest that is gone is named by where it was.
func TestManifestGone(t *testing.T) {
	side := func(manifest Manifest, files ...plan.Artifact) Side {
		s := state{map[string]string{"a.md": "1"}, "", []plan.Plan{planOf("h", files...)}, ""}.side()
		s.Manifest = manifest
		return s
	}
	moves := Moves(side(Manifest{Path: "pack.toml", Says: "all"}, file("x", whole)), side(Manifest{}))
	if len(moves) != 1 {
		t.Fatal(moves)
	}
	if diff := cmp.Diff([]string{"pack.toml changed"}, causes(moves[0])); diff != "" {
		t.Error(diff)
	}
}

// A path that several hosts have the same moves once, and where they differ once for each.
func TestMoves(t *testing.T) {
	base := state{nil, "", []plan.Plan{planOf("a", file("same")), planOf("b", file("same")), planOf("c", file("own"))}, ""}
	head := state{nil, "", []plan.Plan{planOf("a", file("same\nnow\n")), planOf("b", file("same\nnow\n")), planOf("c", file("own\n"))}, ""}
	got := Moves(base.side(), head.side())
	for i := range got {
		got[i].Sources = nil
	}
	want := []Move{
		{Path: "~/.x/a.md", Action: plan.Update, Hosts: []string{"a", "b"}, Scope: plan.Global, Rule: "slash-md", Causes: []Cause{}, Difference: &Difference{2, "", "now"}},
		{Path: "~/.x/a.md", Action: plan.Update, Hosts: []string{"c"}, Scope: plan.Global, Rule: "slash-md", Causes: []Cause{}, Difference: &Difference{2, "", ""}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := Moves(head.side(), head.side()); len(got) != 0 {
		t.Errorf("equal sides: %+v", got)
	}
}

// A file that packs have in common is there because of the pack's own files of its rule.
func TestMovesInCommon(t *testing.T) {
	hooks := func(with bool) []plan.Plan {
		own := plan.Artifact{Path: "t/Stop.hooks", Rule: "hook", Sources: []plan.Source{lines("hooks.json", 1, 1)}}
		other := plan.Artifact{Path: "other", Rule: "copy", Sources: []plan.Source{{Path: "new"}}}
		if !with {
			return []plan.Plan{planOf("h")}
		}
		return []plan.Plan{planOf("h", own, other, plan.Artifact{Path: "Stop.sh", Rule: "hook", Common: true})}
	}
	base := state{sources: map[string]string{"hooks.json": "{}\n"}, plans: hooks(false)}
	head := state{sources: map[string]string{"hooks.json": "stop\n", "new": "x"}, plans: hooks(true)}
	for _, m := range Moves(base.side(), head.side()) {
		if m.Path == "~/.x/Stop.sh" && !slices.Equal(causes(m), []string{"hooks.json[1-1] changed"}) {
			t.Errorf("%+v", m)
		}
	}
}

// Of an edit it is our pieces that move, and its path is that of its mount.
func TestMovesOfEdits(t *testing.T) {
	edited := func(value string, src plan.Source) []plan.Plan {
		p := planOf("h")
		p.Mounts = append(p.Mounts, plan.Mount{ID: "project", Shown: "."})
		p.Edits = []plan.Edit{{Mount: "project", Path: "s.json", Format: plan.JSON, Rule: "hook", Sources: []plan.Source{src},
			Ops: []plan.Op{{Kind: plan.Append, Key: []string{"hooks"}, Value: json.RawMessage(value)}}}}
		return []plan.Plan{p}
	}
	base := state{map[string]string{"hooks.json": "a\nb\n"}, "", edited(`"<1>"`, lines("hooks.json", 1, 1)), ""}
	for text, want := range map[string][]string{"a\nc\n": nil, "d\nb\n": {"hooks.json[1-1] changed"}} {
		head := state{map[string]string{"hooks.json": text}, "", edited(`"<2>"`, lines("hooks.json", 1, 1)), ""}
		moves := Moves(base.side(), head.side())
		if len(moves) != 1 || moves[0].Path != "s.json" || moves[0].Rule != "hook" {
			t.Fatalf("%+v", moves)
		}
		if diff := cmp.Diff(want, causes(moves[0])); diff != "" {
			t.Error(diff)
		}
		if d := moves[0].Difference; want == nil && (d == nil || d.Line != 1 || !strings.Contains(d.Is, "<2>")) {
			t.Errorf("difference %+v", d)
		}
	}
}

func TestAcknowledge(t *testing.T) {
	moves := func() []Move {
		return []Move{{Path: "a/x", Causes: []Cause{{Path: "s"}}}, {Path: "a/y"}, {Path: "b/y"}}
	}
	match := func(glob, p string) bool { ok, _ := path.Match(glob, p); return ok }
	tests := []struct {
		name      string
		acks, had []Ack
		open      []string
		spent     []string
	}{
		{"none", nil, nil, []string{"a/y", "b/y"}, nil},
		{"one", []Ack{{"a/*", "r", 1}}, nil, []string{"b/y"}, nil},
		{"two for one", []Ack{{"a/*", "r", 1}, {"*/y", "s", 2}}, nil, nil, nil},
		{"of nothing", []Ack{{"c/*", "r", 1}}, nil, []string{"a/y", "b/y"}, []string{"c/* no unexplained move matches it"}},
		{"of what is explained", []Ack{{"a/x", "r", 1}}, nil, []string{"a/y", "b/y"}, []string{"a/x no unexplained move matches it"}},
		{"of before", []Ack{{"*/y", "r", 7}}, []Ack{{"*/y", "r", 1}}, []string{"a/y", "b/y"}, []string{"*/y base has it already"}},
		{"again, with another reason", []Ack{{"*/y", "again", 1}}, []Ack{{"*/y", "r", 1}}, nil, nil},
		{"dropped", nil, []Ack{{"*/y", "r", 1}}, []string{"a/y", "b/y"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := moves()
			var open, spent []string
			for _, s := range Acknowledge(all, tt.acks, tt.had, match) {
				spent = append(spent, s.Path+" "+s.Why)
			}
			for _, m := range Unexplained(all) {
				open = append(open, m.Path)
			}
			if !slices.Equal(open, tt.open) || !slices.Equal(spent, tt.spent) {
				t.Errorf("unexplained %q, spent %q, want %q and %q", open, spent, tt.open, tt.spent)
			}
			if all[0].Reason != "" {
				t.Error("an explained move has a reason")
			}
		})
	}
}

// A move is in the group of each source that explains it, once.
func TestGroups(t *testing.T) {
	groups := Groups([]Move{
		{Path: "x", Hosts: []string{"b", "a"}, Causes: []Cause{{Path: "s", Start: 1}, {Path: "s", Start: 3}, {Path: "r", Why: Added}}},
		{Path: "y", Hosts: []string{"a"}, Causes: []Cause{{Path: "s"}}},
		{Path: "z", Hosts: []string{"c"}},
	})
	var got []string
	for _, g := range groups {
		line := g.Path + g.Why + ":"
		for _, m := range g.Moves {
			line += m.Path
		}
		got = append(got, line+" "+strings.Join(g.Hosts(), ""))
	}
	if want := []string{"radded:x ab", "s:xy ab"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
