package layout

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// checkPayload refuses payload where the host looks for items: it would take each file for one,
// or find none of the name it has. One file of each such folder is named.
func (pl *placer) checkPayload() {
	row, ok := Row(pl.host, pl.scope, pack.Payload)
	if !ok {
		return
	}
	scanned := pl.scanned(row)
	var told []string
	for _, pt := range pl.placed {
		if pt.Kind != pack.Payload {
			continue
		}
		at, why := "", ""
		if path.Dir(pt.Path) == "." && len(scanned) > 0 {
			at, why = ".", "it would lie beside all that the host has there, in no folder of the pack's"
		}
		for _, s := range scanned {
			if place := plan.Fold(pt.Path) + "/"; strings.HasPrefix(place, s.dir+"/") || strings.HasPrefix(s.dir+"/", place) {
				at, why = s.dir, s.kind+" are looked for there"
			}
		}
		if at == "" || slices.Contains(told, at) {
			continue
		}
		told = append(told, at)
		pl.errs = append(pl.errs, &PlaceError{Source: pt.source(), Place: pt.Path, Err: fmt.Errorf("%s; %s", why, pl.elsewhere())})
	}
}

// elsewhere says where a pack can say that its payload goes elsewhere.
func (pl *placer) elsewhere() string {
	if file := pl.pack.Manifest().Path; strings.HasSuffix(file, ".toml") {
		return "give it another payload.to in " + file
	}
	return "give the pack another name, or a pack.toml with another payload.to"
}

// scannedFolder is a folder below the mount of the payload, folded, and what is looked for in it.
type scannedFolder struct{ dir, kind string }

// scanned are the folders below the mount of the payload in which the host, or one that shares
// it, looks for items.
func (pl *placer) scanned(payload descriptors.Row) []scannedFolder {
	root := pl.folder(payload.Mount)
	var all []scannedFolder
	shared, _ := pl.host.Shared(payload.Mount)
	for _, one := range shared.Scanned { // by whichever host
		if one.Scopes.Has(pl.scope) {
			all = append(all, scannedFolder{plan.Fold(one.Path), one.Kind})
		}
	}
	for _, look := range pl.host.Looks(pl.scope) {
		if rel, ok := strings.CutPrefix(look.Path, root+"/"); ok {
			all = append(all, scannedFolder{plan.Fold(rel), look.Kind})
		}
	}
	return all
}

// folder is where a mount of a descriptor lies by default, below the home or the project.
func (pl *placer) folder(mount string) string {
	if shared, ok := pl.host.Shared(mount); ok {
		return shared.At(pl.scope)
	}
	dir, _ := pl.host.Folder(cmp.Or(mount, "config"), pl.scope)
	return dir
}
