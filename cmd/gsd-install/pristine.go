package main

import (
	"context"
	"errors"
	"slices"

	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// errFetch keeps packs from being fetched that are wanted for the texts of backups only.
var errFetch = errors.New("it is not fetched again")

// pristine renders again what is recorded of the targets, once it is asked for.
func (a *app) pristine(targets []target) func(plan.Sum) []byte {
	var known map[plan.Sum][]byte
	return func(sum plan.Sum) []byte {
		if known == nil {
			known = a.renderedBefore(targets)
		}
		return known[sum]
	}
}

// renderedBefore are the files that the recorded packs of the targets yield, by sum. A pack
// that is gone yields none.
func (a *app) renderedBefore(targets []target) map[plan.Sum][]byte {
	known := map[plan.Sum][]byte{}
	l, err := a.loader()
	if err != nil {
		return known
	}
	cache := &project.Cache{}
	for _, t := range targets {
		for _, ref := range append(a.packsBefore(t), t.packs...) {
			p, err := l.again(ref)
			if err != nil {
				continue
			}
			made, err := a.renderOne(t, p, cache)
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
	return known
}

// packsBefore are the packs of files that were edited and kept when another pack came.
func (a *app) packsBefore(t target) []plan.PackRef {
	var refs []plan.PackRef
	for _, m := range t.mounts {
		l, err := a.ledger(m)
		if err != nil || l == nil {
			continue
		}
		for _, rec := range l.Records {
			if rec.Pack != nil && !slices.Contains(refs, *rec.Pack) {
				refs = append(refs, *rec.Pack)
			}
		}
	}
	return refs
}

// again loads a pack that a ledger names, if that needs nobody else.
func (l *loader) again(ref plan.PackRef) (*pack.Pack, error) {
	s := source{ref.Source, l.project, ref.Integrity}
	p, ok := l.packs[s]
	if !ok {
		opt := l.options(s)
		opt.Npm = func(context.Context, string) (string, error) { return "", errFetch }
		var err error
		if p, err = pack.Load(context.Background(), s.name, opt); err != nil {
			return nil, err
		}
		l.packs[s] = p
	}
	return l.choose(s, p, ref.Profile)
}
