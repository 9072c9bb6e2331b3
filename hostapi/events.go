package hostapi

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sync"
)

//go:embed events.json
var eventsFile []byte

// surface is a named set of events, in the order their host documents them.
type surface struct {
	Events []string `json:"events"`
}

// surfaces are the two vocabularies of events. They are data, as each set is
// named after the host that has it first.
var surfaces = sync.OnceValue(func() (s struct {
	HookEvents      map[string]surface `json:"hookEvents"`
	ExtensionEvents map[string]surface `json:"extensionEvents"`
}) {
	if err := json.Unmarshal(eventsFile, &s); err != nil {
		panic("hostapi: events.json: " + err.Error())
	}
	return s
})

// PortableEvents returns the portable event floor of ADR-1239, in Claude Code's
// spelling and the order of a session: the events that a pack may count on where
// there are hooks. How a host spells them is in its descriptor.
func PortableEvents() []string {
	return []string{"SessionStart", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"}
}

// HookEvents returns the events that hosts fire at hooks in their config files, in
// the spelling of a dialect ("hookEvents" of ADR-1239), and whether there is such a
// dialect: the portable ones and the one before a compaction. A host of the
// dialect may have more.
func HookEvents(dialect string) (events []string, ok bool) {
	s, ok := surfaces().HookEvents[dialect]
	return slices.Clone(s.Events), ok
}

// ExtensionEvents returns the events that a host fires at code it has loaded
// ("extensionEvents" of ADR-1239), and whether there is such a surface. None of
// them is a phase of a workflow: those are the engine's own. The surface "none"
// has no events.
func ExtensionEvents(name string) (events []string, ok bool) {
	s, ok := surfaces().ExtensionEvents[name]
	return slices.Clone(s.Events), ok
}
