package gsdinstall_test

import (
	"strings"
)

// B151: nothing makes a skill appear twice.
func noSidecars(c *caseRun) {
	for _, scope := range scopes {
		c.install("--" + scope)
		for _, f := range append(c.files("${HOME}"), c.files("${PROJ}")...) {
			if strings.HasSuffix(f, "openai.yaml") || strings.Contains(f, ".codex/skills") || strings.Contains(f, ".codex/prompts") ||
				strings.Contains(f, ".gemini/skills") || strings.Contains(f, ".cursor/skills") || strings.Contains(f, ".cursor/commands") {
				c.Errorf("%s: %s", scope, f)
			}
		}
	}
}
