package project

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// pinsOf are the sources of agents' files that say by which pin they were made, and the files
// that have some.
func pinsOf(p plan.Plan) (marks, paths []string) {
	for _, a := range p.Artifacts {
		var of []string
		for _, s := range a.Sources {
			if strings.HasPrefix(s.Path, "pin:") {
				of = append(of, s.Path)
			}
		}
		if len(of) > 0 {
			marks, paths = of, append(paths, a.Path)
		}
	}
	return marks, paths
}

// TestPins holds that a pin is in the agents' files of a host that takes one, with what a later
// run finds it again by, and in nothing else.
func TestPins(t *testing.T) {
	files := map[string]string{
		"agents/gsd-a.md":   "---\nname: gsd-a\ndescription: d\nmodel: opus\n---\nA.\n",
		"commands/help.md":  "---\ndescription: d\n---\nStart gsd-a by Task(subagent_type=\"gsd-a\").\n",
		"skills/s/SKILL.md": "---\nname: s\ndescription: d\n---\nS.\n",
	}
	p := readPack(t, files)
	for _, tt := range []struct {
		pin  Pin
		mark string
		text []string
	}{
		{Pin{Model: "gpt-5/x:1", Effort: "max"}, "pin:given#model=gpt-5/x:1 pin:given#effort=max", []string{`model = "gpt-5/x:1"`, `model_reasoning_effort = "`}},
		{Pin{Model: "m", Effort: "low", Config: true}, "pin:config#model=m pin:config#effort=low", []string{`model = "m"`, `model_reasoning_effort = "low"`}},
		{Pin{}, "", nil},
	} {
		in := input(t, p, "codex", plan.Global, testEnv)
		in.Pin = tt.pin
		pl, err := Render(in)
		if err != nil {
			t.Fatal(err)
		}
		marks, paths := pinsOf(pl)
		if strings.Join(marks, " ") != tt.mark || tt.mark != "" && strings.Join(paths, " ") != "agents/gsd-a.toml" {
			t.Errorf("%+v: %q in %q", tt.pin, marks, paths)
		}
		for _, a := range pl.Artifacts {
			text := string(a.Data)
			for _, want := range tt.text {
				if a.Path == "agents/gsd-a.toml" && !strings.Contains(text, want) {
					t.Errorf("%+v: no %s in\n%s", tt.pin, want, text)
				}
			}
			if tt.text == nil && strings.Contains(text, "\nmodel") {
				t.Errorf("%s names a model:\n%s", a.Path, text)
			}
			if got := PinOf(a.Sources); len(pinnedSources(a)) > 0 && got != tt.pin {
				t.Errorf("found again: %+v, want %+v", got, tt.pin)
			}
		}
	}
}

func pinnedSources(a plan.Artifact) []plan.Source {
	var all []plan.Source
	for _, s := range a.Sources {
		if strings.HasPrefix(s.Path, "pin:") {
			all = append(all, s)
		}
	}
	return all
}

// TestPinDegrades holds what a plan says of models: what a pack asks for is the user's to give, and
// what they have pinned is said. A pack that asks for none, and one that inherits, need no word.
func TestPinDegrades(t *testing.T) {
	for _, tt := range []struct {
		model string
		pin   Pin
		want  string
	}{
		{"model: opus\n", Pin{}, "model-passive: 1 that ask for a model or an effort get the user's"},
		{"effort: high\n", Pin{}, "model-passive: 1 that ask for a model or an effort get the user's"},
		{"model: inherit\n", Pin{}, ""},
		{"model: \"\"\n", Pin{}, ""},
		{"", Pin{}, ""},
		{"", Pin{Model: "m", Effort: "low"}, "model-pinned: agents run on m with the effort low, as you have pinned"},
		{"", Pin{Model: "m", Effort: "minimal"}, "model-pinned: agents run on m with the effort low, which stands for minimal there, as you have pinned"},
	} {
		in := input(t, readPack(t, map[string]string{"agents/gsd-a.md": "---\nname: gsd-a\ndescription: d\n" + tt.model + "---\nA.\n"}), "codex", plan.Global, testEnv)
		in.Pin = tt.pin
		pl, err := Render(in)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, d := range pl.Degradations {
			if d.Axis == "modelMode" {
				got = d.Rule + ": " + d.Effect
			}
		}
		if got != tt.want {
			t.Errorf("%q, %+v: got %q, want %q", tt.model, tt.pin, got, tt.want)
		}
	}
}

