package engine

import (
	"slices"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/project"
)

// takePins remembers by which pins the agents of the target were made.
func (t *Target) takePins(l *emit.Ledger) {
	for _, r := range l.Records {
		pin := project.PinOf(r.Sources)
		if pin == (project.Pin{}) {
			continue
		}
		for _, c := range r.Claims {
			if c.Host == t.Host.ID {
				t.Pins[c.Prefix] = pin
			}
		}
	}
}

// pin is what agents of a pack are to run with: what is asked for, else what was before. What a
// config file of the project said holds as long as it says so.
func (t *Target) pin(p *pack.Pack, o Order) project.Pin {
	if o.Pin != nil {
		return *o.Pin
	}
	if i := slices.IndexFunc(o.Pinned, func(c Pinned) bool { return c.Host == t.Host.ID }); i >= 0 {
		return o.Pinned[i].Pin
	}
	if was := t.Pins[p.Prefix]; !was.Config || o.Pinned == nil {
		return was
	}
	return project.Pin{}
}

// Pinned is a pin that a config file of the project has for a host.
type Pinned struct {
	Host string
	Pin  project.Pin
}
