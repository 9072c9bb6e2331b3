package project

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// provenance holds that all that plans want is explained.
type provenance struct {
	pack *pack.Pack
	// sizes are how many lines the pack's texts have, by source.
	sizes map[string]int
	// seen are the sums of files whose lines were looked at.
	seen map[plan.Sum]bool
}

func newProvenance(p *pack.Pack) *provenance {
	pr := &provenance{p, map[string]int{}, map[plan.Sum]bool{}}
	for i := range p.Items {
		it := &p.Items[i]
		pr.sizes[it.Source] = it.BodyLine - 1 + lines(it.Body)
		for _, f := range it.Files {
			pr.sizes[f.Source] = lines(string(f.Data))
		}
	}
	for _, f := range p.Payload {
		pr.sizes[f.Source] = lines(string(f.Data))
	}
	return pr
}

// hold holds it for one plan: a rule, sources that exist, ranges within them, and for each
// line of a body the line that the rules make of it.
func (pr *provenance) hold(t *testing.T, pl plan.Plan) {
	t.Helper()
	tracer, err := NewTracer(input(t, pr.pack, pl.Host, pl.Scope, testEnv))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range pl.Artifacts {
		pr.sources(t, a.Path, a.Rule, a.Sources)
		if !pr.seen[a.Sum] {
			pr.seen[a.Sum] = true
			pr.lines(t, tracer, a.Mount, a.Path, string(a.Data), a.Sources)
		}
	}
	for _, e := range pl.Edits {
		pr.sources(t, e.Path, e.Rule, e.Sources)
		for _, op := range e.Ops {
			if RuleText(op.Rule) == "" {
				t.Errorf("%s: rule %q of a piece is not known", e.Path, op.Rule)
			}
			var text string
			if op.Kind == plan.Insert && json.Unmarshal(op.Value, &text) == nil {
				pr.lines(t, tracer, e.Mount, e.Path, text, e.Sources)
			}
		}
	}
}

func (pr *provenance) sources(t *testing.T, path, rule string, sources []plan.Source) {
	t.Helper()
	for r := range strings.SplitSeq(rule, "+") {
		if RuleText(r) == "" {
			t.Errorf("%s: rule %q is not known", path, r)
		}
	}
	if len(sources) == 0 {
		t.Errorf("%s: made of nothing", path)
	}
	for _, s := range sources {
		size, ofPack := pr.sizes[s.Path]
		switch {
		case strings.HasPrefix(s.Path, "descriptor:"):
			if descriptors.Citation(s.Path) == "" {
				t.Errorf("%s: nothing is known of %s", path, s.Path)
			}
		case ofPack && (s.Start > s.End || s.End > size || s.Start == 0 && s.End != 0):
			t.Errorf("%s: lines %d to %d of %s, which has %d", path, s.Start, s.End, s.Path, size)
		}
	}
}

// lines holds that each line that a source says it became is what the rules make of it, and
// that no line of a body is left out.
func (pr *provenance) lines(t *testing.T, tracer *Tracer, mount, path, text string, sources []plan.Source) {
	t.Helper()
	got := strings.Split(text, "\n")
	for _, s := range sources {
		if s.At == 0 || strings.HasPrefix(s.Path, "descriptor:") {
			continue
		}
		start, steps := tracer.Text(mount, path, s.Path)
		if len(steps) == 0 {
			t.Errorf("%s: %s is not followed into it", path, s.Path)
			continue
		}
		want := slices.Clone(steps[len(steps)-1].Lines)
		for _, step := range steps {
			if len(step.Lines) != len(want) {
				t.Errorf("%s: %s has %d lines after the rule %s", path, s.Path, len(step.Lines), step.Rule)
			}
		}
		for n := range got {
			line, ok := s.Line(n + 1)
			i := line - start
			if ok && i < len(want) {
				last := i+1 == len(want) // what closes the text may stand behind it
				if w, g := escaped(want[i]), escaped(got[n]); w != g && (!last || !strings.HasPrefix(g, w)) {
					t.Errorf("%s:%d is said to be %s:%d\n got %q\nwant %q", path, n+1, s.Path, line, got[n], want[i])
					break
				}
				want[i] = ""
			}
		}
		if left := strings.TrimSpace(strings.Join(want, "")); left != "" {
			t.Errorf("%s: no line is said to be from %q of %s", path, left, s.Path)
		}
	}
}

// escaped is a line without what a string in a file escapes.
func escaped(line string) string {
	return strings.TrimSpace(strings.NewReplacer(`\u0007`, "\a", `\u000D`, "", "\r", "", `\`, "").Replace(line))
}
