package lint

import (
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/project"
)

// hooks looks at what hooks wait for and what they run.
func (c *checker) hooks() {
	for _, h := range c.pack.Hooks {
		if !slices.Contains(descriptors.SourceEvents(), h.Event) {
			c.find("hook-event", h.Source, h.Line, nil, "there is no event %q; the hook never runs", h.Event)
		}
		for i := range c.targets {
			c.matcher(&c.targets[i], h)
		}
		for _, m := range c.reader.Paths(h.Command) {
			if !c.has(m.Text) {
				c.find("hook-script", h.Source, h.Line, nil, "hook for %s: there is no %q in the payload", h.Event, m.Text)
			}
		}
	}
}

// matcher finds the tools of a hook that a host has not, where it has others of them.
func (c *checker) matcher(t *Target, h pack.Hook) {
	lacks := func(tool string) bool { return !project.HookCanName(t.Host, t.Scope, tool) }
	missing := slices.DeleteFunc(slices.Clone(h.Tools), func(tool string) bool { return !lacks(tool) })
	if len(missing) == len(h.Tools) {
		return // it has no place for hooks, or the hook is left out and said to be
	}
	for _, tool := range missing {
		c.find("matcher-tool", h.Source, h.Line, t, "the host has no tool %s for which a hook for %s could run", tool, h.Event)
	}
}
