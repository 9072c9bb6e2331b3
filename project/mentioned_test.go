package project

import (
	"fmt"
	"slices"
	"testing"
)

func TestReader(t *testing.T) {
	p := readPack(t, map[string]string{
		"commands/plan.md": "---\ndescription: x\n---\nRead ${CLAUDE_PLUGIN_ROOT}/docs/a.md\n", "docs/a.md": "x\n",
	})
	r := NewReader(p)
	for _, tt := range []struct {
		text         string
		calls, paths []string
	}{
		{text: "Then /gsd:plan,\n/gsd-plan or gsd:plan", calls: []string{"1 /gsd:plan as /gsd-plan", "2 /gsd-plan as /gsd-plan"}},
		{text: "/gsd:none /gsd- /gsd:X x/gsd:plan /gsd:plan/x </gsd:plan> <!-- /gsd:end -->", calls: []string{"1 /gsd:none as "}},
		{text: "a\n@~/.claude/docs/a.md `@$HOME/.claude/docs/b.md`", paths: []string{"2 gsd/docs/a.md @", "2 gsd/docs/b.md"}},
		{text: "${CLAUDE_PLUGIN_ROOT}/docs/c.md. ~/.claude/docs/ ./.claude/gsd/docs/d.md", paths: []string{"1 gsd/docs/c.md", "1 gsd/docs", "1 gsd/docs/d.md"}},
		{text: "~/.claude/docs/a@b.md ~/.claude/docs/e.md@ ", paths: []string{"1 gsd/docs/a@b.md", "1 gsd/docs/e.md"}},
		{text: "~/.claude/docs/../f.md ~/.claude/docs/x…"},
		{text: "~/.claude/docs/*.md ~/.claude/docs/{x}.md ~/.claude/docs/$x ~/.claude/docs/... ~/.claude/other/x.md docs/a.md"},
	} {
		var calls, paths []string
		for _, m := range r.Calls(tt.text) {
			calls = append(calls, fmt.Sprintf("%d %s as %s", m.Line, m.Text, m.Call))
		}
		for _, m := range r.Paths(tt.text) {
			at := ""
			if m.Reference {
				at = " @"
			}
			paths = append(paths, fmt.Sprintf("%d %s%s", m.Line, m.Text, at))
		}
		if !slices.Equal(calls, tt.calls) || !slices.Equal(paths, tt.paths) {
			t.Errorf("%q: calls %q, paths %q", tt.text, calls, paths)
		}
	}
}
