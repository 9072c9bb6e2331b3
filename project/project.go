// Package project renders a pack for a host: it turns placements into the
// wanted tree, each file in the dialect of its place, and into the pieces that
// the user's config files are to get. It is pure: equal input gives an equal
// plan, and nothing is read or written.
package project

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// Input is what a plan is made from.
type Input struct {
	Host  descriptors.Host
	Scope plan.Scope
	Pack  *pack.Pack
	// Mounts are those of layout.Mounts for the host and scope.
	Mounts []plan.Mount
	// Project is the real directory of the project, from which a pack's folder is named in
	// local scope; empty names it as it is.
	Project string
	// OS is the system that hook commands are for, as in runtime.GOOS; empty
	// is this one.
	OS string
	// MCP registers the pack's MCP servers.
	MCP bool
	// Pin is the model and the effort that agents are to run with, where the host takes both.
	Pin Pin
	// Cache shares rendered files between hosts; nil renders each anew.
	Cache *Cache
}

// Render makes the plan of one host in one scope. Its error joins everything
// that keeps the pack from being rendered for the host.
func Render(in Input) (plan.Plan, error) {
	if err := in.Pin.Check(in.Host); err != nil {
		return plan.Plan{}, err
	}
	adapted := adapt(in)
	placed, notes, err := layout.Place(in.Host, in.Scope, adapted.pack)
	if err != nil {
		return plan.Plan{}, err
	}
	places, err := newPlaces(in)
	if err != nil {
		return plan.Plan{}, err
	}
	limits, listed := listingLimits(in, places, placed)
	artifacts, losses, err := renderAll(in, places, placed, limits)
	if err != nil {
		return plan.Plan{}, err
	}
	adapted.explain(in, placed, artifacts)
	artifacts, blocks, err := blockEdits(in, artifacts)
	if err != nil {
		return plan.Plan{}, err
	}
	artifacts = slices.Concat(artifacts, agentIndexes(in, places, placed), launchers(in, places))
	edits, files, more, err := edits(in, places)
	if err != nil {
		return plan.Plan{}, err
	}
	for _, e := range blocks {
		edits = addEdit(edits, e)
	}
	artifacts = append(artifacts, files...)
	p := plan.Plan{
		Host: in.Host.ID, Scope: in.Scope, Pack: packRef(in), Mounts: in.Mounts,
		Artifacts: artifacts, Edits: edits, Degradations: adapted.degradations,
	}
	if err := settle(&p, in); err != nil {
		return plan.Plan{}, err
	}
	p.Notes = slices.Concat(notes, more, summarize(in.Host, losses), listed, trustNotes(in, p))
	return p, nil
}

// settle gives each path to the mount that owns it, sorts, and refuses paths
// that stand twice.
func settle(p *plan.Plan, in Input) error {
	var errs []error
	taken := map[[2]string]string{}
	claim := func(mount, path, what string) {
		key := [2]string{mount, path}
		if other, ok := taken[key]; ok {
			errs = append(errs, fmt.Errorf("%s and %s: both would be %s in %s", other, what, path, mount))
		}
		taken[key] = what
	}
	for i := range p.Artifacts {
		a := &p.Artifacts[i]
		a.Mount, a.Path = layout.Own(in.Mounts, a.Mount, a.Path)
		claim(a.Mount, a.Path, sourceOf(a.Sources))
	}
	for i := range p.Edits {
		e := &p.Edits[i]
		e.Mount, e.Path = layout.Own(in.Mounts, e.Mount, e.Path)
		claim(e.Mount, e.Path, sourceOf(e.Sources))
	}
	sort.SliceStable(p.Artifacts, func(i, j int) bool {
		a, b := p.Artifacts[i], p.Artifacts[j]
		return a.Mount < b.Mount || a.Mount == b.Mount && a.Path < b.Path
	})
	sort.SliceStable(p.Edits, func(i, j int) bool {
		a, b := p.Edits[i], p.Edits[j]
		return a.Mount < b.Mount || a.Mount == b.Mount && a.Path < b.Path
	})
	return errors.Join(errs...)
}

func sourceOf(sources []plan.Source) string {
	if len(sources) == 0 {
		return "a generated file"
	}
	return sources[0].Path
}

// packRef names the pack as the ledger keeps it. In local scope a directory is
// named from the project, so that what is recorded can be committed.
func packRef(in Input) plan.PackRef {
	p := in.Pack
	ref := plan.PackRef{
		Prefix: p.Prefix, Name: p.Name, Version: p.Version,
		Source: p.Source, Integrity: p.Integrity, Profile: p.Profile,
	}
	if ref.Profile == "" {
		ref.Profile = "full"
	}
	if in.Scope == plan.Local && in.Project != "" {
		ref.Source = pack.RelativeSource(in.Project, p.Source)
	}
	return ref
}
