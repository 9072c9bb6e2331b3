package hostapi

import "slices"

// term is an axis, or a field of the dispatch axis as "dispatch.FIELD".
type term struct {
	name string
	kind kind
	// values are what it can be; nil for a number.
	values []string
	// floor is the most restrictive value of a word. That of a flag is false,
	// that of a number as Negotiate says.
	floor string
	// least is the lowest number that makes sense.
	least float64
}

// kind is the JSON type of a term.
type kind int

const (
	word kind = iota
	flag
	number
)

var flags = []string{"true", "false"}

// vocabulary is the closed set of axes and values, in the order of ADR-1239.
var vocabulary = []term{
	wordOf("embeddingMode", ModeDeclarative, ModeImperative, ModeDeclarative),
	wordOf("commandSurface", CommandProseOnly, CommandSlashFile, CommandSlashProgrammatic, CommandSlashTOML, CommandPalette, CommandProseOnly),
	{name: "dispatch.namedDispatch", kind: flag, values: flags},
	{name: "dispatch.nested", kind: flag, values: flags},
	{name: "dispatch.maxDepth", kind: number, least: -1},
	{name: "dispatch.background", kind: flag, values: flags},
	wordOf("dispatch.subagentToolkit", ToolkitReadOnly, ToolkitFull, ToolkitReadOnly, ToolkitBuiltInOnly),
	{name: "dispatch.backgroundDispatch", kind: flag, values: flags},
	wordOf("dispatch.isolation", IsolationNone, IsolationHarness, IsolationOrchestrator, IsolationNone),
	{name: "dispatch.maxConcurrency", kind: number, least: 1},
	wordOf("modelMode", ModelPassive, ModelActive, ModelPassive),
	wordOf("hookBus", BusNone, BusHost, BusEngine, BusNone),
	wordOf("stateIO", StateSessionLog, StateFilesystem, StateSandboxed, StateSessionLog),
	wordOf("transport", TransportMCP, TransportMCP, TransportNative),
	wordOf("runtime", RuntimeNode, RuntimeNode, RuntimeBun, RuntimeSandboxedWeb, RuntimePython, RuntimeGo, RuntimeRust, RuntimeElectron, RuntimeOther),
	wordOf("effortSurface", EffortNone, EffortArgv, EffortNone),
}

func wordOf[W ~string](name string, floor W, values ...W) term {
	t := term{name: name, kind: word, floor: string(floor)}
	for _, v := range values {
		t.values = append(t.values, string(v))
	}
	return t
}

func lookUp(name string) (term, bool) {
	i := slices.IndexFunc(vocabulary, func(t term) bool { return t.name == name })
	if i < 0 {
		return term{}, false
	}
	return vocabulary[i], true
}

func inVocabulary(name, value string) bool {
	t, _ := lookUp(name)
	return slices.Contains(t.values, value)
}

// Names returns the names of all axes in the order of ADR-1239. The fields of
// the dispatch axis stand in its place, as "dispatch.FIELD".
func Names() []string {
	names := make([]string, len(vocabulary))
	for i, t := range vocabulary {
		names[i] = t.name
	}
	return names
}

// Values returns the closed set of values of an axis as [Names] spells it,
// without [Undocumented], which every axis allows. A flag has the values "true"
// and "false". It is nil for the two numbers, "dispatch.maxDepth" and
// "dispatch.maxConcurrency", and for a name that is no axis.
func Values(name string) []string {
	t, _ := lookUp(name)
	return slices.Clone(t.values)
}
