package descriptors

import "github.com/gsd-install/gsd-install/hostapi"

// Declaration returns what the host declares in the form that hostapi
// negotiates about: as decoded JSON, numbers as float64. An axis without a value
// is left out.
func (h Host) Declaration() hostapi.Declaration {
	i := h.HostIntegration
	d := hostapi.Declaration{}
	for _, a := range i.axes() {
		if a.Value != nil {
			d[a.Name] = jsonValue(a.Value)
		}
	}
	dispatch := map[string]any{}
	for _, a := range i.Dispatch.axes() {
		if a.Value != nil {
			dispatch[a.Name] = jsonValue(a.Value)
		}
	}
	if len(dispatch) > 0 {
		d["dispatch"] = dispatch
	}
	return d
}

// Agreement is what the host and this program can do together. Each axis that the host does
// not declare, or whose documentation is silent, counts as the least.
func (h Host) Agreement() hostapi.Agreement {
	return hostapi.Negotiate(h.Declaration(), hostapi.DefaultEngine())
}

// Says is the value that the host declares for an axis, as HostIntegration.Axes names it, and
// where that is from; nil and empty if it declares none.
func (i HostIntegration) Says(name string) Axis {
	for _, a := range i.Axes() {
		if a.Name == name {
			return a.Axis
		}
	}
	return Axis{}
}

// jsonValue turns TOML's integers into JSON's only kind of number.
func jsonValue(v any) any {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	return v
}
