package main

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
)

// Whatever a host would run or allow is said, by whichever of its forms it gets there.
func TestSurvey(t *testing.T) {
	said := map[string]bool{}
	for _, h := range descriptors.All() {
		lines := registers(h)
		for _, part := range []string{
			"commands that " + h.Title + " runs by itself, as you, at ", "as programs in ", "as code that it loads from ", "that hooks run at all, in ",
			"with --mcp, MCP servers of packs, in ", ", each with ", "so that it reads the pack's own files without asking",
			"hooks that items of packs bring themselves", "MCP servers that items of packs bring themselves", "leaves out for an item", "external_directory {payload}",
		} {
			for _, line := range lines {
				said[strings.ReplaceAll(part, h.Title, "HOST")] = said[strings.ReplaceAll(part, h.Title, "HOST")] || strings.Contains(line, part)
			}
		}
		if len(h.Hooks.File) > 0 != strings.Contains(strings.Join(lines, "\n"), "hooks of packs, ") {
			t.Errorf("%s: %q", h.ID, lines)
		}
	}
	for part, ever := range said {
		if !ever {
			t.Errorf("no host's survey says %q", part)
		}
	}
}
