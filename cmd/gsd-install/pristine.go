package main

import (
	"context"
	"errors"

	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// errFetch keeps packs from being fetched that are wanted for the texts of backups only.
var errFetch = errors.New("it is not fetched again")

// pristine renders again what is recorded of the targets, once it is asked for.
func (a *app) pristine(targets []target) func(plan.Sum) []byte {
	l, err := a.loader()
	if err != nil {
		return nil
	}
	return engine.Pristine(engineTargets(targets), a.order(&project.Cache{}), l.again)
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
