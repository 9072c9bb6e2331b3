package pack

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var profiled = map[string]string{
	"commands/a.md": "---\nname: a\ndescription: d\nrequires: [b]\n---\nRead @~/.claude/core/flow.md\n",
	"commands/b.md": "---\nname: b\ndescription: d\nrequires: c, gone\n---\nAsk the worker-one agent.\n",
	"commands/c.md": "---\nname: c\ndescription: d\nrequires: [a]\n---\nC\n",
	"commands/d.md": "---\nname: d\ndescription: d\n---\nD worker-four\n",
	"agents/one.md": "---\nname: worker-one\ndescription: d\n---\n1\n",
	"agents/two.md": "---\nname: worker-two\ndescription: d\n---\n2\n",
	"agents/3.md":   "---\nname: worker-three\ndescription: d\n---\n3\n",
	"agents/4.md":   "---\nname: worker-four\ndescription: d\n---\n4\n",
	"agents/5.md":   "---\nname: worker\ndescription: d\n---\n5\n",
	"rules/r.md":    "R\n", "skills/s/SKILL.md": "---\ndescription: d\n---\nS\n",
	"core/flow.md": "`worker-two`\n", "core/flow/part.md": "worker-three\n", "core/other.md": "worker-four\n",
	"pack.toml": `
[[payload]]
from = "core"
[profiles.one]
commands = ["a"]
[profiles.only]
commands = ["a"]
closed = true
agents = []
[profiles.named]
commands = ["d"]
agents = ["worker"]
`,
}

func TestSelect(t *testing.T) {
	p := mustRead(t, profiled)
	if got := messages(p.Notes); len(got) != 1 || got[0] != `commands/b.md: it requires the command "gone", which the pack does not have` {
		t.Errorf("%q", got)
	}
	tests := []struct{ profile, name, want string }{
		{"full", "full", "a b c d worker worker-four worker-one worker-three worker-two"},
		{"", "full", "a b c d worker worker-four worker-one worker-three worker-two"},
		{"one", "one", "a b c worker-one worker-three worker-two"},
		{"only", "only", "a"},
		{"named", "named", "d worker"},
		{"only, named,only", "only,named", "a d worker"},
		{"one,full", "full", "a b c d worker worker-four worker-one worker-three worker-two"},
	}
	for _, tt := range tests {
		got, err := p.Select(tt.profile)
		if err != nil {
			t.Errorf("%s: %v", tt.profile, err)
			continue
		}
		var names []string
		other := 0
		for _, it := range got.Items {
			if it.Kind == Command || it.Kind == Agent {
				names = append(names, it.Short)
			} else {
				other++
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(names, " ")); diff != "" || other != 2 || got.Profile != tt.name || len(got.Payload) != len(p.Payload) {
			t.Errorf("%s: %s %d %s", tt.profile, diff, other, got.Profile)
		}
	}
	if p.Profile != "full" || len(p.Items) != 11 {
		t.Error("Select changed the pack")
	}
}

func TestUnknownProfile(t *testing.T) {
	p := mustRead(t, profiled)
	for _, profile := range []string{"tiny", "one,tiny"} {
		_, err := p.Select(profile)
		var e *UnknownProfile
		if !errors.As(err, &e) || e.Name != "tiny" || err.Error() != `unknown profile "tiny" (known: full, named, one, only)` {
			t.Errorf("%v", err)
		}
	}
}
