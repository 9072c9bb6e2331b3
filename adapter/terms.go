package adapter

import (
	"fmt"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
)

// Terms are a host and what it and an engine have agreed on. Only Agree makes them, so that
// no adapter can be given more than was negotiated. The zero Terms are of no host, and no
// adapter is made of them.
type Terms struct {
	host      descriptors.Host
	agreement hostapi.Agreement
}

// Agree negotiates what a host declares with what an engine can drive: that of this program is
// hostapi.DefaultEngine. A declaration of nil is the descriptor's; a host that says at run time
// what it is gives its own.
//
// Unlike hostapi.Negotiate, which takes anything and grants nothing for it, Agree is for programs
// whose authors can mend them: an axis or value that there is not, and a version of the protocol
// that one of the sides does not speak, is an error. "undocumented" is a value of every axis.
func Agree(h descriptors.Host, d hostapi.Declaration, engine hostapi.Engine) (Terms, error) {
	if h.ID == "" {
		return Terms{}, fmt.Errorf("terms of no host: read one with ReadHost, or take one of descriptors.All")
	}
	if d == nil {
		d = h.Declaration()
	}
	if err := hostapi.Validate(d); err != nil {
		return Terms{}, fmt.Errorf("declaration of %s: %w", h.ID, err)
	}
	if engine.ProtocolVersion != hostapi.ProtocolVersion {
		return Terms{}, fmt.Errorf("engine for %s: protocol %d is not supported, only %d", h.ID, engine.ProtocolVersion, hostapi.ProtocolVersion)
	}
	if v, ok := d["protocolVersion"]; ok && fmt.Sprint(v) != fmt.Sprint(hostapi.ProtocolVersion) {
		return Terms{}, fmt.Errorf("declaration of %s: protocolVersion %v is not supported, only %d", h.ID, v, hostapi.ProtocolVersion)
	}
	return Terms{h, hostapi.Negotiate(d, engine)}, nil
}

// Host is the host.
func (t Terms) Host() descriptors.Host { return t.host }

// Agreement is what was agreed on.
func (t Terms) Agreement() hostapi.Agreement { return t.agreement }

func (t Terms) axes() hostapi.Axes { return t.agreement.Effective }

func (t Terms) absent(p hostapi.Point) bool {
	return t.agreement.Points[p].EffectiveLevel == hostapi.Absent
}

// MissingError says what an adapter cannot be made without: all of it.
type MissingError struct {
	Kind Kind
	// Runtime is the id of the host, empty for the zero Terms.
	Runtime string
	Missing []Missing
}

// Missing is one thing that is not there, or not of use.
type Missing struct {
	// Name is that of a field: "Primitives.Agents.Add".
	Name string
	// Because says what it is needed for: "dispatch.namedDispatch is agreed on".
	Because string
}

// Error names them all.
func (e *MissingError) Error() string {
	var all []string
	for _, m := range e.Missing {
		all = append(all, fmt.Sprintf("%s is missing: %s", m.Name, m.Because))
	}
	return fmt.Sprintf("%s adapter of %q: %s", e.Kind, e.Runtime, strings.Join(all, "; "))
}

// needs collects what is missing of an adapter.
type needs struct {
	MissingError
}

func need(kind Kind, t Terms) *needs {
	n := &needs{MissingError{Kind: kind, Runtime: t.host.ID}}
	n.has(t.host.ID != "", "Terms", "they are made by Agree, of a host")
	return n
}

// has records name as missing unless it is there.
func (n *needs) has(there bool, name, because string) {
	if !there {
		n.Missing = append(n.Missing, Missing{name, because})
	}
}

// err is nil if nothing is missing.
func (n *needs) err() error {
	if len(n.Missing) == 0 {
		return nil
	}
	return &n.MissingError
}
