package descriptors

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// checkRows checks each row and that no two are of one kind in a scope.
func checkRows(c *checker, h Host, shared []Shared) {
	if len(h.ArtifactLayout) == 0 {
		c.add(key{"artifactLayout"}, "missing")
	}
	for i, row := range h.ArtifactLayout {
		k := key{"artifactLayout"}.dot(i)
		checkRow(c, k, row)
		checkMount(c, k, h, row, shared)
		for j, other := range h.ArtifactLayout[:i] {
			if row.Kind == other.Kind && slices.ContainsFunc(row.Scopes.Each(), other.Scopes.Has) {
				c.add(k, "its kind is that of artifactLayout[%d] already", j)
				break
			}
		}
	}
}

func checkRow(c *checker, k key, row Row) {
	c.word(k.dot("kind"), row.Kind, rowKinds)
	c.words(k.dot("scopes"), scopeWords(row.Scopes), scopes)
	c.word(k.dot("status"), row.Status, statuses)
	c.source(k, row.Source)
	if row.DestSubpath != "" {
		c.path(k.dot("destSubpath"), row.DestSubpath)
	}
	if row.Kind == "payload" {
		for name, value := range map[string]string{"file": row.File, "nesting": row.Nesting, "dialect": row.Dialect} {
			if value != "" {
				c.add(k.dot(name), "payload keeps its own paths and bytes")
			}
		}
		return
	}
	c.word(k.dot("nesting"), row.Nesting, nestings)
	if !c.need(k.dot("file"), row.File) {
		return
	}
	if err := checkFile(row.File); err != nil && !(row.Kind == "rules" && checkPath(row.File) == nil) {
		c.add(k.dot("file"), "%v", err)
	}
	if inFolder := strings.Contains(path.Dir(row.File), "{prefix}"); inFolder != (row.Nesting == "namespace") && slices.Contains(nestings, row.Nesting) {
		c.add(k.dot("nesting"), `%q is not so; "namespace" is a folder named by {prefix} in file, anything else is "flat"`, row.Nesting)
	}
}

// checkMount checks that the row's mount and dialect are there and belong together.
func checkMount(c *checker, k key, h Host, row Row, shared []Shared) {
	c.word(k.dot("mount"), row.Mount, mountWords(h, shared))
	if _, ok := h.Folders[row.Mount]; ok || row.Mount == "config" {
		if row.Kind != "payload" && c.need(k.dot("dialect"), row.Dialect) {
			c.word(k.dot("dialect"), row.Dialect, slices.Sorted(maps.Keys(h.Dialects)))
		}
		checkOneFile(c, k, row, h.Dialects[row.Dialect])
		checkInScopes(c, k, h, row)
		checkOutsideShared(c, k, h, row, shared)
		return
	}
	for _, s := range shared {
		if s.ID != row.Mount {
			continue
		}
		checkOneFile(c, k, row, s.Dialects[row.Kind])
		for _, scope := range row.Scopes.Each() {
			if s.At(scope) == "" {
				c.add(k.dot("mount"), "the shared folder %q does not exist in %s scope", s.ID, scope)
			}
		}
		if len(s.Files) > 0 && !slices.Contains(s.Files, row.File) {
			c.add(k.dot("file"), "the shared folder %q holds only %s", s.ID, list(s.Files))
		}
		if row.Dialect != "" && len(s.Files) > 0 {
			// A file that this host alone reads, which the tests hold for all descriptors at once.
			c.word(k.dot("dialect"), row.Dialect, slices.Sorted(maps.Keys(h.Dialects)))
			continue
		}
		if row.Dialect != "" {
			c.add(k.dot("dialect"), "the shared folder %q has dialects of its own, the same for every host", s.ID)
		}
		if _, ok := s.Dialects[row.Kind]; !ok && row.Kind != "payload" {
			c.add(k.dot("mount"), "the shared folder %q has no dialect for %s", s.ID, row.Kind)
		}
		checkPayloadOf(c, k.dot("mount"), h, row.Scopes.Each(), s, "texts")
	}
}

// checkPayloadOf checks that the host has its payload where what it puts into a shared folder
// names it.
func checkPayloadOf(c *checker, k key, h Host, scopes []plan.Scope, s Shared, what string) {
	want := cmp.Or(s.Payload, s.ID)
	for _, scope := range scopes {
		if !slices.ContainsFunc(h.ArtifactLayout, func(r Row) bool {
			return r.Kind == "payload" && r.Mount == want && r.DestSubpath == "" && r.Scopes.Has(scope)
		}) {
			c.add(k, "%s in the shared folder %q name the payload in %q; give a row of it in %s scope with mount = %q", what, s.ID, want, scope, want)
		}
	}
}

// mountWords are the mounts that a row of h may name.
func mountWords(h Host, shared []Shared) []string {
	mounts := []string{"config"}
	mounts = append(mounts, slices.Sorted(maps.Keys(h.Folders))...)
	for _, s := range shared {
		mounts = append(mounts, s.ID)
	}
	return mounts
}

// checkOneFile checks that one file for all items is a marked block in a file of the user's,
// and the other way round.
func checkOneFile(c *checker, k key, row Row, d Dialect) {
	if block := d.Renderer == "marked-block"; d.Renderer != "" && block == strings.Contains(row.File, "{") {
		c.add(k.dot("file"), "%q does not go with renderer %s; marked-block has one file for all items, the others one for each", row.File, d.Renderer)
	}
}

// checkInScopes checks that the row's folder exists in each of its scopes.
func checkInScopes(c *checker, k key, h Host, row Row) {
	for _, scope := range row.Scopes.Each() {
		if _, ok := h.Folder(row.Mount, scope); !ok {
			c.add(k.dot("mount"), "%q does not exist in %s scope; name the scopes it is for", row.Mount, scope)
		}
	}
}

// checkOutsideShared refuses a row of the host's own in a shared folder: other
// hosts put other bytes there.
func checkOutsideShared(c *checker, k key, h Host, row Row, shared []Shared) {
	for _, s := range shared {
		if _, ok := s.Dialects[row.Kind]; !ok && row.Kind != "payload" {
			continue
		}
		for _, scope := range row.Scopes.Each() {
			dir, _ := h.Folder(row.Mount, scope)
			own, common := path.Join(dir, row.DestSubpath), s.At(scope)
			if common == "" || len(s.Files) > 0 {
				continue
			}
			if below(own, common) || row.Kind == "payload" && below(common, own) {
				c.add(k.dot("mount"), "%s lies in the shared folder %q, where all hosts need the same bytes; write mount = %q", own, s.ID, s.ID)
				break
			}
		}
	}
}

// checkPlaces refuses two places of one host that a pack may fill so that they are one
// file.
func checkPlaces(c *checker, h Host, shared []Shared) {
	all := h.places(shared)
	for i, p := range all {
		for _, other := range all[:i] {
			// What one row makes of an item has several names in one folder; a pack whose
			// items meet there is refused when it is rendered.
			if show(p.key) == show(other.key) {
				continue
			}
			if why := p.clash(other); why != "" {
				c.add(p.key, "its place is that of %s already, with %s: %s", show(other.key), why, p.path)
				break
			}
		}
	}
}
