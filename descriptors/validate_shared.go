package descriptors

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

func checkShared(c *checker, s Shared) {
	c.id(key{"id"}, s.ID)
	if slices.Contains(mcpMounts, s.ID) {
		c.add(key{"id"}, "%q is the id of another kind of mount", s.ID)
	}
	c.line(key{"title"}, s.Title)
	c.path(key{"global"}, s.Global)
	c.path(key{"local"}, s.Local)
	c.source(key{}, s.Source)
	if len(s.Dialects) == 0 {
		c.add(key{"dialects"}, "missing")
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Dialects)) {
		k := key{"dialects", kind}
		c.word(k, kind, rowKinds)
		checkDialect(c, k, s.Dialects[kind])
		for i, one := range s.Dialects[kind].Keys {
			if slices.Contains(agentOrigins, one.From) {
				c.add(k.dot("keys", i, "from"), "%s differs from host to host, and hosts that share a folder need the same bytes", one.From)
			}
		}
	}
	checkText(c, s.Text)
}

// agreeShared refuses shared folders that lie in each other: one path would
// have two forms.
func agreeShared(all []Shared) error {
	var errs []error
	for i, a := range all {
		for _, b := range all[:i] {
			for _, scope := range []plan.Scope{plan.Global, plan.Local} {
				if below(a.at(scope), b.at(scope)) || below(b.at(scope), a.at(scope)) {
					errs = append(errs, fmt.Errorf("shared folders %s and %s: both hold %s, and would put unequal bytes there", b.ID, a.ID, a.at(scope)))
					break
				}
			}
		}
	}
	return errors.Join(errs...)
}

// agreeHosts refuses two hosts whose own rows want one path, and two with one
// id. A place that several hosts use is a shared folder.
func agreeHosts(all []Host) error {
	var errs []error
	places := map[string]string{}
	for _, h := range all {
		for _, row := range h.ArtifactLayout {
			if row.Mount != "config" || row.Kind == "payload" {
				continue
			}
			for _, scope := range row.Scopes.each() {
				file := path.Join(h.ConfigHome.at(scope), row.DestSubpath, row.File)
				at := string(scope) + " " + file
				if other, ok := places[at]; ok && other != h.ID {
					errs = append(errs, fmt.Errorf("hosts %s and %s: both would put their own bytes at %s; describe that folder in shared/", other, h.ID, file))
				}
				places[at] = h.ID
			}
		}
	}
	return errors.Join(errs...)
}
