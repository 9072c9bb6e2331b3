// Package hostapi is the Host-Integration Interface of ADR-1239: the axes in
// which hosts differ, the negotiation between a host's declaration and what the
// engine knows, and what degrades where the host falls short. It is pure and
// never fails open.
package hostapi

// ProtocolVersion is the version of the interface, apart from the program's.
const ProtocolVersion = 1

// Declaration is what a host declares, as decoded JSON: axis name to string, and
// "dispatch" to a map. Whatever is not understood counts as not declared.
type Declaration map[string]any
