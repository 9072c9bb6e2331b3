package layout

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// Placement says where one item or file goes and in which form.
type Placement struct {
	Kind pack.Kind
	// Item is the item, nil for payload. File is the payload file, or one of a
	// skill's other files; nil for the item's own text.
	Item *pack.Item
	File *pack.File
	// Mount is the id of a mount, Path the path below it.
	Mount, Path string
	// Dialect is the host's own, or the neutral one of a shared folder.
	Dialect descriptors.Dialect
	// Shared is the id of the shared folder that it goes to; empty for one of the host's.
	Shared string
	// Part says which file of the item it is where a dialect makes several.
	Part Part
	// Rule names the renderer.
	Rule string
	// From is the descriptor field that the dialect comes from.
	From string
}

// Part is one of the files that a dialect makes of an item.
type Part string

// Prompt is the file of the body alone, beside one that names it; the zero Part is the
// item's usual file.
const Prompt Part = "prompt"

// Place decides where each item and file of p goes on h. Placements are in
// order of mount and path, and each path satisfies fs.ValidPath. A kind that
// the host has no place for becomes a note. Two placements on one path, also if
// some file systems take them for one, and a command and a skill under one trigger are
// errors; all are reported.
func Place(h descriptors.Host, s plan.Scope, p *pack.Pack) ([]Placement, []plan.Note, error) {
	pl := placer{host: h, scope: s, pack: p}
	for i := range p.Items {
		pl.item(&p.Items[i])
	}
	for i := range p.Payload {
		pl.payload(&p.Payload[i])
	}
	pl.check()
	if len(pl.errs) > 0 {
		return nil, nil, errors.Join(pl.errs...)
	}
	return pl.placed, append(pl.lost(), pl.refused...), nil
}

// CollisionError says that two sources cannot both have their place.
type CollisionError struct {
	// First and Second are paths in the pack.
	First, Second string
	// Message says why.
	Message string
}

// Error names both, and says why.
func (e *CollisionError) Error() string { return e.First + " and " + e.Second + ": " + e.Message }

// Place returns First, whole.
func (e *CollisionError) Place() (file string, line int) { return e.First, 0 }

type placer struct {
	host   descriptors.Host
	scope  plan.Scope
	pack   *pack.Pack
	placed []Placement
	// without are the sources of what the host has no place for.
	without map[pack.Kind][]plan.Source
	refused []plan.Note
	errs    []error
}

// Row returns the row of h that places kind in a scope; false if there is none.
func Row(h descriptors.Host, s plan.Scope, kind pack.Kind) (descriptors.Row, bool) {
	for _, row := range h.ArtifactLayout {
		if row.Kind == rowKind(kind) && row.Scopes.Has(s) {
			return row, true
		}
	}
	return descriptors.Row{}, false
}

// Names are an item's names for the templates of descriptors, in a pack of that prefix.
func Names(prefix string, it *pack.Item) descriptors.Names {
	return descriptors.Names{Name: it.Name, Short: it.Short, Stem: it.Stem, Prefix: prefix}
}

// rowKind is the word that rows use for a kind.
func rowKind(kind pack.Kind) string {
	if kind == pack.Payload {
		return string(kind)
	}
	return string(kind) + "s"
}

func (pl *placer) item(it *pack.Item) {
	row, ok := Row(pl.host, pl.scope, it.Kind)
	if !ok {
		pl.miss(it.Kind, at(it, 1))
		return
	}
	pt, err := pl.from(row, it.Kind)
	if err != nil {
		pl.errs = append(pl.errs, err)
		return
	}
	if why := pt.Dialect.Refuses(it.Name); why != "" {
		pl.refused = append(pl.refused, plan.Note{Rule: "item-lost", Path: it.Source,
			Message: fmt.Sprintf("%s %s is left out: %s %s", it.Kind, it.Name, pl.host.Title, why),
			General: fmt.Sprintf("%s %s is left out: the host %s", it.Kind, it.Name, why),
			About:   []plan.Source{at(it, it.NameLine())}})
		return
	}
	pt.Item = it
	pt.Path = path.Join(row.DestSubpath, Names(pl.pack.Prefix, it).Fill(row.File))
	pl.add(pt)
	if file := pt.Dialect.PromptFile; file != "" {
		prompt := pt
		prompt.Part = Prompt
		prompt.Path = path.Join(row.DestSubpath, Names(pl.pack.Prefix, it).Fill(file))
		pl.add(prompt)
	}
	for i := range it.Files {
		side := pt
		side.File = &it.Files[i]
		side.Path = path.Dir(pt.Path) + "/" + side.File.Dest
		side.Rule = "copy"
		pl.add(side)
	}
}

func (pl *placer) payload(f *pack.File) {
	row, ok := Row(pl.host, pl.scope, pack.Payload)
	if !ok {
		pl.miss(pack.Payload, plan.Source{Path: f.Source})
		return
	}
	pt, err := pl.from(row, pack.Payload)
	if err != nil {
		pl.errs = append(pl.errs, err)
		return
	}
	if f.Unshared && pt.Shared != "" {
		return
	}
	pt.File = f
	pt.Path = f.Dest
	if row.DestSubpath != "" {
		pt.Path = row.DestSubpath + "/" + f.Dest
	}
	pt.Rule = "copy"
	pl.add(pt)
}

