package adapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/gsd-install/gsd-install/hostapi"
)

// Event is something that happens in a session.
type Event struct {
	// Name is one of hostapi.PortableEvents.
	Name string
	// Tool is the tool that is about to run, or has run, as the host names it; empty for events
	// that are about none.
	Tool string
	// Input is the tool's input; nil for none.
	Input json.RawMessage
}

// Answer is what handlers make of an event.
type Answer struct {
	// Deny keeps the tool from running, or the session from stopping, for Reason.
	Deny   bool
	Reason string
	// Context is text for the model; empty for none.
	Context string
}

// Handler takes an event. Before a tool runs, an error is a denial: what cannot be checked is
// not let through.
type Handler func(ctx context.Context, e Event) (Answer, error)

// Subscribe asks the host to call deliver at an event, which it names in its own words. The Name
// of what is delivered does not matter. Cancel ends that.
type Subscribe func(ctx context.Context, event string, deliver Handler) (cancel func(context.Context) error, err error)

// gate is the event at which an answer can keep a tool from running.
const gate = "PreToolUse"

// HookBus brings lifecycle events to handlers: those that the host fires, or the engine's own.
// On, Fire and what it gives the host may be used by several goroutines.
type HookBus struct {
	bound
	subscribe Subscribe
	undo      undos

	mu        sync.Mutex
	installed bool
	handlers  []*handler
}

// handler is one of On's.
type handler struct {
	event string
	// hears says of a tool whether it is meant; nil is any.
	hears func(tool string) bool
	call  Handler
}

// NewHookBus makes the adapter. With hookBus host, subscribe is needed; with engine and none it is
// never called.
func NewHookBus(t Terms, subscribe Subscribe) (*HookBus, error) {
	n := need(KindHookBus, t)
	if t.axes().HookBus == hostapi.BusHost {
		n.has(subscribe != nil, "Subscribe", "hookBus host is agreed on")
		n.has(len(t.events()) > 0, "hooks.events", "hookBus host is agreed on, and the descriptor names none of its events")
	}
	if err := n.err(); err != nil {
		return nil, err
	}
	return &HookBus{bound: bound{KindHookBus, t}, subscribe: subscribe}, nil
}

// events are the portable events that can be heard of. Where the host fires them, it has to have
// a word for them.
func (t Terms) events() []string {
	return slices.DeleteFunc(hostapi.PortableEvents(), func(e string) bool {
		switch t.axes().HookBus {
		case hostapi.BusHost:
			return t.host.Hooks.Events[e] == ""
		case hostapi.BusEngine:
			return false
		case hostapi.BusNone:
			return true
		default:
			return true
		}
	})
}

// Events are the portable events that handlers can hear of; none without a bus.
func (b *HookBus) Events() []string { return b.terms.events() }

// Install subscribes to the host's events, where it fires them. If one of them fails, none is
// subscribed to.
func (b *HookBus) Install(ctx context.Context) error {
	b.mu.Lock()
	done := b.installed
	b.mu.Unlock()
	if done {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := b.undo.run(ctx); err != nil {
		return err // what could not be cancelled before would be heard twice
	}
	if b.terms.axes().HookBus == hostapi.BusHost {
		for _, event := range b.Events() {
			if err := b.hear(ctx, event); err != nil {
				return errors.Join(err, b.undo.run(ctx))
			}
		}
	}
	b.setInstalled(true)
	return nil
}

func (b *HookBus) hear(ctx context.Context, event string) error {
	var cancel func(context.Context) error
	err := guard("Subscribe", func() (err error) {
		cancel, err = b.subscribe(ctx, b.terms.host.Hooks.Events[event], func(ctx context.Context, e Event) (Answer, error) {
			e.Name = event
			return b.deliver(ctx, e)
		})
		if err == nil && cancel == nil {
			err = errors.New("it gives no way to cancel")
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("event %s: %w", event, err)
	}
	b.undo.add(func(ctx context.Context) error {
		return guard("the cancel of Subscribe", func() error { return cancel(ctx) })
	})
	return nil
}

// Uninstall cancels what was subscribed to, and nothing is delivered any more, whether the host
// keeps to that or not.
func (b *HookBus) Uninstall(ctx context.Context) error {
	b.setInstalled(false)
	return b.undo.run(ctx)
}

func (b *HookBus) setInstalled(is bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.installed = is
}

// On has a handler called at an event, about the tools named, as the host names them, or about any
// if there is none; off ends that. An event of which nothing is heard is a *DegradedError without a
// bus, and else an error that names it.
func (b *HookBus) On(event string, tools []string, h Handler) (off func(), err error) {
	tools = slices.Clone(tools)
	if len(tools) == 0 {
		return b.on(event, nil, h)
	}
	return b.on(event, func(tool string) bool { return slices.Contains(tools, tool) }, h)
}

func (b *HookBus) on(event string, hears func(tool string) bool, h Handler) (off func(), err error) {
	switch {
	case h == nil:
		return nil, errors.New("the handler is nil")
	case b.terms.absent(hostapi.PointHooks):
		return nil, b.degraded(hostapi.PointHooks)
	case !slices.Contains(b.Events(), event):
		return nil, fmt.Errorf("%s has no event %q: it has %q", b.Runtime(), event, b.Events())
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	added := &handler{event, hears, h}
	b.handlers = append(b.handlers, added)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.handlers = slices.DeleteFunc(b.handlers, func(h *handler) bool { return h == added })
	}, nil
}

// Fire brings an event of the engine's own to its handlers. It is an error where the host fires
// them, so that nothing happens twice.
func (b *HookBus) Fire(ctx context.Context, e Event) (Answer, error) {
	switch {
	case b.terms.absent(hostapi.PointHooks):
		return closed(e, b.degraded(hostapi.PointHooks))
	case b.terms.axes().HookBus != hostapi.BusEngine:
		return closed(e, fmt.Errorf("%s fires its events itself", b.Runtime()))
	case !slices.Contains(b.Events(), e.Name):
		return closed(e, fmt.Errorf("%q is none of the portable events", e.Name))
	}
	return b.deliver(ctx, e)
}

// closed is an error that lets no tool through.
func closed(e Event, err error) (Answer, error) {
	if e.Name == gate {
		return Answer{Deny: true, Reason: err.Error()}, err
	}
	return Answer{}, err
}

// deliver calls the handlers in the order of On, until one denies. All contexts are joined.
func (b *HookBus) deliver(ctx context.Context, e Event) (Answer, error) {
	b.mu.Lock()
	installed, handlers := b.installed, slices.Clone(b.handlers)
	b.mu.Unlock()
	if !installed {
		return closed(e, ErrNotInstalled)
	}
	var all Answer
	var errs []error
	for _, h := range handlers {
		if h.event != e.Name || h.hears != nil && !h.hears(e.Tool) {
			continue
		}
		var a Answer
		err := guard("the handler of "+e.Name, func() (err error) {
			a, err = h.call(ctx, e)
			return err
		})
		if err != nil {
			errs = append(errs, err)
			a, _ = closed(e, err)
		}
		if a.Context != "" && all.Context != "" {
			all.Context += "\n"
		}
		all.Context += a.Context
		if a.Deny {
			all.Deny, all.Reason = true, a.Reason
			break
		}
	}
	return all, errors.Join(errs...)
}
