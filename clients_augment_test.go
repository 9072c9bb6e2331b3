package gsdinstall_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// TestAuggieLoads has Auggie list every command and skill once and complain of nothing.
func TestAuggieLoads(t *testing.T) {
	each(t, "augment", nil, func(t *testing.T, s sandbox, scope string, w wanted) {
		v := ask(t, "augment", s)
		same(t, "skill", names(v.Skills), append(slices.Clone(w.commands), w.skills...))
		noErrors(t, v)
	})
}

// TestAuggieLoadsRulesAndServers has Auggie list rules as of the kind that they are, or all as
// always applied in the home, and the servers behind one of the user's.
func TestAuggieLoadsRulesAndServers(t *testing.T) {
	needClient(t, "augment")
	for scope, kind := range map[string]string{"global": "always_apply", "local": "agent_requested"} {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			s := newSandbox(t)
			pack := maps.Clone(markPack)
			pack["rules/always.md"] = "MARK-RULE\n"
			pack["rules/globs.md"] = "---\ndescription: On dates.\npaths:\n  - \"*.md\"\n---\nMARK-RULE\n"
			pack["rules/on-dates.md"] = "---\ndescription: On dates.\nalwaysApply: false\n---\nMARK-RULE\n"
			pack[".mcp.json"] = `{"mcpServers": {"mark": {"command": "false", "args": ["x"]}, "far": {"type": "http", "url": "http://127.0.0.1:1/x"}}}`
			for path, text := range pack {
				s.write(t, "pack/"+path, text)
			}
			root := map[string]string{"global": "home/", "local": "proj/"}[scope]
			s.write(t, root+".augment/settings.json", `{"mcpServers": {"mine": {"command": "false"}}}`)
			s.run(t, "install", "--augment", "--"+scope, "--yes", "--mcp", "--pack", filepath.Join(s.root, "pack"))
			v := ask(t, "augment", s)
			for what, lists := range map[string][2][]string{
				"rules":   {names(v.Rules), {"always always_apply", "globs always_apply", "on-dates " + kind}},
				"servers": {names(v.Servers), {"far http", "mark stdio", "mine stdio"}},
			} {
				if got := slices.Sorted(slices.Values(lists[0])); !slices.Equal(got, lists[1]) {
					t.Errorf("%s are %q, want %q", what, got, lists[1])
				}
			}
			noErrors(t, v)
		})
	}
}
