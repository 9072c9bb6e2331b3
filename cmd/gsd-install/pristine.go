package main

import (
	"context"

	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

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
		opt.Npm = pack.NoNpm
		var err error
		if p, err = pack.Load(context.Background(), s.name, opt); err != nil {
			return nil, err
		}
		l.packs[s] = p
	}
	return l.choose(s, p, ref.Profile)
}
