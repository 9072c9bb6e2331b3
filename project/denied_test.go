package project

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// TestDeniedOnAllHosts holds on every host that lists tools, for each two of which one is
// granted and the other denied, that the agent is given none of the host's tools that is the
// denied one's, and that a note says what goes with it; where only a part is denied and the host
// cannot, a note says so.
func TestDeniedOnAllHosts(t *testing.T) {
	pairs := [][2]string{{"Edit", "Write"}, {"Write", "Edit"}, {"Grep", "Glob"}, {"Edit", "MultiEdit"}, {"Agent", "Task"},
		{"TaskCreate", "TodoWrite"}, {"Skill", "SlashCommand"}, {"WebFetch", "WebSearch"}, {"mcp__ctx__get", "mcp__ctx__*"},
		{"mcp__ctx", "mcp__ctx__*"}, {"mcp__ctx__*", "mcp__ctx__get"}, {"mcp__ctx", "mcp__ctx__get"}, {"Bash", "Bash(rm *)"}, {"Edit", "Write(/etc/*)"}}
	tested := 0
	for _, h := range descriptors.All() {
		for _, scope := range []plan.Scope{plan.Global, plan.Local} {
			row, ok := layout.Row(h, scope, pack.Agent)
			o := &output{task: task{Placement: layout.Placement{Dialect: h.Dialects[row.Dialect]}, host: h}}
			if shared, ok := h.Shared(row.Mount); ok {
				o.host, o.Dialect = reader(h, layout.Placement{Shared: row.Mount}), shared.Dialects[row.Dialect]
			}
			if !ok || h.Text.Native || !o.has("tools") {
				continue // cases_test.go has what these are given
			}
			for _, pair := range pairs {
				o.testDenied(t, h, scope, pair[0], pair[1])
				tested++
			}
		}
	}
	if tested < 200 {
		t.Errorf("%d pairs tested", tested)
	}
}

// testDenied renders an agent that is granted Read and one tool, and denied another.
func (o *output) testDenied(t *testing.T, h descriptors.Host, scope plan.Scope, given, denied string) {
	p := readPack(t, map[string]string{"agents/scout.md": "---\nname: scout\ndescription: d\ntools: Read, " + given +
		"\ndisallowedTools: " + denied + "\n---\nLook at it and say so.\n"})
	pl := render(t, p, h.ID, scope)
	head, _, _ := strings.Cut(string(named(t, pl, "agent", "scout").Data), "Look at it")
	list, denials, denies := strings.Cut(head, "disallowedTools")
	gives := func(name string) bool {
		return slices.ContainsFunc(o.ids(name), func(id string) bool { return stands(list, id) })
	}
	lost := len(noted(pl, "denied-tool-lost")) > 0
	_, pattern := splitPattern(denied)
	wrong := gives(denied) || lost
	switch {
	case o.has("denied-tools"):
		wrong = denies == lost
		for _, id := range o.ids(denied) {
			wrong = wrong || denies && !stands(denials, id)
		}
	case pattern != "":
		wrong = lost != gives(denied)
	case covers(given, denied) && !covers(denied, given):
		kept := o.permits() && strings.Contains(head, "ctx_get: deny")
		wrong = lost != (gives(given) && !kept)
	}
	if wrong {
		t.Errorf("%s, %s: %s granted, %s denied: noted as lost %v:\n%s", h.ID, scope, given, denied, lost, head)
	}
	along := false
	for _, name := range []string{"Read", given} {
		ids := o.ids(name)
		along = along || pattern == "" && !covers(denied, name) && denied != "Task" && len(ids) > 0 && len(without(ids, o.ids(denied))) == 0
	}
	if got := len(noted(pl, "denied-tool-widened")) > 0; got != along {
		t.Errorf("%s, %s: %s granted, %s denied: noted as widened %v: %v", h.ID, scope, given, denied, got, pl.Notes)
	}
}

// stands reports whether an id stands in a list, or is allowed by a map.
func stands(list, id string) bool {
	return regexp.MustCompile(`(?m)(^|[\s,\["'])` + regexp.QuoteMeta(id) + `(["'\],]|$|"?: allow|"?:\n)`).MatchString(list)
}

