package descriptors

import (
	"maps"
	"path"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// Look is a folder in which a host looks for items of a kind.
type Look struct {
	// Path is below the home or the project, Kind as in rows.
	Path, Kind string
}

// Looks are the folders in which h looks for items in a scope: those of its rows, wherever its
// home may be found, and those that it also reads. A row's scopes say where we put items; its
// folder is looked in in both.
func (h Host) Looks(s plan.Scope) []Look {
	var all []Look
	for _, r := range h.AlsoReads {
		if r.Scope == s && r.Kind != "hooks" {
			all = append(all, Look{r.Path, r.Kind})
		}
	}
	for _, row := range h.ArtifactLayout {
		if row.Kind == "payload" || row.DestSubpath == "" {
			continue
		}
		var among []Shared
		if shared, ok := h.Shared(row.Mount); ok {
			among = []Shared{shared}
		}
		for _, dir := range h.bases(row.Mount, s, among) {
			all = append(all, Look{path.Join(dir, row.DestSubpath), row.Kind})
		}
	}
	return all
}

// Homes are the folders in a scope that are h's own, whether it has files in them, reads them
// besides, or had files in them earlier.
func (h Host) Homes(s plan.Scope) []string {
	var all []string
	for _, mount := range append([]string{"config"}, slices.Sorted(maps.Keys(h.Folders))...) {
		all = append(all, h.ownBases(mount, s)...)
	}
	for _, dir := range h.MovedFrom.At(s) {
		if _, ok := h.Shared(dir); !ok {
			all = append(all, dir)
		}
	}
	for _, r := range h.AlsoReads {
		if r.Own && r.Scope == s {
			all = append(all, r.Path)
		}
	}
	return all
}
