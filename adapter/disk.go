package adapter

import (
	"context"
	"errors"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

// disk is a host's folders on this machine, which an adapter may find again at any time.
type disk struct {
	host descriptors.Host
	cfg  Config
}

// site is what is there once nobody else can write.
type site struct {
	engine.Target
	cfg Config
}

// locking is emit.Lock or emit.LockShared.
type locking func(context.Context, []plan.Mount, func(string)) (*emit.Locked, error)

// compare locks, and compares what is wanted with what is there under the lock. While it is held,
// then goes on with what was found.
func (d disk) compare(ctx context.Context, lock locking, want func(*site) (emit.Request, error), then func(*emit.Run) error) (*emit.Run, error) {
	before, err := engine.Resolve(d.host, d.cfg.scope(), d.cfg.Env, &engine.Ledgers{})
	if err != nil {
		return nil, err
	}
	held, err := lock(ctx, before.Mounts, nil)
	if err != nil {
		return nil, err
	}
	defer held.Unlock()
	return d.under(want, then)
}

// under is compare where the folders are locked.
func (d disk) under(want func(*site) (emit.Request, error), then func(*emit.Run) error) (*emit.Run, error) {
	found, err := engine.Resolve(d.host, d.cfg.scope(), d.cfg.Env, &engine.Ledgers{})
	if err != nil {
		return nil, err
	}
	s := &site{found, d.cfg}
	req, err := want(s)
	if err != nil {
		return nil, err
	}
	req.Mounts, req.Policy = s.Mounts, d.cfg.Policy
	req.Pristine = engine.Pristine([]engine.Target{s.Target}, s.order(), s.again)
	run, err := emit.Diff(req)
	if err != nil {
		return nil, err
	}
	return run, then(run)
}

// apply makes the disk match what is wanted. Before the first byte is written, but with all that
// would refuse it behind, register is called, if it is not nil.
func (d disk) apply(ctx context.Context, want func(*site) (emit.Request, error), register func(context.Context) error) error {
	exclusive := func(ctx context.Context, mounts []plan.Mount, waiting func(string)) (*emit.Locked, error) {
		held, err := emit.Lock(ctx, mounts, waiting)
		if err != nil {
			return nil, err
		}
		if _, _, err := engine.Recover(d.host.Set(), d.cfg.scope(), d.cfg.Env, mounts); err != nil {
			return nil, errors.Join(err, held.Unlock())
		}
		return held, nil
	}
	stopped := false
	run, err := d.compare(ctx, exclusive, want, func(run *emit.Run) error {
		if register != nil {
			if err := register(ctx); err != nil {
				return err
			}
		}
		err := run.Apply(ctx)
		if stopped = errors.Is(err, emit.ErrStopped); stopped {
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	var conflicts []plan.Change
	for _, c := range run.Changes {
		if c.Action == plan.Conflict {
			conflicts = append(conflicts, c)
		}
	}
	if len(conflicts) > 0 {
		return &ConflictError{conflicts, stopped}
	}
	return nil
}

// again loads a pack that a ledger names, if that needs nobody else.
func (s *site) again(ref plan.PackRef) (*pack.Pack, error) {
	p, err := pack.Load(context.Background(), ref.Source, pack.LoadOptions{
		Home: s.cfg.Env.Home, Dir: s.Project, Integrity: ref.Integrity, Getenv: s.cfg.Env.Getenv,
		Npm: pack.NoNpm,
	})
	if err != nil {
		return nil, err
	}
	return p.Select(ref.Profile)
}

func (s *site) order() engine.Order { return engine.Order{OS: s.cfg.Env.OS, MCP: s.cfg.MCP} }

// wanted is the request for the pack, or for as much of its plan as keep leaves.
func (s *site) wanted(keep func(*plan.Plan)) (emit.Request, error) {
	made, err := s.Plan(s.cfg.Pack, s.order())
	if err == nil && keep != nil {
		keep(&made)
	}
	return emit.Request{Plans: []plan.Plan{made}, Predecessors: pack.Predecessors(), Project: s.Project}, err
}

// leaving is the request to take the pack away.
func (s *site) leaving() (emit.Request, error) {
	return emit.Request{Leave: []emit.Claim{{Host: s.Host.ID, Prefix: s.cfg.Pack.Prefix}}}, nil
}
