package layout

import (
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// TestCalled reads an item's name from the file that a host takes for one, by the end that its
// own files have.
func TestCalled(t *testing.T) {
	for _, c := range []struct{ host, kind, rel, want string }{
		{"cursor", "skills", "x/SKILL.md", "x"}, {"cursor", "skills", "SKILL.md", ""}, {"cursor", "skills", "x/y/SKILL.md", ""}, {"cursor", "skills", "x/y.md", ""},
		{"cursor", "agents", "x.md", "x"}, {"cursor", "agents", "x.agent.md", "x.agent"}, {"cursor", "agents", "a/x.md", ""}, {"cursor", "agents", "x.toml", ""},
		{"copilot", "agents", "x.agent.md", "x"}, {"copilot", "agents", "x.md", "x"}, {"copilot", "agents", "x.txt", ""},
		{"codex", "agents", "x.toml", "x"}, {"codex", "agents", "x.md", ""},
		{"copilot", "commands", "x.md", "x"}, {"copilot", "commands", "x.agent.md", "x.agent"}, {"pi", "agents", "x.md", "x"},
	} {
		if got := Called(get(t, c.host), plan.Local, c.kind, c.rel); got != c.want {
			t.Errorf("%s, %s: %s is called %q, want %q", c.host, c.kind, c.rel, got, c.want)
		}
	}
}