func TestPinCheck(t *testing.T) {
	codex, _ := descriptors.Get("codex")
	var without descriptors.Host
	for _, h := range descriptors.All() {
		if !takesPin(h) {
			without = h
		}
	}
	for _, tt := range []struct {
		pin  Pin
		host descriptors.Host
		want string
	}{
		{Pin{}, without, ""},
		{Pin{Model: "gpt-5", Effort: "high"}, codex, ""},
		{Pin{Model: "a/b:c@1+x._-", Effort: "low"}, codex, ""},
		{Pin{Effort: "high"}, codex, "an effort is pinned and no model"},
		{Pin{Model: "gpt-5"}, codex, "a model is pinned and no effort"},
		{Pin{Model: "gpt 5", Effort: "high"}, codex, `"gpt 5" is no name of a model`},
		{Pin{Model: "-m", Effort: "high"}, codex, `"-m" is no name of a model`},
		{Pin{Model: strings.Repeat("m", 201), Effort: "high"}, codex, "is no name of a model"},
		{Pin{Model: "gpt-5", Effort: "hard"}, codex, `"hard"`},
		{Pin{Model: "gpt-5", Effort: "high"}, without, "takes no model and effort for agents"},
	} {
		err := tt.pin.Check(tt.host)
		if got := ""; err != nil {
			got = err.Error()
			if tt.want == "" || !strings.Contains(got, tt.want) {
				t.Errorf("%+v on %s: %s, want %q", tt.pin, tt.host.ID, got, tt.want)
			}
		} else if tt.want != "" {
			t.Errorf("%+v on %s: taken, want %q", tt.pin, tt.host.ID, tt.want)
		}
	}
	if without.ID == "" {
		t.Error("all hosts take pins")
	}
}

// TestTakesPin holds that a host takes a pin for agents if a dialect of theirs has both keys.
func TestTakesPin(t *testing.T) {
	keys := func(from ...string) map[string]descriptors.Dialect {
		d := descriptors.Dialect{}
		for _, f := range from {
			d.Keys = append(d.Keys, descriptors.Key{From: f})
		}
		return map[string]descriptors.Dialect{"d": d}
	}
	for _, tt := range []struct {
		kind string
		from []string
		want bool
	}{
		{"agents", []string{"name", "model", "effort"}, true}, {"agents", []string{"model"}, false}, {"agents", []string{"effort"}, false},
		{"agents", []string{"name", "model"}, false}, {"agents", []string{"name", "effort"}, false},
		{"commands", []string{"model", "effort"}, false},
	} {
		h := descriptors.Host{ArtifactLayout: []descriptors.Row{{Kind: tt.kind, Dialect: "d"}}, Dialects: keys(tt.from...)}
		if takesPin(h) != tt.want {
			t.Errorf("%+v: %v", tt, !tt.want)
		}
	}
}

// TestPinOf finds a pin among what else a file was made of.
func TestPinOf(t *testing.T) {
	other := []plan.Source{{Path: "agents/a.md", Start: 1, End: 3}, {Path: "pin:else#model=x"}}
	for _, pin := range []Pin{{}, {Model: "a=b", Effort: "low"}, {Model: "m", Effort: "max", Config: true}} {
		if got := PinOf(append(other, pin.sources()...)); got != pin {
			t.Errorf("got %+v, want %+v", got, pin)
		}
	}
}
