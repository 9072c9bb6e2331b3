package hostapi

import (
	"encoding/json"
	"math"
)

// Axes returns what d itself says, before any engine is asked. An axis that it
// does not declare, or not in the words of the vocabulary, is empty. If it has
// named dispatch but no number as maxDepth, that is one level of agents.
//
// Use it to describe a host; what may be relied on is [Negotiate]'s to say.
func (d Declaration) Axes() Axes {
	return Axes{
		EmbeddingMode:  EmbeddingMode(declaredWord(d, "", "embeddingMode")),
		CommandSurface: CommandSurface(declaredWord(d, "", "commandSurface")),
		Dispatch:       d.dispatch(),
		ModelMode:      ModelMode(declaredWord(d, "", "modelMode")),
		HookBus:        HookBus(declaredWord(d, "", "hookBus")),
		StateIO:        StateIO(declaredWord(d, "", "stateIO")),
		Transport:      Transport(declaredWord(d, "", "transport")),
		Runtime:        Runtime(declaredWord(d, "", "runtime")),
		EffortSurface:  EffortSurface(declaredWord(d, "", "effortSurface")),
	}
}

func (d Declaration) dispatch() Dispatch {
	fields, _ := fieldsOf(d["dispatch"])
	depth, ok := numberOf(fields["maxDepth"])
	if named := fields["namedDispatch"] == true; named && !ok {
		depth = 1
	}
	count, _ := numberOf(fields["maxConcurrency"])
	if !isCount(count) {
		count = 0
	}
	return Dispatch{
		NamedDispatch:      fields["namedDispatch"] == true,
		Nested:             fields["nested"] == true,
		MaxDepth:           depth,
		Background:         fields["background"] == true,
		SubagentToolkit:    SubagentToolkit(declaredWord(fields, "dispatch.", "subagentToolkit")),
		BackgroundDispatch: fields["backgroundDispatch"] == true,
		Isolation:          Isolation(declaredWord(fields, "dispatch.", "isolation")),
		MaxConcurrency:     int64(count),
	}
}

// declaredWord returns the value of a field if the vocabulary has it, else "".
func declaredWord(fields map[string]any, prefix, name string) string {
	v, _ := fields[name].(string)
	if !inVocabulary(prefix+name, v) {
		return ""
	}
	return v
}

// fieldsOf returns the object that v is.
func fieldsOf(v any) (map[string]any, bool) {
	m, ok := v.(map[string]any)
	return m, ok && m != nil
}

// numberOf returns the finite number that v is. It knows the types that decoders
// of JSON and TOML make.
func numberOf(v any) (float64, bool) {
	var f float64
	switch x := v.(type) {
	case float64:
		f = x
	case int64:
		f = float64(x)
	case int:
		f = float64(x)
	case json.Number:
		var err error
		if f, err = x.Float64(); err != nil {
			return 0, false
		}
	default:
		return 0, false
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// maxExact is the greatest whole number that a JSON reader with 64-bit floating
// point, the narrowest in use, tells from its neighbours.
const maxExact = 1<<53 - 1

// isCount reports whether v is a whole number from 1 on.
func isCount(v float64) bool {
	return v >= 1 && v <= maxExact && v == math.Trunc(v)
}
