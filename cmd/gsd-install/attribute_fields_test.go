package main

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gsd-install/gsd-install/attribution"
)

// What a field moves elsewhere than in what is made by it is explained too.
func TestFieldsExplain(t *testing.T) {
	t.Parallel()
	files := descriptorFiles(t)
	fixture, err := newApp().sidePack(t.Context(), fixturePack)
	if err != nil {
		t.Fatal(err)
	}
	all := func() fstest.MapFS {
		memory := fstest.MapFS{}
		for name, text := range files {
			memory[name] = &fstest.MapFile{Data: []byte(text)}
		}
		return memory
	}
	head := sideOf(t, fixture, all())
	for _, c := range []struct{ file, from, to string }{
		{"gemini.toml", "\ncommandSurface = ", "\n# commandSurface = "},
		{"claude.toml", `["Edit", "Write"]`, `["Write"]`},
		{"claude.toml", layoutOf(files["claude.toml"], "agents"), ""},
		{"codex.toml", "\n[mcp.variables]\nsource", "\n[mcp.variables]\n# source"},
		{"copilot.toml", "\nhookBus        = ", "\n# hookBus        = "},
	} {
		other := all()
		text := strings.Replace(files[c.file], c.from, c.to, 1)
		if text == files[c.file] {
			t.Errorf("%s has no %q", c.file, c.from)
		}
		other[c.file] = &fstest.MapFile{Data: []byte(text)}
		moves := attribution.Moves(sideOf(t, fixture, other).Side, head.Side)
		if len(moves) == 0 {
			t.Errorf("%s: from %q to %q: nothing moved", c.file, c.to, c.from)
		}
		for _, m := range attribution.Unexplained(moves) {
			t.Errorf("%s: from %q to %q: %s, %s of %v: %+v", c.file, c.to, c.from, m.Path, m.Rule, m.Sources, m.Difference)
		}
	}
}

// layoutOf is the first row of a kind in a descriptor.
func layoutOf(text, kind string) string {
	for row := range strings.SplitSeq(text, "\n\n") {
		if strings.Contains(row, "[[artifactLayout]]") && strings.Contains(row, `"`+kind+`"`) {
			return row
		}
	}
	return "no row of " + kind
}
