package adapter

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/plan"
)

// Registrar adds one kind of thing to a host, and removes it by its name. A registration lasts as
// long as the process: a program installs anew when it starts.
type Registrar[T any] struct {
	Add    func(ctx context.Context, it T) error
	Remove func(ctx context.Context, name string) error
}

// Primitives are what a host does for an engine that runs in it. Which of them are needed, the
// agreement and the pack say; the others are never called.
type Primitives struct {
	// Commands are what a user calls. Not needed where the command surface is prose-only.
	Commands Registrar[Item]
	// Agents are started by their names. Not needed without named dispatch.
	Agents Registrar[Item]
	// Tools are what the model calls. Needed for skills, and for what has no other place.
	Tools Registrar[Tool]
	// Instructions go before the model. Always needed, since every fallback is a text.
	Instructions Registrar[Item]
	// Subscribe is needed with hookBus host.
	Subscribe Subscribe
	// Run is needed for a pack with hooks that can be run.
	Run Run
	// SendRequest is needed with modelMode active.
	SendRequest SendRequest
	// State is needed as far as stateIO says.
	State Backend
}

// Imperative embeds a pack by calls into a host that runs the engine's code. What texts and hooks
// name beside them lies in the host's folders as the declarative adapter puts it there, with the
// same records, or where the host has none in its State.
//
// The model, the bus and the state of the host are adapters of their own, and are installed with it.
type Imperative struct {
	bound
	disk     disk
	prim     Primitives
	registry Registry
	model    *Model
	bus      *HookBus
	state    *StateIO
	// undo takes back the registrations; it is empty before Install.
	undo      undos
	connected bool
}

// NewImperative makes the adapter and composes its registry. What is missing is a *MissingError
// that names all of it; a pack that cannot be rendered for the host is the error of project.Render.
func NewImperative(t Terms, cfg Config, p Primitives) (*Imperative, error) {
	n := need(KindImperative, t)
	n.has(t.axes().EmbeddingMode == hostapi.ModeImperative, "embeddingMode imperative", "the host agreed on no running of code; embed it with NewDeclarative")
	i := &Imperative{bound: bound{KindImperative, t}, disk: disk{t.host, cfg}, prim: p}
	cfg.check(n, i.files())
	renders := n.err() == nil
	var err error
	if i.model, err = NewModel(t, p.SendRequest); err != nil {
		n.take(err)
	}
	if i.bus, err = NewHookBus(t, p.Subscribe); err != nil {
		n.take(err)
	}
	if i.state, err = NewStateIO(t, p.State); err != nil {
		n.take(err)
	}
	if renders {
		if i.registry, err = i.composed(); err != nil {
			return nil, errors.Join(n.err(), err)
		}
	}
	i.needs(n)
	if err := n.err(); err != nil {
		return nil, err
	}
	return i, nil
}

// files reports that the host's folders hold what lies beside.
func (i *Imperative) files() bool { return i.terms.axes().StateIO == hostapi.StateFilesystem }

// composed makes the registry of what is on this machine.
func (i *Imperative) composed() (Registry, error) {
	t := engine.Target{Host: i.terms.host, Scope: i.disk.cfg.scope(), Mounts: storedMounts(i.terms)}
	if i.files() {
		var err error
		if t, err = engine.Resolve(i.terms.host, i.disk.cfg.scope(), i.disk.cfg.Env, &engine.Ledgers{}); err != nil {
			return Registry{}, err
		}
	}
	s := &site{t, i.disk.cfg}
	made, err := s.Plan(s.cfg.Pack, s.order())
	if err != nil {
		return Registry{}, err
	}
	r, err := compose(i.terms, s.cfg.Pack, made)
	if err != nil {
		return Registry{}, err
	}
	for _, h := range r.Hooks {
		if _, _, err := located(h, s.cfg.Pack, s.Target, r.stored); err != nil {
			return Registry{}, err
		}
	}
	if !i.files() && len(r.stored) > 0 {
		r.Tools = append(r.Tools, i.reader())
	}
	return r, nil
}

// needs records which registrars are missing for what is to be registered.
func (i *Imperative) needs(n *needs) {
	both(n, i.prim.Instructions, "Instructions", "rules and fallbacks are texts for the model")
	if c := i.registry.Commands; len(c) > 0 {
		both(n, i.prim.Commands, "Commands", fmt.Sprintf("commandSurface %s is agreed on", i.terms.axes().CommandSurface))
	}
	if len(i.registry.Agents) > 0 {
		both(n, i.prim.Agents, "Agents", "dispatch.namedDispatch is agreed on")
	}
	if t := i.registry.Tools; len(t) > 0 {
		both(n, i.prim.Tools, "Tools", fmt.Sprintf("%s is reached as a tool", t[0].Name))
	}
	if h := i.registry.Hooks; len(h) > 0 {
		n.has(i.prim.Run != nil, "Primitives.Run", fmt.Sprintf("the pack has a hook at %s", h[0].Event))
	}
}

func both[T any](n *needs, r Registrar[T], name, because string) {
	n.has(r.Add != nil, "Primitives."+name+".Add", because)
	n.has(r.Remove != nil, "Primitives."+name+".Remove", because)
}

