package project

import (
	"testing"
)

// When a rule applies is said in the host's one key for it: everywhere by a pattern of the
// host's own, and by its description alone without the key.
func TestRuleAppliesTo(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want any
	}{
		"always":         {"---\ndescription: d\nalwaysApply: true\n---\nText.\n", "**"},
		"says nothing":   {"Text.\n", "**"},
		"for files":      {"---\ndescription: d\nglobs: \"*.go, a/{b,c}/**\"\nalwaysApply: false\n---\nText.\n", "*.go, a/{b,c}/**"},
		"by a task":      {"---\ndescription: d\nalwaysApply: false\n---\nText.\n", nil},
		"only described": {"---\ndescription: d\n---\nText.\n", nil},
	} {
		p := readPack(t, map[string]string{"rules/r.md": c.text})
		for _, host := range []string{"copilot", "vscode"} {
			for _, s := range scopes {
				pl := render(t, p, host, s)
				fields, _ := decoded(t, named(t, pl, "rule", "r"))
				if got := fields["applyTo"]; got != c.want {
					t.Errorf("%s, %s %s: applyTo is %v, want %v", name, host, s, got, c.want)
				}
				if got := noted(pl, "field-lost"); got != nil {
					t.Errorf("%s, %s %s: notes %q", name, host, s, got)
				}
			}
		}
	}
}

// Hosts that go by a word for when a rule applies get it, with the patterns and the
// description that it needs.
func TestRuleWhen(t *testing.T) {
	for name, c := range map[string]struct {
		text, trigger string
		globs         any
	}{
		"always":         {"---\ndescription: d\nglobs: a/**\nalwaysApply: true\n---\nText.\n", "always_on", nil},
		"says nothing":   {"Text.\n", "always_on", nil},
		"for files":      {"---\ndescription: d\nglobs: \"*.go, a/{b,c}/**\"\nalwaysApply: false\n---\nText.\n", "glob", "*.go, a/{b,c}/**"},
		"files alone":    {"---\nglobs: a/**\n---\nText.\n", "glob", "a/**"},
		"only described": {"---\ndescription: d\n---\nText.\n", "model_decision", nil},
		"by hand":        {"---\nalwaysApply: false\n---\nText.\n", "manual", nil},
	} {
		p := readPack(t, map[string]string{"rules/r.md": c.text})
		for _, s := range scopes {
			pl := render(t, p, "antigravity", s)
			fields, _ := decoded(t, named(t, pl, "rule", "r"))
			if fields["trigger"] != c.trigger || fields["globs"] != c.globs {
				t.Errorf("%s, %s: %v, want %s and %v", name, s, fields, c.trigger, c.globs)
			}
			if got := noted(pl, "field-lost"); got != nil {
				t.Errorf("%s, %s: notes %q", name, s, got)
			}
		}
	}
}
