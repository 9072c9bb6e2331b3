package adapter

import (
	"context"
	"fmt"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// Declarative embeds a pack as files that the host reads: those that `gsd-install install`
// writes, byte for byte and with the same records, so that either can go on with what the
// other has installed. Any host has this much, also one that would run code.
//
// Each method locks the host's folders. Install and Uninstall finish first what a run that was
// killed has left; each ends in the old tree or the new one.
type Declarative struct {
	bound
	disk disk
}

// NewDeclarative makes the adapter. What is missing of the Config is a *MissingError.
func NewDeclarative(t Terms, cfg Config) (*Declarative, error) {
	n := need(KindDeclarative, t)
	cfg.check(n, true)
	if err := n.err(); err != nil {
		return nil, err
	}
	return &Declarative{bound{KindDeclarative, t}, disk{t.host, cfg}}, nil
}

// ConflictError says that files of somebody else's are where the pack's would be. They were
// left, and the rest was done, unless the policy is emit.Stop: then it wraps emit.ErrStopped and
// nothing was written.
type ConflictError struct {
	// Changes have the action plan.Conflict.
	Changes []plan.Change
	stopped bool
}

// Error says how many, and names the first.
func (e *ConflictError) Error() string {
	first := e.Changes[0]
	return fmt.Sprintf("%d paths are somebody else's and were left, the first in mount %s: %s: %s", len(e.Changes), first.Mount, first.Path, first.Why)
}

// Unwrap is emit.ErrStopped, or nil.
func (e *ConflictError) Unwrap() error {
	if e.stopped {
		return emit.ErrStopped
	}
	return nil
}

// Plan returns the wanted tree and how the disk differs from it, and writes nothing.
func (d *Declarative) Plan(ctx context.Context) (plan.Plan, []plan.Change, error) {
	var made plan.Plan
	run, err := d.disk.compare(ctx, emit.LockShared, func(s *site) (emit.Request, error) {
		req, err := s.wanted(nil)
		if err == nil {
			made = req.Plans[0]
		}
		return req, err
	}, func(*emit.Run) error { return nil })
	if err != nil {
		return plan.Plan{}, nil, err
	}
	return made, run.Changes, nil
}

// Install makes the disk match the plan. Its error is that of emit.Diff, for which nothing
// was written, or a *ConflictError.
func (d *Declarative) Install(ctx context.Context) error {
	return d.disk.apply(ctx, func(s *site) (emit.Request, error) { return s.wanted(nil) }, nil)
}

// Uninstall takes the pack from the host, and gives every byte back that was there before it.
// Files that another host still uses stay. A pack that is not there is no error.
func (d *Declarative) Uninstall(ctx context.Context) error {
	return d.disk.apply(ctx, (*site).leaving, nil)
}
