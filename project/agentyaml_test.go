package project

import (
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/plan"
)

// TestAgentIndex holds that the index names every agent by what its host reads: the
// public name, a file beside it, the description respelled, and the host's usual agent unless
// the pack has one of that name.
func TestAgentIndex(t *testing.T) {
	files := map[string]string{
		"commands/go.md": "---\ndescription: d\n---\nGo.\n",
		"agents/a.md":    "---\nname: a\ndescription: \"Run /gsd:go: then\\nstop # here\"\ntools: Read\n---\nBody.\n",
		"agents/no.md":   "---\nname: 'no'\ndescription: 'yes'\n---\nBody.\n",
	}
	index := func(t *testing.T) map[string]struct{ Path, Description string } {
		pl := render(t, readPack(t, files), "kimi", plan.Global)
		for _, a := range pl.Artifacts {
			if a.Rule != "agent-index" {
				continue
			}
			var file struct {
				Agent struct {
					Subagents map[string]struct{ Path, Description string }
				}
			}
			if err := yaml.Unmarshal(a.Data, &file); err != nil {
				t.Fatalf("%v\n%s", err, a.Data)
			}
			if a.Path != "agents/gsd.yaml" || len(a.Sources) != len(files)+2 || a.Sources[0].Path != "agents/a.md" {
				t.Errorf("%s from %v", a.Path, a.Sources)
			}
			return file.Agent.Subagents
		}
		t.Fatal("no index")
		return nil
	}
	got := index(t)
	if a := got["a"]; a.Path != "./a.yaml" || a.Description != "Run /skill:gsd-go: then stop # here" {
		t.Errorf("a is %+v", a)
	}
	if no := got["no"]; no.Path != "./no.yaml" || no.Description != "yes" {
		t.Errorf("no is %+v", no)
	}
	if coder := got["coder"]; coder.Path != "./gsd.yaml" || coder.Description == "" || len(got) != 3 {
		t.Errorf("coder is %+v of %d", coder, len(got))
	}
	files["agents/coder.md"] = "---\nname: coder\ndescription: Mine.\n---\nBody.\n"
	if coder := index(t)["coder"]; coder.Path != "./coder.yaml" || coder.Description != "Mine." {
		t.Errorf("the pack's coder is %+v", coder)
	}
}

// TestPromptIsNoTemplate holds that nothing in a body ends the marks that keep a host from
// filling it in.
func TestPromptIsNoTemplate(t *testing.T) {
	for _, body := range []string{"${X} {# c #}\n", "{% if a %}${X}", "{% endraw %}${X}", "a {%- endraw -%} b\n", "{%endraw%}\n", "{%+  endraw %}\n", "{%\nendraw %}\n"} {
		pl := render(t, readPack(t, map[string]string{"agents/a.md": "---\nname: a\ndescription: d\n---\n" + body}), "kimi", plan.Global)
		for _, a := range pl.Artifacts {
			if !strings.HasSuffix(a.Path, ".md") {
				continue
			}
			inner, ok := strings.CutPrefix(string(a.Data), "{% raw %}\n")
			inner, end := strings.CutSuffix(inner, "{% endraw %}\n")
			broken := strings.ReplaceAll(body, "{%", "{ %")
			if !ok || !end || inner != broken {
				t.Errorf("%q became %q", body, a.Data)
			}
			if (inner != body) != (len(noted(pl, "host-token")) > 0) {
				t.Errorf("%q: notes %v", body, pl.Notes)
			}
		}
	}
}
