package lint

import (
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
)

// hooks looks at what hooks wait for and what they run.
func (c *checker) hooks() {
	for _, h := range c.pack.Hooks {
		if !slices.Contains(descriptors.SourceEvents(), h.Event) {
			c.find("hook-event", h.Source, h.Line, nil, "there is no event %q; the hook never runs", h.Event)
		}
		for _, m := range c.reader.Paths(h.Command) {
			if !c.has(m.Text) {
				c.find("hook-script", h.Source, h.Line, nil, "hook for %s: there is no %q in the payload", h.Event, m.Text)
			}
		}
	}
}
