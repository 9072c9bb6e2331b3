package capability

import (
	"maps"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
)

// Whatever the tables name is there.
func TestTables(t *testing.T) {
	all := maps.Clone(tables().Converters)
	maps.Copy(all, tables().Plain)
	for name, f := range all {
		if _, ok := descriptors.Get(f.Host); !ok {
			t.Errorf("%s: there is no host %q", name, f.Host)
		}
		for kind, dialect := range map[string]string{"commands": f.Commands, "skills": f.Skills, "agents": f.Agents} {
			if _, ok := f.dialect(kind); ok != (dialect != "") {
				t.Errorf("%s: %s in the dialect %q: %v", name, kind, dialect, ok)
			}
		}
		if _, tools := f.source(); f.Agents != "" && len(tools.Agent) == 0 && tools.Source == "" {
			t.Errorf("%s: there are no tools for its agents", name)
		}
	}
	for surface, hosts := range tables().Hooks {
		for events, id := range hosts {
			if h, ok := descriptors.Get(id); !ok || h.Hooks.HookEvents != events {
				t.Errorf("%s: %q has not the events %q", surface, id, events)
			}
		}
	}
	for kind := range tables().Plain {
		if tables().Kinds[kind] == "" {
			t.Errorf("%q is no kind", kind)
		}
	}
}
