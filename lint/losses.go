package lint

import (
	"errors"
	"slices"

	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// render finds what becomes of the pack on each host.
func (c *checker) render() {
	cache := &project.Cache{}
	for i := range c.targets {
		t := &c.targets[i]
		made, err := project.Render(project.Input{Host: t.Host, Scope: t.Scope, Pack: c.pack, Mounts: t.Mounts, MCP: true, Cache: cache})
		if err != nil {
			c.refusals(t, err)
			continue
		}
		for _, n := range made.Notes {
			c.note(t, n)
		}
		c.sizes = append(c.sizes, Size{t.Host.ID, t.Scope, made.Always(), plan.Tokens(made.Always())})
	}
	c.unread()
}

// kindLosses are the rules of notes about all of a kind.
var kindLosses = []string{"agent-lost", "command-lost", "payload-lost", "rule-lost", "skill-lost"}

// note makes findings of what project says about a host, one for each place in the pack. A
// note that says nothing of the pack is about the host or the machine.
func (c *checker) note(t *Target, n plan.Note) {
	if n.General == "" {
		return
	}
	rule, about := n.Rule, n.About
	if slices.Contains(kindLosses, rule) {
		rule, about = "kind-lost", about[:1]
	}
	if len(about) == 0 {
		about = []plan.Source{{}}
	}
	for _, s := range about {
		c.find(rule, s.Path, s.Start, t, "%s", n.General)
	}
}

// refusals makes findings of what keeps a pack from being rendered for a host.
func (c *checker) refusals(t *Target, err error) {
	for _, err := range plan.Leaves(err) {
		var item *project.ItemError
		var two *layout.CollisionError
		var place *layout.PlaceError
		switch {
		case errors.As(err, &item):
			c.find(item.Rule, item.Source.Path, item.Source.Start, t, "%s", item.General)
		case errors.As(err, &two):
			c.find("place-taken", two.Second, 0, t, "it and %s: %s", two.First, two.Message)
		case errors.As(err, &place):
			c.find("place-refused", place.Source, 0, t, "%v", place.Err)
		default:
			c.find("host-refused", "", 0, t, "%v", err)
		}
	}
}

// unread says of a field that no target with a place for its kind takes that nobody reads it,
// if the host in whose format packs are written is among them.
func (c *checker) unread() {
	if c.native() == nil || len(c.hosts) == 1 {
		return
	}
	takers := map[pack.Kind]int{}
	kinds := map[string]pack.Kind{}
	for _, it := range c.pack.Items {
		kinds[it.Source] = it.Kind
	}
	for _, t := range c.targets {
		for _, kind := range []pack.Kind{pack.Agent, pack.Command, pack.Rule, pack.Skill} {
			if _, ok := layout.Row(t.Host, t.Scope, kind); ok {
				takers[kind]++
			}
		}
	}
	for _, f := range c.found {
		if f.Rule == "field-lost" && len(f.of) == takers[kinds[f.File]] {
			r := ruleOf("field-unread")
			f.Rule, f.Level, f.Fix, f.of = r.ID, r.Level, r.Fix, nil
		}
	}
}
