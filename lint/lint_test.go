package lint

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// everyTarget are all hosts in both scopes on a machine that has nothing.
func everyTarget(t *testing.T) []Target {
	t.Helper()
	return targets(t, func(descriptors.Host) bool { return true })
}

func targets(t *testing.T, wanted func(descriptors.Host) bool) []Target {
	t.Helper()
	env := layout.Env{Home: "/no/such/home", Project: "/no/such/home/project"}
	var all []Target
	for _, h := range descriptors.All() {
		for _, s := range []plan.Scope{plan.Global, plan.Local} {
			mounts, _, err := layout.Mounts(h, s, env)
			if err != nil {
				t.Fatal(err)
			}
			if wanted(h) {
				all = append(all, Target{h, s, mounts})
			}
		}
	}
	return all
}

// check reads a pack of the prefix "trip" from files and looks at it.
func check(t *testing.T, files map[string]string, on []Target) Report {
	t.Helper()
	fsys := fstest.MapFS{}
	if files["package.json"] == "" {
		fsys["pack.toml"] = &fstest.MapFile{Data: []byte("name = \"trip\"\nversion = \"1.0.0\"\nprefix = \"trip\"\n" + files["pack.toml"])}
	}
	for name, text := range files {
		if name != "pack.toml" {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	p, err := pack.Read(fsys, "trip")
	var broken *pack.Error
	switch {
	case errors.As(err, &broken):
		return Broken(broken, on)
	case err != nil:
		t.Fatal(err)
	}
	return Check(p, on)
}

// lines spells findings of a rule as "file:line message [hosts]".
func lines(r Report, rule string) []string {
	var all []string
	for _, f := range r.Findings {
		if f.Rule == rule {
			all = append(all, fmt.Sprintf("%s:%d %s %s", f.File, f.Line, f.Message, f.Hosts))
		}
	}
	return all
}

const (
	command = "---\ndescription: Plans a trip.\n---\nPlan.\n"
	agent   = "---\nname: scout\ndescription: Looks around.\n---\nLook around.\n"
)

// Each rule finds what it is about, at its line and for its hosts, and nothing in a file that
// is in order. A host list of "*" is any.
func TestRules(t *testing.T) {
	t.Parallel()
	all := everyTarget(t)
	for _, tt := range ruleCases {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"commands/plan.md": command, "agents/scout.md": agent}
			if got := lines(check(t, files, all), tt.rule); len(got) > 0 && !tt.always {
				t.Errorf("a pack that is in order: %q", got)
			}
			for name, text := range tt.files {
				files[name] = text
			}
			r := check(t, files, all)
			got := lines(r, tt.rule)
			if len(got) != len(tt.want) {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			for i, want := range tt.want {
				if want, ok := strings.CutSuffix(want, "[*]"); ok && strings.HasPrefix(got[i], want+"[") {
					continue
				}
				if got[i] != want {
					t.Errorf("got  %s\nwant %s", got[i], want)
				}
			}
			for _, f := range r.Findings {
				if f.Rule == tt.rule && (f.Level != ruleOf(tt.rule).Level || f.Fix == "") {
					t.Errorf("level %s, fix %q", f.Level, f.Fix)
				}
			}
		})
	}
}

// Every rule has a case, or is about what only a recipe or a fault of the program can bring.
func TestRulesHaveCases(t *testing.T) {
	without := []string{"host-refused", "item-refused", "recipe-mismatch"}
	for _, r := range Rules() {
		has := slices.ContainsFunc(ruleCases, func(c ruleCase) bool { return c.rule == r.ID })
		if has == slices.Contains(without, r.ID) {
			t.Errorf("%s: has a case: %v", r.ID, has)
		}
	}
}

// Findings that are true of two hosts are one, and say so; what is true of all says "all".
func TestHosts(t *testing.T) {
	files := map[string]string{"agents/scout.md": "---\nname: scout\ndescription: Looks.\ncolor: red\nmood: good\n---\nLook.\n"}
	all := everyTarget(t)
	r := check(t, files, all)
	lost := lines(r, "field-lost")
	if len(lost) != 1 || strings.Contains(lost[0], "all") {
		t.Errorf("color: %q", lost)
	}
	if got := lines(r, "field-unread"); !slices.Equal(got, []string{"agents/scout.md:5 the host takes no mood [all]"}) {
		t.Errorf("mood: %q", got)
	}
	one := all[:2]
	two := targets(t, func(h descriptors.Host) bool { return h.ID == all[0].Host.ID || h.ID == all[2].Host.ID })
	if got := lines(check(t, files, two), "field-unread"); len(got) > 0 {
		t.Errorf("what others read: %q", got)
	}
	r = check(t, files, one)
	for _, f := range r.Findings {
		if f.Rule == "field-unread" || !slices.Contains([]string{All, one[0].Host.ID}, f.Hosts[0]) {
			t.Errorf("of one host: %+v", f)
		}
	}
}