func (pl *placer) miss(kind pack.Kind, from plan.Source) {
	if pl.without == nil {
		pl.without = map[pack.Kind][]plan.Source{}
	}
	pl.without[kind] = append(pl.without[kind], from)
}

// at is a line of an item's file.
func at(it *pack.Item, line int) plan.Source {
	return plan.Source{Path: it.Source, Start: line, End: line}
}

// from fills in what a row says: the mount, and the dialect of the host or
// of the shared folder.
func (pl *placer) from(row descriptors.Row, kind pack.Kind) (Placement, error) {
	pt := Placement{Kind: kind, Mount: MountID(pl.host, row.Mount)}
	d, folder, shared := pl.host.DialectOf(row)
	pt.Dialect, pt.From = d, "descriptor:"+pl.host.ID+"#dialects."+row.Dialect
	if shared {
		pt.Shared, pt.From = folder.ID, "descriptor:"+folder.ID+"#dialects."+row.Kind
	}
	pt.Rule = pt.Dialect.Renderer
	if pt.Rule == "" && kind != pack.Payload {
		return pt, fmt.Errorf("%s: there is no dialect for %s", pt.From, row.Kind)
	}
	return pt, nil
}

func (pl *placer) add(pt Placement) {
	if err := checkPlace(pt.Path); err != nil {
		pl.errs = append(pl.errs, &PlaceError{Source: pt.source(), Place: pt.Path, Err: err})
		return
	}
	pl.placed = append(pl.placed, pt)
}

// checkPlace says why a path cannot be below a mount on every system.
func checkPlace(p string) error {
	if !fs.ValidPath(p) || p == "." {
		return errors.New("it is no path below a folder")
	}
	if plan.InState(p) {
		return errors.New("it is kept for the installer's own records")
	}
	for name := range strings.SplitSeq(p, "/") {
		if err := plan.CheckName(name); err != nil {
			return err
		}
	}
	return nil
}

// PlaceError says that a file of a pack would have a place that no file may have.
type PlaceError struct {
	// Source is its path in the pack, Place the path below the mount.
	Source, Place string
	// Err says why.
	Err error
}

// Error names the file and the place, and says why.
func (e *PlaceError) Error() string {
	return fmt.Sprintf("%s: its place would be %q: %v", e.Source, e.Place, e.Err)
}

// Unwrap returns why.
func (e *PlaceError) Unwrap() error { return e.Err }

func (pt Placement) source() string {
	switch {
	case pt.File != nil && pt.File.Source != "":
		return pt.File.Source
	case pt.File != nil:
		return "generated file " + pt.File.Dest
	default:
		return pt.Item.Source
	}
}

// check sorts the placements and refuses collisions.
func (pl *placer) check() {
	sort.SliceStable(pl.placed, func(i, j int) bool {
		a, b := pl.placed[i], pl.placed[j]
		if a.Mount != b.Mount {
			return a.Mount < b.Mount
		}
		return a.Path < b.Path
	})
	taken := map[string]Placement{}
	triggers := map[string]Placement{}
	for _, pt := range pl.placed {
		key := pt.Mount + "\x00" + plan.Fold(pt.Path)
		if other, ok := taken[key]; ok && pt.Rule != "marked-block" {
			pl.errs = append(pl.errs, &CollisionError{other.source(), pt.source(), "both would be " + pt.Path + plan.ToldApart(other.Path, pt.Path)})
		}
		taken[key] = pt
		if pt.File != nil || (pt.Kind != pack.Command && pt.Kind != pack.Skill) {
			continue
		}
		other, ok := triggers[pt.Item.Name]
		if ok && other.Kind != pt.Kind {
			pl.errs = append(pl.errs, &CollisionError{other.source(), pt.source(), "a command and a skill cannot both be called " + pt.Item.Name})
		}
		triggers[pt.Item.Name] = pt
	}
	pl.checkFolders(taken)
	pl.checkPayload()
}

// checkFolders refuses a file where another placement needs a folder.
func (pl *placer) checkFolders(taken map[string]Placement) {
	for _, pt := range pl.placed {
		for dir := path.Dir(pt.Path); dir != "."; dir = path.Dir(dir) {
			if other, ok := taken[pt.Mount+"\x00"+plan.Fold(dir)]; ok {
				pl.errs = append(pl.errs, &CollisionError{other.source(), pt.source(), dir + " would be a file and a folder" + plan.ToldApart(other.Path, dir)})
			}
		}
	}
}

// lost notes, once for each kind, what the host has no place for.
func (pl *placer) lost() []plan.Note {
	var notes []plan.Note
	for _, kind := range []pack.Kind{pack.Agent, pack.Command, pack.Payload, pack.Rule, pack.Skill} {
		from := pl.without[kind]
		if len(from) == 0 {
			continue
		}
		what := rowKind(kind)
		if kind == pack.Payload {
			what = "payload files"
		}
		notes = append(notes, plan.Note{
			Rule:    string(kind) + "-lost",
			Message: fmt.Sprintf("%s has no place for %s in %s scope: %d left out", pl.host.Title, what, pl.scope, len(from)),
			General: fmt.Sprintf("the host has no place for %s in %s scope", what, pl.scope),
			About:   from,
		})
	}
	return notes
}
