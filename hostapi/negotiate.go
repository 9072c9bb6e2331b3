package hostapi

import (
	"fmt"
	"math"
	"slices"
)

// Engine is what the program on this side of the interface can drive.
type Engine struct {
	// ProtocolVersion is the version the engine speaks.
	ProtocolVersion int
	// Known are the values that the engine understands and can drive, by axis
	// as [Names] and [Values] spell them. An axis that is not there is one of
	// which it can drive nothing.
	Known map[string][]string
	// MaxDepth is how many levels of agents the engine can drive; -1 is
	// without limit.
	MaxDepth float64
}

// DefaultEngine returns this program's own engine: it knows the whole
// vocabulary.
func DefaultEngine() Engine {
	e := Engine{ProtocolVersion: ProtocolVersion, Known: map[string][]string{}, MaxDepth: -1}
	for _, name := range Names() {
		if v := Values(name); v != nil {
			e.Known[name] = v
		}
	}
	return e
}

// Agreement is what a host and an engine can do together.
type Agreement struct {
	// ProtocolVersion is the lower of the two sides' versions.
	ProtocolVersion int `json:"protocolVersion"`
	// Effective has for each axis a value that the host declared and the
	// engine knows, or else the most restrictive one.
	Effective Axes `json:"effective"`
	// Points has each of [Points].
	Points map[Point]Outcome `json:"points"`
	// Warnings say, one each and in the order of ADR-1239, what was not
	// declared or not understood. It is never nil.
	Warnings []string `json:"warnings"`
}

// Outcome is what became of one interface point.
type Outcome struct {
	// HostLevel is the level that the host's declaration alone would give,
	// EffectiveLevel the one agreed on. A declaration that is not understood
	// has the host level Absent, though the most restrictive value that takes
	// its place may still be Degraded.
	HostLevel      Level `json:"hostLevel"`
	EffectiveLevel Level `json:"effectiveLevel"`
	// Fallback says what happens instead; empty if the level is Full.
	Fallback string `json:"fallback"`
}

// Negotiate agrees on what host and engine can do together. Each effective
// value was declared by the host and is known to the engine, or is the most
// restrictive one of its axis: no agents, prose commands, a passive model, no
// hooks, an append-only log, one agent at a time. MaxConcurrency is the host's
// own, since the engine sets no limit. Negotiate does not change host, and
// equal arguments give equal agreements.
func Negotiate(host Declaration, engine Engine) Agreement {
	n := negotiation{engine: engine, warnings: []string{}}
	a := Agreement{ProtocolVersion: n.version(host)}
	a.Effective = Axes{
		EmbeddingMode:  EmbeddingMode(n.word(host, "embeddingMode")),
		CommandSurface: CommandSurface(n.word(host, "commandSurface")),
		Dispatch:       n.dispatch(host),
		ModelMode:      ModelMode(n.word(host, "modelMode")),
		HookBus:        HookBus(n.word(host, "hookBus")),
		StateIO:        StateIO(n.word(host, "stateIO")),
		Transport:      Transport(n.word(host, "transport")),
		Runtime:        Runtime(n.word(host, "runtime")),
		EffortSurface:  EffortSurface(n.word(host, "effortSurface")),
	}
	declared := host.Axes()
	a.Points = make(map[Point]Outcome, len(Points()))
	for _, p := range Points() {
		level, fallback := DegradationFor(p, a.Effective)
		hostLevel, _ := DegradationFor(p, declared)
		a.Points[p] = Outcome{HostLevel: hostLevel, EffectiveLevel: level, Fallback: fallback}
	}
	a.Warnings = n.warnings
	return a
}

// negotiation is one run of Negotiate.
type negotiation struct {
	engine   Engine
	warnings []string
}

func (n *negotiation) warn(format string, args ...any) {
	n.warnings = append(n.warnings, fmt.Sprintf(format, args...))
}

// version agrees on the protocol's version. A version is whole: what is after
// the point is dropped, but 1.5 is still newer than 1.
func (n *negotiation) version(host Declaration) int {
	declared, ok := host["protocolVersion"]
	if !ok {
		return n.engine.ProtocolVersion
	}
	v, ok := numberOf(declared)
	if !ok {
		n.warn("protocolVersion is no number: taken as %d", n.engine.ProtocolVersion)
		return n.engine.ProtocolVersion
	}
	if v >= float64(n.engine.ProtocolVersion) {
		if v > float64(n.engine.ProtocolVersion) {
			n.warn("protocolVersion %v is newer than the engine's %d: what it adds is not used", v, n.engine.ProtocolVersion)
		}
		return n.engine.ProtocolVersion
	}
	return int(math.Floor(max(v, math.MinInt32)))
}

// word agrees on an axis that is a word.
func (n *negotiation) word(host Declaration, name string) string {
	t, _ := lookUp(name)
	switch v := host[name].(type) {
	case nil:
		n.warn("%s is not declared: taken as %s", name, t.floor)
	case string:
		if n.knows(name, v) {
			return v
		}
		if v == Undocumented {
			n.warn("%s is undocumented: taken as %s", name, t.floor)
		} else {
			n.warn("%s has the value %.40q, which is not known: taken as %s", name, v, t.floor)
		}
	default:
		n.warn("%s is no string: taken as %s", name, t.floor)
	}
	return t.floor
}

// knows reports whether v is a value of the axis that the engine can drive.
func (n *negotiation) knows(name, v string) bool {
	return inVocabulary(name, v) && slices.Contains(n.engine.Known[name], v)
}
