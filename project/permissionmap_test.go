package project

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/plan"
)

// An agent's permission map says what it may use, in the order that decides; what the
// source does not limit is not limited.
func TestPermissionMap(t *testing.T) {
	const outside = "  external_directory:\n    \"*\": ask\n"
	const read = "  read:\n    \"*\": allow\n    \"*.env\": ask\n    \"*.env.*\": ask\n    \"*.env.example\": allow\n"
	tests := []struct {
		name, tools string
		scope       plan.Scope
		want        string
		lost        int
	}{
		{"no list", "", plan.Global, "", 0},
		{"all", "tools: '*'\n", plan.Global, "", 0},
		{"global", "tools: Read, Write, Task, NotebookEdit, mcp__ctx__*\n", plan.Global,
			"permission:\n  \"*\": deny\n" + outside + "    \"~/.agents/data/*\": allow\n" + read + "  edit: allow\n  task: allow\n  ctx_*: allow\n", 0},
		{"local", "tools: [Read]\n", plan.Local, "permission:\n  \"*\": deny\n" + outside + read, 0},
		{"none of them reads", "tools: Bash\n", plan.Local, "permission:\n  \"*\": deny\n" + outside + "  bash: allow\n", 0},
		{"denied of the list", "tools: Read, Bash\ndisallowedTools: Bash\n", plan.Local, "permission:\n  \"*\": deny\n" + outside + read, 0},
		{"only denied", "disallowedTools: Write, Bash, NotebookEdit\n", plan.Global, "permission:\n  edit: deny\n  bash: deny\n", 1},
		{"a server within the name of another", "tools: mcp__a, mcp__a_b_c__get, mcp__a_b_d\ndisallowedTools: mcp__a_b, mcp__x\n", plan.Local,
			"permission:\n  \"*\": deny\n" + outside + "  a_*: allow\n  a_b_*: deny\n  a_b_c_get: allow\n  a_b_d_*: allow\n", 0},
		{"a server around another", "tools: Glob, mcp__a_b\ndisallowedTools: mcp__a\n", plan.Local,
			"permission:\n  \"*\": deny\n" + outside + "  glob: allow\n  a_b_*: allow\n", 0},
		{"a server named first", "tools: mcp__a_b, mcp__a\ndisallowedTools: mcp__a_b__set, mcp__a__b_c\n", plan.Local,
			"permission:\n  \"*\": deny\n" + outside + "  a_*: allow\n  a_b_*: allow\n  a_b_set: deny\n  a_b_c: deny\n", 0},
		{"a server like what is no tool", "tools: mcp__external\n", plan.Local, "permission:\n  \"*\": deny\n  external_*: allow\n" + outside, 0},
		{"a pattern within another server", "tools: mcp__a\ndisallowedTools: mcp__a_b__get(x)\n", plan.Local,
			"permission:\n  \"*\": deny\n" + outside + "  a_*: allow\n", 1},
		{"nothing that can be denied", "disallowedTools: NotebookEdit\n", plan.Global, "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := readPack(t, map[string]string{
				"pack.toml":       "name = \"gsd\"\nversion = \"1.0.0\"\nprefix = \"gsd\"\n[[payload]]\nfrom = \"data\"\n",
				"data/x.md":       "X.\n",
				"agents/scout.md": "---\ndescription: Looks.\n" + tt.tools + "---\nLook.\n",
			})
			pl := render(t, p, "opencode", tt.scope)
			want := "---\ndescription: Looks.\nmode: subagent\n" + tt.want + "---\nLook.\n"
			if diff := cmp.Diff(want, string(named(t, pl, "agent", "scout").Data)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if n := len(noted(pl, "denied-tool-lost")); n != tt.lost {
				t.Errorf("%d notes of denied tools, want %d: %v", n, tt.lost, pl.Notes)
			}
			if first := strings.Contains(tt.want, "\"*\": deny"); first != (len(noted(pl, "grant-first")) == 1) {
				t.Errorf("a map that allows %v, notes %v", first, pl.Notes)
			}
		})
	}
}

// TestStandsFor tells what an id of a permission map fits.
func TestStandsFor(t *testing.T) {
	for _, c := range []struct {
		id, other string
		want      bool
	}{
		{"*", "bash", true}, {"*", "a_*", true}, {"a_*", "a_b_*", true}, {"a_*", "a_b", true}, {"a_*", "a_*", true}, {"bash", "bash", true},
		{"a_b_*", "a_*", false}, {"bash", "bash_x", false}, {"a_*", "ab_c", false}, {"a_*_x", "a_b_x", true}, {"a_*_x", "a_x", false},
		{"*_*", "a_*", true}, {"a_*_b_*", "a_c_b_d", true}, {"a_*_b_*", "a_c_d", false},
	} {
		if got := standsFor(c.id, c.other); got != c.want {
			t.Errorf("%s stands for %s: %v", c.id, c.other, got)
		}
	}
}
