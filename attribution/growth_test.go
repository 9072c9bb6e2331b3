package attribution

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/plan"
)

// What is always loaded are descriptions and blocks, by host; a host that base does not have
// has not grown.
func TestAlwaysLoaded(t *testing.T) {
	loads := func(host string, n int, block string) plan.Plan {
		p := planOf(host, with(file("x"), func(a *plan.Artifact) { a.Always = n }))
		p.Edits = []plan.Edit{{Ops: []plan.Op{
			{Kind: plan.Insert, Value: json.RawMessage(`"` + block + `"`)}, {Kind: plan.Append, Value: json.RawMessage(`"` + strings.Repeat("x", n) + `"`)},
		}}}
		return p
	}
	base := state{plans: []plan.Plan{loads("a", 10, "äb"), loads("b", 1, "")}}
	head := state{plans: []plan.Plan{loads("a", 7, "äbc\\n"), loads("b", 1, ""), loads("c", 9, "")}}
	want := []Always{{"a", plan.Global, Size{13, 12}}}
	if diff := cmp.Diff(want, AlwaysLoaded(base.side(), head.side())); diff != "" {
		t.Error(diff)
	}
}

func TestBeyond(t *testing.T) {
	noted := func(notes ...plan.Note) []plan.Plan {
		p := planOf("h")
		p.Notes = notes
		q := p
		q.Host = "g"
		return []plan.Plan{p, q}
	}
	long := plan.Note{Rule: "body-limit", Path: "a.md", Message: "long"}
	small, big := map[string]string{"a.md": "1"}, map[string]string{"a.md": "123"}
	listed := func(bytes int, message string) state {
		plans := noted(plan.Note{Rule: "listing-budget", Message: message})
		for i := range plans {
			plans[i].Artifacts = []plan.Artifact{{Always: bytes}}
		}
		return state{plans: plans}
	}
	excess := []Excess{{"a.md", "body-limit", "long", []string{"g", "h"}, Size{1, 3}}}
	for name, tt := range map[string]struct {
		base, head state
		want       []Excess
	}{
		"now":                   {state{small, "", noted(), ""}, state{big, "", noted(long), ""}, excess},
		"more than before":      {state{small, "", noted(long), ""}, state{big, "", noted(long), ""}, excess},
		"as before":             {state{small, "", noted(long), ""}, state{small, "", noted(long), ""}, []Excess{}},
		"less than before":      {state{big, "", noted(long), ""}, state{small, "", noted(long), ""}, []Excess{}},
		"a new file":            {state{nil, "", noted(), ""}, state{big, "", noted(long), ""}, []Excess{{"a.md", "body-limit", "long", []string{"g", "h"}, Size{0, 3}}}},
		"of another note":       {state{small, "", noted(), ""}, state{big, "", noted(plan.Note{Rule: "tool-lost", Path: "a.md"}), ""}, []Excess{}},
		"besides another note":  {state{big, "", noted(plan.Note{Rule: "tool-lost", Path: "a.md"}), ""}, state{big, "", noted(long), ""}, []Excess{{"a.md", "body-limit", "long", []string{"g", "h"}, Size{3, 3}}}},
		"a host that is new":    {state{small, "", nil, ""}, state{big, "", noted(long), ""}, []Excess{}},
		"of all that is listed": {listed(1, "1"), listed(5, "2"), []Excess{{"", "listing-budget", "2", []string{"g", "h"}, Size{1, 5}}}},
		"as listed before":      {listed(1, "1"), listed(5, "1"), []Excess{}},
		"less is listed":        {listed(5, "2"), listed(1, "1"), []Excess{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Beyond(tt.base.side(), tt.head.side())); diff != "" {
				t.Error(diff)
			}
		})
	}
}
