package hostapi_test

import (
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/hostapi"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(d hostapi.Declaration, dispatch map[string]any)
		want   string // empty means that it is right
	}{
		{"as it is", func(d hostapi.Declaration, _ map[string]any) {}, ""},
		{"undocumented", func(d hostapi.Declaration, f map[string]any) {
			d["runtime"], f["nested"], f["maxDepth"], f["isolation"] = hostapi.Undocumented, hostapi.Undocumented, hostapi.Undocumented, hostapi.Undocumented
		}, ""},
		{"undocumented as a whole", func(d hostapi.Declaration, _ map[string]any) { d["dispatch"] = hostapi.Undocumented }, ""},
		{"missing", func(d hostapi.Declaration, f map[string]any) { delete(d, "runtime"); delete(f, "nested") }, ""},
		{"unknown word", func(d hostapi.Declaration, _ map[string]any) { d["runtime"] = "deno" }, `runtime: unknown value "deno"`},
		{"unknown axis", func(d hostapi.Declaration, _ map[string]any) { d["weather"] = "fair" }, `"weather": no such axis`},
		{"field as axis", func(d hostapi.Declaration, _ map[string]any) { d["nested"] = true }, `"nested": no such axis`},
		{"unknown field", func(_ hostapi.Declaration, f map[string]any) { f["depth"] = 1 }, `"dispatch.depth": no such axis`},
		{"word of another type", func(d hostapi.Declaration, _ map[string]any) { d["runtime"] = true }, "runtime: not a string"},
		{"null", func(d hostapi.Declaration, _ map[string]any) { d["runtime"] = nil }, "runtime: not a string"},
		{"flag as word", func(_ hostapi.Declaration, f map[string]any) { f["nested"] = "true" }, "dispatch.nested: not true, false"},
		{"uncomparable", func(_ hostapi.Declaration, f map[string]any) { f["nested"] = []any{} }, "dispatch.nested: not true, false"},
		{"depth below", func(_ hostapi.Declaration, f map[string]any) { f["maxDepth"] = -2 }, "dispatch.maxDepth: -2 is not"},
		{"depth in parts", func(_ hostapi.Declaration, f map[string]any) { f["maxDepth"] = 1.5 }, "dispatch.maxDepth: 1.5 is not"},
		{"nothing at once", func(_ hostapi.Declaration, f map[string]any) { f["maxConcurrency"] = 0 }, "dispatch.maxConcurrency: 0 is not"},
		{"inexact", func(_ hostapi.Declaration, f map[string]any) { f["maxConcurrency"] = float64(1 << 53) }, "dispatch.maxConcurrency: "},
		{"dispatch as word", func(d hostapi.Declaration, _ map[string]any) { d["dispatch"] = "x" }, "dispatch: not an object"},
		{"version as word", func(d hostapi.Declaration, _ map[string]any) { d["protocolVersion"] = "1" }, "protocolVersion: not a number"},
	} {
		d := rich()
		c.change(d, d["dispatch"].(map[string]any))
		err := hostapi.Validate(d)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// All problems come in one error, in order.
func TestValidateJoins(t *testing.T) {
	err := hostapi.Validate(hostapi.Declaration{"runtime": 1, "hookBus": "x", "dispatch": map[string]any{"nested": 1, "a": 1}})
	want := "\"dispatch.a\": no such axis\ndispatch.nested: not true, false or \"undocumented\"\nhookBus: unknown value \"x\", not one of host, engine, none\nruntime: not a string"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestValues(t *testing.T) {
	if got := hostapi.Values("dispatch"); got != nil {
		t.Errorf("dispatch is no word but has the values %q", got)
	}
	hostapi.Values("hookBus")[0] = "changed"
	if got := hostapi.Values("hookBus")[0]; got != "host" {
		t.Errorf("a caller changed the vocabulary: %q", got)
	}
	for _, name := range hostapi.Names() {
		for _, v := range hostapi.Values(name) {
			if v == hostapi.Undocumented || v == "" {
				t.Errorf("%s has the value %q", name, v)
			}
		}
	}
}
