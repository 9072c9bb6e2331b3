package engine

import (
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// Order is how packs are to be rendered for all targets of a run.
type Order struct {
	// OS is the system that hook commands are for, as in runtime.GOOS; empty is this one.
	OS string
	// MCP registers the packs' MCP servers. Those that an earlier run has registered stay.
	MCP bool
	// Pin, if not nil, is what agents are to run with, an empty one the host's own. Pinned is
	// what a config file of the project says of it, host by host, nil if it has no say. Else it
	// stays as it was given.
	Pin    *project.Pin
	Pinned []Pinned
	// Cache shares rendered files between targets; nil renders each anew.
	Cache *project.Cache
}

// Input is what the plan of a pack for the target is made from.
func (t *Target) Input(p *pack.Pack, o Order) project.Input {
	return project.Input{
		Host:    t.Host,
		Scope:   t.Scope,
		Pack:    p,
		Mounts:  t.Mounts,
		Project: t.Project,
		OS:      o.OS,
		MCP:     o.MCP || t.Servers[p.Prefix],
		Pin:     t.pin(p, o),
		Cache:   o.Cache,
	}
}

// Plan makes the plan of a pack for the target as project.Render does. Its notes begin with those
// of the folders and of the pack.
func (t *Target) Plan(p *pack.Pack, o Order) (plan.Plan, error) {
	made, err := project.Render(t.Input(p, o))
	notes := slices.Clone(t.Notes)
	for _, n := range p.Notes {
		at := strings.TrimSuffix(pack.Problem{File: n.File, Line: n.Line}.String(), ": ")
		notes = append(notes, plan.Note{Rule: "pack", Path: at, Message: n.Message})
	}
	made.Notes = append(notes, made.Notes...)
	return made, err
}

// Pristine are the files that packs recorded for the targets yield, by sum, rendered the first time
// that one is asked for: emit.Request.Pristine. A pack that again cannot load yields none.
func Pristine(targets []Target, o Order, again func(plan.PackRef) (*pack.Pack, error)) func(plan.Sum) []byte {
	var known map[plan.Sum][]byte
	o.Pin, o.Pinned = nil, nil // it was made by what is recorded
	return func(sum plan.Sum) []byte {
		if known == nil {
			known = map[plan.Sum][]byte{}
			for _, t := range targets {
				t.renderAgain(known, o, again)
			}
		}
		return known[sum]
	}
}

func (t *Target) renderAgain(known map[plan.Sum][]byte, o Order, again func(plan.PackRef) (*pack.Pack, error)) {
	for _, ref := range slices.Concat(t.Before, t.Packs) {
		p, err := again(ref)
		if err != nil {
			continue
		}
		made, err := t.Plan(p, o)
		if err != nil {
			continue
		}
		for _, art := range made.Artifacts {
			if data, err := art.Bytes(); err == nil {
				known[art.Sum] = data
			}
		}
	}
}
