package descriptors

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

func checkShared(c *checker, s Shared) {
	c.id(key{"id"}, s.ID)
	if s.ID == "config" || s.ID == "home" {
		c.add(key{"id"}, "%q is the id of another kind of mount", s.ID)
	}
	c.line(key{"title"}, s.Title)
	if s.Global == "" && s.Local == "" {
		c.add(key{}, "it exists in no scope; give global or local")
	}
	for scope, dir := range map[string]string{"global": s.Global, "local": s.Local} {
		if dir != "" && (dir != "." || len(s.Files) == 0) {
			c.path(key{scope}, dir)
		}
	}
	for i, name := range s.Files {
		c.path(key{"files"}.dot(i), name)
	}
	if !s.holdsPayload() && len(s.Scanned) > 0 {
		c.add(key{"scanned"}, "no payload lies there")
	}
	for _, dir := range slices.Sorted(maps.Keys(s.Scanned)) {
		c.path(key{"scanned", dir}, dir)
		c.word(key{"scanned", dir}, s.Scanned[dir], slices.DeleteFunc(slices.Clone(rowKinds), func(kind string) bool { return kind == "payload" }))
	}
	c.source(key{}, s.Source)
	if s.Hooks.Surface == "" {
		c.alone(key{"hooks"}, s.Hooks, Hooks{}, "stands with hooksSurface and only there")
	} else {
		c.word(key{"hooks", "hooksSurface"}, s.Hooks.Surface, hookSurfaces)
		hosts := s.Hooks
		hosts.File, hosts.Mount = nil, nil
		c.alone(key{"hooks"}, s.Hooks, hosts, "each host that shares the folder says this")
		checkHookForm(c, key{"hooks"}, s.Hooks)
	}
	if s.Tools.Source != "" {
		checkTools(c, s.Tools, false)
	}
	if len(s.Dialects) == 0 {
		c.add(key{"dialects"}, "missing")
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Dialects)) {
		k := key{"dialects", kind}
		c.word(k, kind, rowKinds)
		checkDialect(c, k, s.Dialects[kind])
		switch renderer := s.Dialects[kind].Renderer; {
		case renderer == "agent-yaml":
			c.add(k.dot("renderer"), "an index of agents names those of one host")
		case (renderer == "marked-block") != (len(s.Files) > 0):
			c.add(k.dot("renderer"), "marked-block stands in a shared folder with files and only there")
		}
		for i, one := range s.Dialects[kind].Keys {
			if slices.Contains(agentOrigins, one.From) && s.Tools.Source == "" {
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
		if a.Payload != "" && !slices.ContainsFunc(all, func(b Shared) bool { return b.ID == a.Payload && b.holdsPayload() }) {
			errs = append(errs, fmt.Errorf("shared folder %s: payload: there is no shared folder %q that holds payload", a.ID, a.Payload))
		}
		for _, b := range all[:i] {
			for _, scope := range []plan.Scope{plan.Global, plan.Local} {
				if a.At(scope) == "" || b.At(scope) == "" || len(a.Files) > 0 || len(b.Files) > 0 {
					continue
				}
				if below(a.At(scope), b.At(scope)) || below(b.At(scope), a.At(scope)) {
					errs = append(errs, fmt.Errorf("shared folders %s and %s: both hold %s, and would put unequal bytes there", b.ID, a.ID, a.At(scope)))
					break
				}
			}
		}
	}
	return errors.Join(errs...)
}

// agreeScanned refuses a shared folder that does not name a folder in it in which one of the
// hosts looks for items.
func agreeScanned(hosts []Host, shared []Shared) error {
	var errs []error
	for _, s := range shared {
		if !s.holdsPayload() {
			continue
		}
		for _, h := range hosts {
			for _, r := range h.looks() {
				dir, ok := strings.CutPrefix(r.Path, s.At(r.Scope)+"/")
				if ok && s.Scanned[dir] == "" {
					errs = append(errs, fmt.Errorf("shared folder %s: scanned: %s looks for %s in %s", s.ID, h.ID, r.Kind, dir))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// holdsPayload reports whether payload may lie in the folder.
func (s Shared) holdsPayload() bool { return s.Payload == "" && len(s.Files) == 0 }

// looks are the folders in which h looks for items: those of its rows that are in no shared
// folder, and those that it also reads.
func (h Host) looks() []AlsoRead {
	all := slices.DeleteFunc(slices.Clone(h.AlsoReads), func(r AlsoRead) bool { return r.Kind == "hooks" })
	for _, row := range h.ArtifactLayout {
		if row.Kind == "payload" || row.DestSubpath == "" {
			continue
		}
		for _, scope := range row.Scopes.Each() {
			for _, dir := range h.ownBases(row.Mount, scope) {
				all = append(all, AlsoRead{Path: path.Join(dir, row.DestSubpath), Scope: scope, Kind: row.Kind})
			}
		}
	}
	return all
}
