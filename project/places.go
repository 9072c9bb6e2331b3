package project

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// places are where a host's files lie, as texts and hook commands name them.
type places struct {
	scope plan.Scope
	// payload is where the pack's supporting files lie, skills where skills lie,
	// config the host's own folder.
	payload, skills, config place
	own                     *spelling
	// shared are those of shared folders, by id.
	shared map[string]*spelling
}

// place is one folder.
type place struct {
	mount plan.Mount
	// sub is the folder below the mount, "" for the mount itself.
	sub string
	// local is the mount's folder below a project: ".agents".
	local string
}

// shown is the folder as texts spell it.
func (p place) shown() string { return joinPath(p.mount.Shown, p.sub) }

// dir is the folder's absolute path in a command for the named system. Slashes
// serve on all of them, and only on Windows is a backslash a separator.
func (p place) dir(goos string) string {
	dir := p.mount.Dir
	if goos == "windows" {
		dir = strings.ReplaceAll(dir, `\`, "/")
	}
	return joinPath(dir, p.sub)
}

func joinPath(dir, rel string) string {
	switch {
	case rel == "":
		return dir
	case dir == "" || dir == ".":
		return rel
	default:
		return strings.TrimSuffix(dir, "/") + "/" + rel
	}
}

func newPlaces(in Input) (*places, error) {
	ps := &places{scope: in.Scope, shared: map[string]*spelling{}}
	var err error
	main := "config"
	if _, ok := in.Host.Folder(main, in.Scope); !ok {
		main = in.Host.ArtifactLayout[0].Mount
	}
	if ps.config, err = findPlace(in, main, ""); err != nil {
		return nil, err
	}
	if ps.payload, err = rowPlace(in, pack.Payload, ps.config); err != nil {
		return nil, err
	}
	if ps.skills, err = rowPlace(in, pack.Skill, ps.config); err != nil {
		return nil, err
	}
	base := spelling{
		scope: in.Scope, payload: ps.payload, pluginRoot: in.Pack.Home,
		tops: topFolders(in.Pack), aliases: in.Pack.Aliases, source: in.Host.Native(),
	}
	own := base
	own.text, own.words = in.Host.Text, in.Host.Tools.Words
	if own.text.Native {
		own.aliases = foreignAliases(in)
	}
	own.skills, own.config = ps.skills, ps.config
	agreed := in.agreement().Effective
	if level, err := in.Host.Exec().Effort.Level(in.Pin.Effort); err == nil {
		own.pin = Pin{Model: in.Pin.Model, Effort: level}
	}
	own.said, own.passive = saidBy(agreed, own.text), agreed.ModelMode == hostapi.ModelPassive && !own.text.Native
	ps.own = own.finish(in.Pack)
	for _, shared := range sharedFolders(in.Host, in.Scope) {
		neutral := base
		neutral.text, neutral.words = shared.Text, shared.Tools.Words
		if neutral.config, err = findPlace(in, shared.ID, ""); err != nil {
			return nil, err
		}
		neutral.skills = ps.skills
		if _, ok := shared.Dialects["skills"]; ok {
			neutral.skills = place{neutral.config.mount, "skills", neutral.config.local}
		}
		ps.shared[shared.ID] = neutral.finish(in.Pack)
	}
	return ps, nil
}

// sharedFolders are the shared folders that h's rows name in a scope.
func sharedFolders(h descriptors.Host, s plan.Scope) []descriptors.Shared {
	var all []descriptors.Shared
	for _, row := range h.ArtifactLayout {
		shared, ok := h.Shared(row.Mount)
		known := slices.ContainsFunc(all, func(have descriptors.Shared) bool { return have.ID == shared.ID })
		if ok && !known && row.Scopes.Has(s) {
			all = append(all, shared)
		}
	}
	return all
}

// foreignAliases are the pack's aliases without those for folders that the host
// of the format fills itself: there the texts mean what they say.
func foreignAliases(in Input) []pack.Alias {
	var aliases []pack.Alias
	for _, a := range in.Pack.Aliases {
		own := false
		for _, row := range in.Host.ArtifactLayout {
			own = own || row.Mount == "config" && row.DestSubpath == a.From
		}
		if !own {
			aliases = append(aliases, a)
		}
	}
	return aliases
}

// rowPlace is where the row for kind puts things, or else if there is no such row.
func rowPlace(in Input, kind pack.Kind, orElse place) (place, error) {
	row, ok := layout.Row(in.Host, in.Scope, kind)
	if !ok {
		return orElse, nil
	}
	return findPlace(in, row.Mount, row.DestSubpath)
}

func findPlace(in Input, word, sub string) (place, error) {
	id, local := layout.MountID(in.Host, word), ""
	if shared, ok := in.Host.Shared(word); ok {
		id, local = shared.ID, shared.Local
	} else {
		local, _ = in.Host.Folder(word, plan.Local)
	}
	for _, m := range in.Mounts {
		if m.ID == id || slices.Contains(m.Aliases, id) {
			return place{m, sub, local}, nil
		}
	}
	return place{}, fmt.Errorf("descriptor %s: mount %q was not resolved for %s scope", in.Host.ID, id, in.Scope)
}

// topFolders are the first segments of the payload's destinations, longest first.
func topFolders(p *pack.Pack) []string {
	seen := map[string]bool{}
	var tops []string
	for _, f := range p.Payload {
		top, _, _ := strings.Cut(f.Dest, "/")
		if !seen[top] {
			seen[top] = true
			tops = append(tops, top)
		}
	}
	sort.Slice(tops, func(i, j int) bool {
		return len(tops[i]) > len(tops[j]) || len(tops[i]) == len(tops[j]) && tops[i] < tops[j]
	})
	return tops
}

// spellingFor is how the prose of a placement is spelled.
func (ps *places) spellingFor(pt layout.Placement) *spelling {
	if pt.Shared != "" {
		return ps.shared[pt.Shared]
	}
	return ps.own
}