// take records what is missing of an adapter that is part of this one.
func (n *needs) take(err error) {
	var e *MissingError
	if !errors.As(err, &e) {
		return
	}
	for _, m := range e.Missing {
		known := slices.ContainsFunc(n.Missing, func(k Missing) bool { return k.Name == m.Name })
		if !known {
			n.Missing = append(n.Missing, m)
		}
	}
}

// Registry is what Install registers.
func (i *Imperative) Registry() Registry { return i.registry }

// Model is the adapter of the host's model.
func (i *Imperative) Model() *Model { return i.model }

// Hooks is the adapter of the host's bus.
func (i *Imperative) Hooks() *HookBus { return i.bus }

// State is the adapter of the host's state.
func (i *Imperative) State() *StateIO { return i.state }

// Install registers all of the registry and puts what lies beside in its place. If anything fails,
// all is taken back; a *ConflictError is of files that were left, and then the rest is installed
// unless the policy is emit.Stop. Again, it registers nothing twice and puts back what is missing.
func (i *Imperative) Install(ctx context.Context) error {
	again := i.connected
	err := i.install(ctx)
	var conflict *ConflictError
	if err == nil || again || i.connected && errors.As(err, &conflict) && !conflict.stopped {
		return err
	}
	return errors.Join(err, i.disconnect(ctx))
}

// disconnect takes back the registrations.
func (i *Imperative) disconnect(ctx context.Context) error {
	i.connected = false
	return i.undo.run(ctx)
}

func (i *Imperative) install(ctx context.Context) error {
	if i.files() {
		return i.disk.apply(ctx, i.beside, i.connect)
	}
	if err := i.connect(ctx); err != nil {
		return err
	}
	return i.keep(ctx)
}

// beside is the request for the files that are kept as files.
func (i *Imperative) beside(s *site) (emit.Request, error) {
	return s.wanted(func(p *plan.Plan) {
		p.Edits = nil
		p.Artifacts = slices.DeleteFunc(slices.Clone(p.Artifacts), func(a plan.Artifact) bool {
			return a.Item || a.Kind == "hook"
		})
	})
}

// connect installs the adapters of the host's parts and registers everything, once.
func (i *Imperative) connect(ctx context.Context) error {
	if i.connected {
		return nil
	}
	if err := i.undo.run(ctx); err != nil {
		return err // what could not be taken back before is in the way
	}
	for _, a := range []Adapter{i.state, i.model, i.bus} {
		if err := a.Install(ctx); err != nil {
			return err
		}
		i.undo.add(a.Uninstall)
	}
	if err := i.hook(); err != nil {
		return err
	}
	r, item := i.registry, func(it Item) string { return it.Name }
	for _, next := range []func() error{
		func() error { return register(ctx, i, "Commands", i.prim.Commands, r.Commands, item) },
		func() error { return register(ctx, i, "Agents", i.prim.Agents, r.Agents, item) },
		func() error {
			return register(ctx, i, "Tools", i.prim.Tools, r.Tools, func(t Tool) string { return t.Name })
		},
		func() error {
			return register(ctx, i, "Instructions", i.prim.Instructions, []Item{r.Instructions}, item)
		},
	} {
		if err := next(); err != nil {
			return err
		}
	}
	i.connected = true
	return nil
}

// register adds things, until one fails.
func register[T any](ctx context.Context, i *Imperative, name string, r Registrar[T], all []T, named func(T) string) error {
	for _, it := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := guard("Primitives."+name+".Add", func() error { return r.Add(ctx, it) }); err != nil {
			return fmt.Errorf("%s: %w", named(it), err)
		}
		i.undo.add(func(ctx context.Context) error {
			return guard("Primitives."+name+".Remove", func() error { return r.Remove(ctx, named(it)) })
		})
	}
	return nil
}

// hook puts the pack's hooks on the bus.
func (i *Imperative) hook() error {
	if len(i.registry.Hooks) == 0 {
		return nil
	}
	found, err := engine.Resolve(i.terms.host, i.disk.cfg.scope(), i.disk.cfg.Env, &engine.Ledgers{})
	if err != nil {
		return err
	}
	for _, h := range i.registry.Hooks {
		at, home, err := located(h, i.disk.cfg.Pack, found, i.registry.stored)
		if err != nil {
			return err
		}
		var hears func(string) bool
		if len(h.Tools) > 0 {
			hears = i.terms.hears(h).MatchString
		}
		off, err := i.bus.on(h.Event, hears, i.terms.runner(at, home, i.prim.Run))
		if err != nil {
			return err
		}
		i.undo.add(func(context.Context) error { off(); return nil })
	}
	return nil
}

// Uninstall takes back the registrations of this process, and what lies beside, whoever put it
// there. What a primitive will not take back stays to be tried again, and the error says so.
func (i *Imperative) Uninstall(ctx context.Context) error {
	if i.files() {
		err := i.disconnect(ctx)
		return errors.Join(err, i.disk.apply(ctx, (*site).leaving, nil))
	}
	err := i.leave(ctx)
	return errors.Join(err, i.disconnect(ctx))
}

// All have one shape.
var _ = []Adapter{(*Declarative)(nil), (*Imperative)(nil), (*Model)(nil), (*HookBus)(nil), (*StateIO)(nil)}
