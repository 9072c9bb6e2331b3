package hostapi

import "math"

// dispatch agrees on the dispatch axis, field by field. Without named dispatch
// nothing that builds on it is left; isolation and concurrency do not, since
// an engine can start processes of its own.
func (n *negotiation) dispatch(host Declaration) Dispatch {
	d := Dispatch{SubagentToolkit: ToolkitReadOnly, Isolation: IsolationNone, MaxConcurrency: 1}
	fields, ok := fieldsOf(host["dispatch"])
	if !ok {
		n.warn("dispatch is not declared: no agents, one thing at a time")
		return d
	}
	d.NamedDispatch = n.flag(fields, "namedDispatch")
	d.Nested = n.flag(fields, "nested")
	d.MaxDepth = n.depth(fields)
	d.Background = n.flag(fields, "background")
	// Of the two toolkits that restrict, one agreement is made: what is not
	// full may at least read.
	if n.field(fields, "subagentToolkit") == string(ToolkitFull) {
		d.SubagentToolkit = ToolkitFull
	}
	d.BackgroundDispatch = n.flag(fields, "backgroundDispatch")
	if v := n.field(fields, "isolation"); v != "" {
		d.Isolation = Isolation(v)
	}
	d.MaxConcurrency = n.concurrency(fields)
	if !d.NamedDispatch {
		d.Nested, d.MaxDepth, d.Background, d.BackgroundDispatch = false, 0, false, false
	}
	return d
}

// field returns the declared value of a word if the engine knows it, else "".
// Only the sentinel is worth a warning: the floor speaks for the rest.
func (n *negotiation) field(fields map[string]any, name string) string {
	v, _ := fields[name].(string)
	if v == Undocumented {
		n.warn("dispatch.%s is undocumented: taken as its most restrictive value", name)
	}
	if !n.knows("dispatch."+name, v) {
		return ""
	}
	return v
}

func (n *negotiation) flag(fields map[string]any, name string) bool {
	if fields[name] == Undocumented {
		n.warn("dispatch.%s is undocumented: taken as false", name)
	}
	return fields[name] == true && n.knows("dispatch."+name, "true")
}

func (n *negotiation) depth(fields map[string]any) float64 {
	v, ok := numberOf(fields["maxDepth"])
	switch {
	case fields["maxDepth"] == Undocumented:
		n.warn("dispatch.maxDepth is undocumented: taken as 0")
	case !ok:
		n.warn("dispatch.maxDepth is no number: taken as 0")
	}
	switch d := min(unlimited(v), unlimited(n.engine.MaxDepth)); {
	case math.IsInf(d, 1):
		return -1
	case math.IsNaN(d):
		return 0
	default:
		return d
	}
}

// unlimited turns the spelling of "without limit" into a number that is more
// than any other.
func unlimited(depth float64) float64 {
	if depth < 0 {
		return math.Inf(1)
	}
	return depth
}

func (n *negotiation) concurrency(fields map[string]any) int64 {
	v, ok := numberOf(fields["maxConcurrency"])
	switch {
	case fields["maxConcurrency"] == Undocumented:
		n.warn("dispatch.maxConcurrency is undocumented: taken as 1")
	case !ok:
		n.warn("dispatch.maxConcurrency is no number: taken as 1")
	case !isCount(v):
		n.warn("dispatch.maxConcurrency is %v, not a whole number from 1 on: taken as 1", v)
	default:
		return int64(v)
	}
	return 1
}