// TestDeniedAlone says which tools a denied one takes with it where nothing is granted by name.
func TestDeniedAlone(t *testing.T) {
	for head, want := range map[string]map[string]string{
		"disallowedTools: Write\n": {
			"opencode": "edit: deny|OpenCode cannot deny Write without Edit; 1 agent can use neither",
			"kilo":     "edit: deny|Kilo Code cannot deny Write without Edit; 1 agent can use neither",
			"qwen":     "- write_file|",
		},
		"disallowedTools: Write, Edit\n": {"opencode": "edit: deny|", "kimi-code": "- Write\n  - Edit|"},
		"disallowedTools: TodoWrite\n":   {"kimi-code": "- TodoList|Kimi Code CLI cannot deny TodoWrite without TaskCreate, TaskUpdate; 1 agent can use neither"},
		"disallowedTools: Task\n":        {"opencode": "task: deny|", "qwen": "- agent|"},
	} {
		p := readPack(t, map[string]string{"agents/scout.md": "---\nname: scout\ndescription: d\n" + head + "---\nLook at it and say so.\n"})
		for host, want := range want {
			pl := render(t, p, host, plan.Global)
			text, note, _ := strings.Cut(want, "|")
			got := noted(pl, "denied-tool-widened")
			if data := string(named(t, pl, "agent", "scout").Data); !strings.Contains(data, text) || strings.Join(got, "; ") != note {
				t.Errorf("%s: %s%s\n%q, want %s", host, head, data, got, want)
			}
		}
	}
}

// TestDeniedServerOfThePack says which server of the pack a denied one takes with it, since its
// name goes on behind that of the denied one.
func TestDeniedServerOfThePack(t *testing.T) {
	for head, want := range map[string]string{
		"disallowedTools: mcp__a\n":                  "OpenCode cannot deny mcp__a without mcp__a_b; 1 agent can use neither",
		"disallowedTools: mcp__a, mcp__a_b\n":        "",
		"disallowedTools: mcp__a_b\n":                "",
		"tools: mcp__a_b\ndisallowedTools: mcp__a\n": "",
	} {
		p := readPack(t, map[string]string{
			"agents/scout.md": "---\nname: scout\ndescription: d\n" + head + "---\nLook at it and say so.\n",
			".mcp.json":       `{"mcpServers":{"a":{"command":"x"},"a_b":{"command":"x"},"ab":{"command":"x"}}}`,
		})
		if got := strings.Join(noted(render(t, p, "opencode", plan.Global), "denied-tool-widened"), "; "); got != want {
			t.Errorf("%s%q, want %q", head, got, want)
		}
	}
}

// TestDeniedOfManyIDs denies each of the tools that one name stands for.
func TestDeniedOfManyIDs(t *testing.T) {
	h, _ := descriptors.Get("qwen")
	h.Tools.Agent = map[string]string{"Write": "write|patch", "Edit": "patch"}
	p := readPack(t, map[string]string{"agents/scout.md": "---\nname: scout\ndescription: d\ndisallowedTools: Write\n---\nLook at it and say so.\n"})
	o := &output{task: task{Placement: layout.Placement{Item: &p.Items[0], Dialect: h.Dialects["agent"]}, host: h}}
	if got := o.deniedTools(); !slices.Equal(got, []string{"write", "patch"}) {
		t.Errorf("denied %q", got)
	}
}

// TestNoToolButDenied refuses an agent whose tools all are denied ones on a host.
func TestNoToolButDenied(t *testing.T) {
	p := readPack(t, map[string]string{"agents/scout.md": "---\nname: scout\ndescription: d\ntools: Edit\ndisallowedTools: Write\n---\nLook.\n"})
	_, err := Render(input(t, p, "opencode", plan.Global, testEnv))
	if want := "agents/scout.md: OpenCode has none of its tools: Edit, which would give it what it denies"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestCovers tells which names stand for the tool of which others.
func TestCovers(t *testing.T) {
	for _, c := range []struct {
		name, other string
		want        bool
	}{
		{"Edit", "Edit", true}, {"Edit", "Write", false}, {"mcp__ctx", "mcp__ctx__get", true}, {"mcp__ctx__*", "mcp__ctx__get", true},
		{"mcp__ctx__*", "mcp__ctx", true}, {"mcp__ctx", "mcp__ctx__*", true}, {"mcp__ctx__get", "mcp__ctx", false},
		{"mcp__ctx__get", "mcp__ctx__set", false}, {"mcp__ctx", "mcp__ctxt__get", false}, {"Edit", "mcp__Edit__get", false},
	} {
		if got := covers(c.name, c.other); got != c.want {
			t.Errorf("%s covers %s: %v", c.name, c.other, got)
		}
	}
}