// A pack that cannot be read is a report of all that is wrong with it.
func TestBroken(t *testing.T) {
	r := check(t, map[string]string{
		"commands/a.md": "---\ndescription: x\n", "agents/b.md": "---\nname: ../b\ndescription: x\n---\nB\n", "skills/c/SKILL.md": "\xff",
	}, nil)
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d %s %s %s", f.File, f.Line, f.Level, f.Rule, f.Hosts))
	}
	want := []string{
		"agents/b.md:2 error name-refused [all]", "commands/a.md:1 error frontmatter-broken [all]", "skills/c/SKILL.md:1 error not-utf8 [all]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// Of a broken pack the rest is looked at, as far as its files show by themselves: what was left
// out is not missed.
func TestRestOfBroken(t *testing.T) {
	files := map[string]string{
		"commands/a.md": "---\ndescription: x\n",
		"commands/b.md": "---\ndescription: Y\nrequires: [a]\nallowed-tools: Raed\n---\nAsk /trip-a and @${CLAUDE_PLUGIN_ROOT}/docs/none.md.\n",
		"agents/c.md":   "---\nname: c\ndescription: Z\n---\nC\n",
		"agents/d.md":   "---\nname: c\ndescription: Z\n---\nC\n",
	}
	r := check(t, files, everyTarget(t))
	for rule, want := range map[string][]string{
		"frontmatter-broken": {"commands/a.md:1 [all]"},
		"name-twice":         {"agents/d.md:2 [all]"},
		"tool-unknown":       {"commands/b.md:4 [all]"},
		"requires-unknown":   nil,
		"place-taken":        nil,
		"path-missing":       nil,
	} {
		got := lines(r, rule)
		if len(got) != len(want) || len(want) > 0 && !strings.HasPrefix(got[0], strings.Fields(want[0])[0]+" ") {
			t.Errorf("%s: %q", rule, got)
		}
	}
	if len(r.Sizes) > 0 {
		t.Error("a pack of which a part is missing has sizes")
	}
	files["pack.toml"] = "prefix = 3\n"
	if r := check(t, files, everyTarget(t)); len(r.Findings) != 1 {
		t.Errorf("without a prefix: %+v", r.Findings)
	}
}

// Sizes are of what is always loaded: they grow with descriptions and with rules that always
// hold, and with nothing else.
func TestSizes(t *testing.T) {
	all := everyTarget(t)
	sizes := func(files map[string]string) []Size { return check(t, files, all).Sizes }
	before := sizes(map[string]string{"commands/plan.md": command})
	longer := sizes(map[string]string{"commands/plan.md": strings.Replace(command, "a trip", "a long trip", 1)})
	body := sizes(map[string]string{"commands/plan.md": command + "More.\n"})
	rule := sizes(map[string]string{"commands/plan.md": command, "rules/all.md": "---\nalwaysApply: true\n---\nBe kind.\n"})
	if len(before) != len(all) {
		t.Fatalf("%d sizes of %d targets", len(before), len(all))
	}
	for i, s := range before {
		if s.Bytes < len("Plans a trip.") || s.Tokens != plan.Tokens(s.Bytes) {
			t.Errorf("%+v", s)
		}
		if longer[i].Bytes != s.Bytes+len("long ") || body[i] != s {
			t.Errorf("%+v, with a longer description %+v, with more text %+v", s, longer[i], body[i])
		}
		if _, ok := layout.Row(all[i].Host, all[i].Scope, pack.Rule); ok != (rule[i].Bytes >= s.Bytes+len("Be kind.")) {
			t.Errorf("%s %s: a place for rules %v, %+v", s.Host, s.Scope, ok, rule[i])
		}
	}
}

// holdPlaces holds that findings are at lines that there are, and that none names a host: it
// would be another finding for each.
func holdPlaces(t *testing.T, p *pack.Pack, r Report) {
	t.Helper()
	for _, f := range r.Findings {
		data, _, ok := p.Text(f.File)
		if !ok && len(p.Below(f.File)) == 0 || strings.Count(string(data), "\n")+1 < f.Line {
			t.Errorf("there is no such place: %+v", f)
		}
		for _, h := range descriptors.All() {
			if strings.Contains(f.Message, h.Title+" ") {
				t.Errorf("it names a host: %+v", f)
			}
		}
	}
}

// The pack in the program and those of the tests and documents have no error.
func TestOwnPacks(t *testing.T) {
	for _, dir := range []string{"../pack/builtin/content", "../testdata/fixture/pack", "../docs/testdata/pack"} {
		p, err := pack.Read(os.DirFS(dir), "own")
		if err != nil {
			t.Fatal(err)
		}
		r := Check(p, everyTarget(t))
		holdPlaces(t, p, r)
		for _, f := range r.Findings {
			if f.Level == Error {
				t.Errorf("%s: %+v", dir, f)
			}
		}
	}
}
