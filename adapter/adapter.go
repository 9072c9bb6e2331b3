// Package adapter embeds the engine in a host: five adapters of one shape, made of what host and
// engine have agreed on (ADR-1239). A program makes Terms with Agree and gives each adapter the
// primitives that the agreement rests on; one that is missing is an error when the adapter is
// made, never later.
//
// No adapter does more than was agreed on: what a host has not declared, or the engine does not
// know, is done in the way that the ladder of package hostapi names, whatever primitives there
// are. A primitive that panics is a primitive that failed.
//
// Adapters are not for several goroutines, but for what says so.
package adapter

import (
	"context"
	"errors"
	"fmt"

	"github.com/gsd-install/gsd-install/hostapi"
)

// Kind is which of the five an adapter is.
type Kind string

// The kinds of adapters. The first two embed a pack, and a host needs one of them.
const (
	KindDeclarative Kind = "declarative"
	KindImperative  Kind = "imperative"
	KindModel       Kind = "model"
	KindHookBus     Kind = "hook-bus"
	KindStateIO     Kind = "state-io"
)

// Adapter is the shape that all five have. Install and Uninstall may be called again at any
// time: what is done already is not done twice, and to uninstall what is not installed is no
// error.
type Adapter interface {
	Kind() Kind
	// Runtime is the id of the host.
	Runtime() string
	// Install connects the host with the engine. With an error it has taken back all that it
	// did, unless its own documentation says otherwise.
	Install(ctx context.Context) error
	// Uninstall takes back all that Install did, and nothing else.
	Uninstall(ctx context.Context) error
}

// ErrNotInstalled is what an adapter's other methods return before Install and after Uninstall:
// nothing reaches a host that is not connected.
var ErrNotInstalled = errors.New("the adapter is not installed")

// DegradedError says that a host has not what a call needs, by agreement: the caller does what
// Fallback says instead.
type DegradedError struct {
	Point    hostapi.Point
	Level    hostapi.Level
	Fallback string
}

// Error says which point, its level and what is done instead.
func (e *DegradedError) Error() string {
	return fmt.Sprintf("interface point %s is %s: %s", e.Point, e.Level, e.Fallback)
}

// bound is what all adapters have in common.
type bound struct {
	kind  Kind
	terms Terms
}

// Kind is which adapter it is.
func (b bound) Kind() Kind { return b.kind }

// Runtime is the id of the host.
func (b bound) Runtime() string { return b.terms.host.ID }

// Agreement is what the adapter keeps to.
func (b bound) Agreement() hostapi.Agreement { return b.terms.agreement }

// degraded is the error of a call for which the host falls short at a point.
func (b bound) degraded(p hostapi.Point) error {
	o := b.terms.agreement.Points[p]
	return &DegradedError{p, o.EffectiveLevel, o.Fallback}
}

// guard calls a primitive of the host's. A panic in it is an error, as is what it returns.
func guard(name string, call func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s panicked: %v", name, v)
		}
	}()
	if err := call(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// undos take back what was done, the last first.
type undos []func(context.Context) error

func (u *undos) add(undo func(context.Context) error) { *u = append(*u, undo) }

// run takes all back, also where ctx has ended and where some of it fails. What failed stays, to
// be tried again.
func (u *undos) run(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	var errs []error
	var left undos
	for i := len(*u) - 1; i >= 0; i-- {
		if err := (*u)[i](ctx); err != nil {
			errs, left = append(errs, err), append(undos{(*u)[i]}, left...)
		}
	}
	*u = left
	return errors.Join(errs...)
}
