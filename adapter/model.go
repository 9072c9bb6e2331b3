package adapter

import (
	"context"
	"errors"

	"github.com/gsd-install/gsd-install/hostapi"
)

// Request is one question to the host's model.
type Request struct {
	// Prompt is what it is asked; it may not be empty.
	Prompt string
	// System goes before the prompt, empty for nothing. A host whose models take no system
	// message puts it at the prompt's beginning.
	System string
	// Model is a model's name as the host spells it; empty leaves it to the host.
	Model string
}

// SendRequest asks the host's model and returns what it answers.
type SendRequest func(ctx context.Context, r Request) (answer string, err error)

// Model calls the host's model, or says that it cannot be called. It may be used by several
// goroutines once it is installed.
type Model struct {
	bound
	send      SendRequest
	installed bool
}

// NewModel makes the adapter. With modelMode active, send is needed; with passive it is never
// called, whatever it is.
func NewModel(t Terms, send SendRequest) (*Model, error) {
	n := need(KindModel, t)
	if t.axes().ModelMode == hostapi.ModelActive {
		n.has(send != nil, "SendRequest", "modelMode active is agreed on")
	}
	if err := n.err(); err != nil {
		return nil, err
	}
	return &Model{bound: bound{KindModel, t}, send: send}, nil
}

// Install opens the way to the model. No request is sent.
func (m *Model) Install(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.installed = true
	return nil
}

// Uninstall closes it.
func (m *Model) Uninstall(context.Context) error {
	m.installed = false
	return nil
}

// Send asks the model. It is a *DegradedError with a passive model: then only texts can ask for
// another one.
func (m *Model) Send(ctx context.Context, r Request) (answer string, err error) {
	switch {
	case !m.installed:
		return "", ErrNotInstalled
	case m.terms.axes().ModelMode != hostapi.ModelActive:
		return "", m.degraded(hostapi.PointModel)
	case r.Prompt == "":
		return "", errors.New("the prompt is empty")
	}
	err = guard("SendRequest", func() error {
		answer, err = m.send(ctx, r)
		return err
	})
	if err != nil {
		return "", err
	}
	return answer, nil
}
