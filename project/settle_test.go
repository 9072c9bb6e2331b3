package project

import (
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// TestSettle gives each path to the innermost mount, and names both sources of what would be one.
func TestSettle(t *testing.T) {
	in := Input{Mounts: []plan.Mount{{ID: "outer", Dir: "/a"}, {ID: "inner", Dir: "/a/b"}}}
	from := func(name string) []plan.Source { return []plan.Source{{Path: name}} }
	p := plan.Plan{
		Artifacts: []plan.Artifact{{Mount: "outer", Path: "b/x", Sources: from("x.md")}},
		Edits:     []plan.Edit{{Mount: "outer", Path: "b/y", Sources: from("y.md")}},
	}
	if err := settle(&p, in); err != nil {
		t.Fatal(err)
	}
	if a, e := p.Artifacts[0], p.Edits[0]; a.Mount != "inner" || a.Path != "x" || e.Mount != "inner" || e.Path != "y" {
		t.Errorf("%+v, %+v", a, e)
	}
	p.Artifacts = append(p.Artifacts, plan.Artifact{Mount: "inner", Path: "x"})
	p.Edits = append(p.Edits, plan.Edit{Mount: "inner", Path: "x", Sources: from("z.md")})
	err := settle(&p, in)
	const want = "x.md and a generated file: both would be x in inner\na generated file and z.md: both would be x in inner"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// TestPackRef names a folder from the project in local scope alone.
func TestPackRef(t *testing.T) {
	in := Input{Scope: plan.Local, Project: "/p", Pack: &pack.Pack{Prefix: "gsd", Source: "/p/packs/x"}}
	if got := packRef(in); got.Source != "packs/x" || got.Profile != "full" || got.Prefix != "gsd" {
		t.Errorf("%+v", got)
	}
	in.Pack.Profile = "core"
	in.Scope = plan.Global
	if got := packRef(in); got.Source != "/p/packs/x" || got.Profile != "core" {
		t.Errorf("%+v", got)
	}
	in.Scope, in.Pack.Source = plan.Local, "npm:x"
	if got := packRef(in); got.Source != "npm:x" {
		t.Errorf("%+v", got)
	}
}

// TestSummarize sorts notes by rule, words and file, whatever the order of losses.
func TestSummarize(t *testing.T) {
	losses := []loss{
		{rule: "b", path: "1.md", line: 1, message: "m"}, {rule: "a", path: "2.md", line: 1, message: "n"},
		{rule: "a", path: "3.md", line: 1, message: "m"}, {rule: "a", path: "1.md", line: 1, message: "m"},
	}
	var got []string
	for _, n := range summarize(descriptors.Host{}, losses) {
		got = append(got, n.Rule+n.Message+n.Path)
	}
	if want := []string{"am1.md", "am3.md", "an2.md", "bm1.md"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestPlaces finds the places of hosts that no built-in one is like: without payload, and with
// skills of its own beside a shared folder.
func TestPlaces(t *testing.T) {
	in := input(t, textPack(t), "codex", plan.Global, testEnv)
	in.Host.ArtifactLayout = slices.Clone(in.Host.ArtifactLayout)
	for i := range in.Host.ArtifactLayout {
		if row := &in.Host.ArtifactLayout[i]; row.Kind == "skills" {
			row.Mount, row.Dialect, row.DestSubpath = "config", "agents", "own"
		}
	}
	ps, err := newPlaces(in)
	if err != nil {
		t.Fatal(err)
	}
	shared := ps.shared["agents"]
	if got := ps.own.skills.shown() + " " + shared.skills.shown() + " " + shared.payload.shown(); got != "~/.codex/own ~/.agents/skills ~/.agents" {
		t.Error(got)
	}
	local, err := newPlaces(input(t, textPack(t), "codex", plan.Local, testEnv))
	if err != nil {
		t.Fatal(err)
	}
	if got := local.shared["project"].skills.shown(); got != ".agents/skills" {
		t.Errorf("skills are in %q for readers of the project's own files", got)
	}
	in.Host.ArtifactLayout = slices.DeleteFunc(in.Host.ArtifactLayout, func(row descriptors.Row) bool { return row.Kind == "payload" })
	if ps, err = newPlaces(in); err != nil {
		t.Fatal(err)
	}
	if got := ps.payload.shown(); got != "~/.codex" {
		t.Errorf("payload is in %s", got)
	}
	tops := topFolders(&pack.Pack{Payload: []pack.File{{Dest: "a/x"}, {Dest: "cc/x"}, {Dest: "bb/x"}, {Dest: "cc/y"}}})
	if !slices.Equal(tops, []string{"bb", "cc", "a"}) {
		t.Errorf("%q", tops)
	}
}

// TestTwinsArePlanned holds that a plan says where a host would find an item once more.
func TestTwinsArePlanned(t *testing.T) {
	found := 0
	everywhere(t, textPack(t), func(_ *testing.T, pl plan.Plan) {
		for _, a := range pl.Artifacts {
			found += len(a.Twins)
		}
	})
	if found == 0 {
		t.Error("no host has a twin of anything")
	}
}

// TestSpellingID holds that spellings are equal if and only if their ids are.
func TestSpellingID(t *testing.T) {
	p := textPack(t)
	words := map[string]string{"Read": "a", "Write": "b", "Edit": "c", "Bash": "d", "Glob": "e"}
	id := func(words map[string]string) string { return spelling{words: words}.finish(p).id }
	first := id(words)
	if id(words) != first || first == id(nil) || first == id(map[string]string{"Read": "b"}) {
		t.Error("an id does not tell words apart")
	}
	if got, want := strings.Join(sortedPairs(words), " "), "Bash=d Edit=c Glob=e Read=a Write=b"; got != want {
		t.Error(got)
	}
}

// TestPassesAreNamed holds that each pass has a rule that is explained, and names the descriptor
// field that it follows, if that is not its dialect.
func TestPassesAreNamed(t *testing.T) {
	out := output{task: task{spelling: &spelling{}}}
	out.Placement = layout.Placement{Dialect: descriptors.Dialect{Break: []string{"!{"}, Placeholders: true}}
	var got []string
	for _, p := range out.passes() {
		if RuleText(p.rule) == "" {
			t.Errorf("nothing says what %q is", p.rule)
		}
		got = append(got, p.rule+" "+p.field)
	}
	want := []string{
		"host-token ", "path configHome", "command-mention text.commandStyle", "instruction-file text.instructionFile",
		"tool-name tools", "arguments text.arguments", "host-token ", "placeholder ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestHeadless holds that a body which begins with a rule of dashes gets a frontmatter before it,
// also where nothing is in it.
func TestHeadless(t *testing.T) {
	const body = "---\nNo key.\n---\nText.\n"
	out := output{task: task{spelling: &spelling{}}}
	out.Item = &pack.Item{Body: body}
	if err := out.markdown(); err != nil {
		t.Fatal(err)
	}
	if got := string(out.data); got != "---\n---\n"+body {
		t.Errorf("%q", got)
	}
}

// TestKeysOfSources reads keys of the source in forms that no built-in host has them in.
func TestKeysOfSources(t *testing.T) {
	out := output{task: task{spelling: &spelling{}}}
	out.Item = &pack.Item{Meta: pack.Meta{{Key: "tags", Value: pack.Value{List: []string{"a", "b"}}}}}
	f, ok, err := out.value(descriptors.Key{Key: "tags", From: "meta:tags", Form: "plain"})
	if f.text != "a, b" || !ok || err != nil {
		t.Errorf("%+v, %v, %v", f, ok, err)
	}
}

// TestReadingAgent holds that a tool is not said to be lost that a reading agent has not anyway.
func TestReadingAgent(t *testing.T) {
	p := readPack(t, map[string]string{"agents/x.md": "---\nname: x\ndescription: d\ntools: Read\ndisallowedTools: Write\n---\nb\n"})
	if got := noted(render(t, p, "cursor", plan.Global), "denied-tool-lost"); got != nil {
		t.Errorf("%q", got)
	}
}
