// Package hostapi is the Host-Integration Interface of ADR-1239: the nine axes
// in which hosts differ, the negotiation between a host's declaration and what
// the engine can drive, and what degrades where the host falls short.
//
// It is pure: no function reads a file, the environment or a clock. It never
// fails open: whatever a host does not declare, declares as [Undocumented] or
// declares in a way that is not understood comes out as the most restrictive
// value of its axis, and no input whatsoever makes it panic.
package hostapi

// ProtocolVersion is the version of the interface, apart from the program's.
const ProtocolVersion = 1

// Undocumented is the value of an axis about which the host's documentation is
// silent. It is valid on every axis and never reaches [Axes].
const Undocumented = "undocumented"

// Declaration is what a host declares, as decoded JSON: axis name to string,
// "dispatch" to a map, and optionally "protocolVersion" to a number. Numbers may
// be of any type that encoding/json or a TOML decoder makes. Whatever is not
// understood counts as not declared; [Validate] says what that is.
type Declaration map[string]any

// Axes is a value for each of the nine axes. An empty word means that nothing
// is known about the axis; [Negotiate] never leaves one.
type Axes struct {
	EmbeddingMode  EmbeddingMode  `json:"embeddingMode"`
	CommandSurface CommandSurface `json:"commandSurface"`
	Dispatch       Dispatch       `json:"dispatch"`
	ModelMode      ModelMode      `json:"modelMode"`
	HookBus        HookBus        `json:"hookBus"`
	StateIO        StateIO        `json:"stateIO"`
	Transport      Transport      `json:"transport"`
	Runtime        Runtime        `json:"runtime"`
	EffortSurface  EffortSurface  `json:"effortSurface"`
}

// Dispatch is the axis that has fields of its own: how the host starts agents.
type Dispatch struct {
	// NamedDispatch reports that an agent can be started by its name. Without
	// it Nested, Background and BackgroundDispatch are false and MaxDepth is 0.
	NamedDispatch bool `json:"namedDispatch"`
	// Nested reports that a started agent can start others.
	Nested bool `json:"nested"`
	// MaxDepth is how many levels of agents there can be below the first; -1 is
	// without limit, 0 none. It is whole on every real host, but a JSON number
	// need not be, and rounding one would grant or take a level.
	MaxDepth float64 `json:"maxDepth"`
	// Background reports that an agent can run while its parent goes on.
	Background bool `json:"background"`
	// SubagentToolkit is what agents may use. Negotiate makes ToolkitFull or
	// ToolkitReadOnly of it.
	SubagentToolkit SubagentToolkit `json:"subagentToolkit"`
	// BackgroundDispatch reports that an agent in the background can itself
	// dispatch.
	BackgroundDispatch bool `json:"backgroundDispatch"`
	// Isolation says who gives agents of one wave a worktree each.
	Isolation Isolation `json:"isolation"`
	// MaxConcurrency is how many agents may run at once, at least 1.
	MaxConcurrency int64 `json:"maxConcurrency"`
}

// ShouldFlatten reports whether work that would go to an orchestrating agent
// has to be done inline. It has to unless d says that agents run and dispatch in
// the background, nest with their full toolkit, and have a level left below
// the orchestrator, which uses up one itself.
func ShouldFlatten(d Dispatch) bool {
	background := d.Background && d.BackgroundDispatch
	nests := d.Nested && d.SubagentToolkit == ToolkitFull
	deep := d.MaxDepth < 0 || d.MaxDepth > 1
	return !background || !nests || !deep
}
