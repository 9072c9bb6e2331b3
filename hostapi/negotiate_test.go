package hostapi_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/hostapi"
)

// floor is what a host that says nothing gets.
var floor = hostapi.Axes{
	EmbeddingMode:  "declarative",
	CommandSurface: "prose-only",
	Dispatch:       hostapi.Dispatch{SubagentToolkit: "read-only", Isolation: "none", MaxConcurrency: 1},
	ModelMode:      "passive",
	HookBus:        "none",
	StateIO:        "session-log-append",
	Transport:      "mcp",
	Runtime:        "node",
	EffortSurface:  "none",
}

// rich declares the most that a host can have.
func rich() hostapi.Declaration {
	return hostapi.Declaration{
		"protocolVersion": 1, "embeddingMode": "imperative", "commandSurface": "slash-file", "modelMode": "active", "hookBus": "host",
		"stateIO": "filesystem", "transport": "native-extension", "runtime": "bun", "effortSurface": "argv",
		"dispatch": map[string]any{
			"namedDispatch": true, "nested": true, "maxDepth": int64(-1), "background": true, "backgroundDispatch": true,
			"subagentToolkit": "full", "isolation": "harness-worktree", "maxConcurrency": json.Number("8"),
		},
	}
}

func TestNegotiateRich(t *testing.T) {
	a := hostapi.Negotiate(rich(), hostapi.DefaultEngine())
	if diff := cmp.Diff(rich().Axes(), a.Effective); diff != "" {
		t.Errorf("effective is not what was declared:\n%s", diff)
	}
	for p, o := range a.Points {
		if o.EffectiveLevel != hostapi.Full || o.Fallback != "" {
			t.Errorf("%s: %+v", p, o)
		}
	}
	if len(a.Warnings) > 0 || hostapi.ShouldFlatten(a.Effective.Dispatch) {
		t.Errorf("warnings %q, flatten %v", a.Warnings, hostapi.ShouldFlatten(a.Effective.Dispatch))
	}
}

// Whatever one side lacks, the agreement lacks.
func TestNegotiateFloor(t *testing.T) {
	for name, a := range map[string]hostapi.Agreement{
		"no declaration": hostapi.Negotiate(nil, hostapi.DefaultEngine()),
		"nothing known":  hostapi.Negotiate(nil, hostapi.Engine{}),
	} {
		if diff := cmp.Diff(floor, a.Effective); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
		if len(a.Warnings) != 9 {
			t.Errorf("%s: %d warnings, want one an axis: %q", name, len(a.Warnings), a.Warnings)
		}
	}
	// The number of agents at once is the host's own.
	want := floor
	want.Dispatch.MaxConcurrency = 8
	if diff := cmp.Diff(want, hostapi.Negotiate(rich(), hostapi.Engine{}).Effective); diff != "" {
		t.Errorf("engine that knows nothing:\n%s", diff)
	}
}

// An engine cannot widen the vocabulary, nor let the sentinel through.
func TestNegotiateClosed(t *testing.T) {
	e := hostapi.DefaultEngine()
	e.Known["runtime"] = []string{"deno", hostapi.Undocumented}
	for _, v := range e.Known["runtime"] {
		d := rich()
		d["runtime"] = v
		if got := hostapi.Negotiate(d, e).Effective.Runtime; got != floor.Runtime {
			t.Errorf("runtime %s came through", got)
		}
	}
}

func TestNegotiateEngineDepth(t *testing.T) {
	for _, c := range []struct{ host, engine, want float64 }{
		{-1, -1, -1}, {-1, 3, 3}, {3, -1, 3}, {3, 2, 2}, {2, 3, 2}, {2, 0, 0}, {0, -1, 0}, {-3, -1, -1},
	} {
		e := hostapi.DefaultEngine()
		e.MaxDepth = c.engine
		d := rich()
		d["dispatch"].(map[string]any)["maxDepth"] = c.host
		if got := hostapi.Negotiate(d, e).Effective.Dispatch.MaxDepth; got != c.want {
			t.Errorf("host %v, engine %v: %v, want %v", c.host, c.engine, got, c.want)
		}
	}
}

func TestNegotiateVersion(t *testing.T) {
	for _, c := range []struct {
		declared any
		want     int
		warned   bool
	}{
		{1, 1, false}, {0, 0, false}, {-4, -4, false}, {0.5, 0, false}, {2, 1, true}, {1.5, 1, true}, {math.MaxFloat64, 1, true},
		{-math.MaxFloat64, math.MinInt32, false}, {math.NaN(), 1, true}, {"1", 1, true}, {nil, 1, true}, {json.Number("1e999"), 1, true},
	} {
		d := rich()
		d["protocolVersion"] = c.declared
		a := hostapi.Negotiate(d, hostapi.DefaultEngine())
		if a.ProtocolVersion != c.want || len(a.Warnings) > 0 != c.warned {
			t.Errorf("%v: version %d, warnings %q", c.declared, a.ProtocolVersion, a.Warnings)
		}
	}
}

func TestDispatchLadder(t *testing.T) {
	full := hostapi.Dispatch{NamedDispatch: true, Nested: true, MaxDepth: 2, Background: true, BackgroundDispatch: true, SubagentToolkit: "full"}
	for _, c := range []struct {
		name    string
		change  func(*hostapi.Dispatch)
		level   hostapi.Level
		flatten bool
	}{
		{"as it is", func(d *hostapi.Dispatch) {}, hostapi.Full, false},
		{"no names", func(d *hostapi.Dispatch) { d.NamedDispatch = false }, hostapi.Absent, false},
		{"no depth", func(d *hostapi.Dispatch) { d.MaxDepth = 0 }, hostapi.Absent, true},
		{"one level", func(d *hostapi.Dispatch) { d.MaxDepth = 1 }, hostapi.Degraded, true},
		{"not nested", func(d *hostapi.Dispatch) { d.Nested = false }, hostapi.Degraded, true},
		{"without limit", func(d *hostapi.Dispatch) { d.MaxDepth = -1 }, hostapi.Full, false},
		{"without limit, not nested", func(d *hostapi.Dispatch) { d.MaxDepth, d.Nested = -1, false }, hostapi.Full, true},
		{"reads only", func(d *hostapi.Dispatch) { d.SubagentToolkit = "read-only" }, hostapi.Degraded, true},
		{"unknown toolkit", func(d *hostapi.Dispatch) { d.SubagentToolkit = "" }, hostapi.Degraded, true},
		{"foreground", func(d *hostapi.Dispatch) { d.Background = false }, hostapi.Full, true},
		{"background leaves", func(d *hostapi.Dispatch) { d.BackgroundDispatch = false }, hostapi.Full, true},
	} {
		d := full
		c.change(&d)
		level, _ := hostapi.DegradationFor(hostapi.PointDispatch, hostapi.Axes{Dispatch: d})
		if got := hostapi.ShouldFlatten(d); level != c.level || got != c.flatten {
			t.Errorf("%s: %s, flatten %v; want %s, %v", c.name, level, got, c.level, c.flatten)
		}
	}
}

// The ladder has a rung for each value of the vocabulary and none for others.
func TestLadderIsComplete(t *testing.T) {
	for point, c := range map[hostapi.Point]struct {
		axis string
		with func(v string) hostapi.Axes
	}{
		hostapi.PointCommand:  {"commandSurface", func(v string) hostapi.Axes { return hostapi.Axes{CommandSurface: hostapi.CommandSurface(v)} }},
		hostapi.PointArtifact: {"commandSurface", func(v string) hostapi.Axes { return hostapi.Axes{CommandSurface: hostapi.CommandSurface(v)} }},
		hostapi.PointModel:    {"modelMode", func(v string) hostapi.Axes { return hostapi.Axes{ModelMode: hostapi.ModelMode(v)} }},
		hostapi.PointHooks:    {"hookBus", func(v string) hostapi.Axes { return hostapi.Axes{HookBus: hostapi.HookBus(v)} }},
		hostapi.PointState:    {"stateIO", func(v string) hostapi.Axes { return hostapi.Axes{StateIO: hostapi.StateIO(v)} }},
	} {
		_, unknown := hostapi.DegradationFor(point, c.with("future-value"))
		for _, v := range hostapi.Values(c.axis) {
			level, fallback := hostapi.DegradationFor(point, c.with(v))
			if fallback == unknown || (level == hostapi.Full) != (fallback == "") {
				t.Errorf("%s of %s: %s, %q", point, v, level, fallback)
			}
		}
	}
	if level, fallback := hostapi.DegradationFor("weather", floor); level != hostapi.Absent || fallback == "" {
		t.Errorf("a point that is none: %s, %q", level, fallback)
	}
}

func TestProfiles(t *testing.T) {
	for _, p := range []hostapi.Profile{hostapi.ProfileProgrammaticCLI, hostapi.ProfileDeclarativeCLI, hostapi.ProfileIDE, hostapi.ProfileNone} {
		if got := hostapi.ProfileOf(p.Baseline()); got != p {
			t.Errorf("the baseline of %q has the profile %q", p, got)
		}
	}
	if got := hostapi.Profile("desktop").Baseline(); got != (hostapi.Axes{}) {
		t.Errorf("a profile that is none has the baseline %+v", got)
	}
}

// FuzzNegotiate holds the law of the trust boundary for any JSON as declaration
// and for engines that lack any of the axes.
func FuzzNegotiate(f *testing.F) {
	seeds, err := os.ReadFile("../testdata/oracles/negotiation/vectors.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for i, line := range bytes.Split(bytes.TrimSpace(seeds), []byte("\n")) {
		var v struct{ In json.RawMessage }
		if err := json.Unmarshal(line, &v); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(v.In), uint32(i), float64(i%4-1))
	}
	for _, s := range []string{"", "null", "[]", `{"dispatch":[]}`, `{"dispatch":{"namedDispatch":true,"maxDepth":1e308}}`, `{"protocolVersion":-1e308}`, `{"runtime":"\u0000"}`, `{"dispatch":{"dispatch":{}}}`} {
		f.Add([]byte(s), uint32(0), -1.0)
	}
	for _, depth := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		f.Add(must(json.Marshal(rich())), uint32(0), depth)
	}
	f.Fuzz(func(t *testing.T, data []byte, lacks uint32, depth float64) {
		var host hostapi.Declaration
		if json.Unmarshal(data, &host) != nil {
			host = nil
		}
		engine := hostapi.DefaultEngine()
		engine.MaxDepth = depth
		for i, name := range hostapi.Names() {
			if lacks&(1<<i) != 0 {
				delete(engine.Known, name)
			}
		}
		before, _ := json.Marshal(host)
		a := hostapi.Negotiate(host, engine)
		for _, breach := range breaches(host, engine, a) {
			t.Error(breach)
		}
		if after, _ := json.Marshal(host); !bytes.Equal(before, after) {
			t.Errorf("the declaration was changed to %s", after)
		}
		if diff := cmp.Diff(a, hostapi.Negotiate(host, engine)); diff != "" {
			t.Errorf("not the same twice:\n%s", diff)
		}
		_ = hostapi.Validate(host)
	})
}

// breaches says where a is more than both sides have. It works on the JSON of both,
// so that it shares no code with Negotiate.
func breaches(host hostapi.Declaration, engine hostapi.Engine, a hostapi.Agreement) []string {
	var found []string
	effective, least := fields(a.Effective), fields(floor)
	declared := flat("", host)
	for _, name := range hostapi.Names() {
		got := effective[name]
		switch {
		case got == least[name]:
		case name == "dispatch.maxDepth":
			if beyond(got, declared[name]) || beyond(got, engine.MaxDepth) {
				found = append(found, "maxDepth is beyond host or engine")
			}
		case got != declared[name]:
			found = append(found, name+" was not declared so")
		case name == "dispatch.maxConcurrency":
		case !slices.Contains(engine.Known[name], strings.Trim(string(must(json.Marshal(got))), `"`)):
			found = append(found, name+" is not known to the engine")
		}
	}
	if len(effective) != len(hostapi.Names()) {
		found = append(found, "an axis is missing")
	}
	if a.ProtocolVersion > engine.ProtocolVersion {
		found = append(found, "the version is beyond the engine")
	}
	if bytes.Contains(must(json.Marshal(a.Effective)), []byte(hostapi.Undocumented)) {
		found = append(found, "undocumented came through")
	}
	for _, p := range hostapi.Points() {
		o, ok := a.Points[p]
		if !ok || (o.EffectiveLevel == hostapi.Full) != (o.Fallback == "") {
			found = append(found, string(p)+" has no outcome or the wrong fallback")
		}
	}
	return found
}

// beyond reports whether depth got is more than limit, where any negative number is no limit.
func beyond(got, limit any) bool {
	g, ok1 := got.(float64)
	l, ok2 := limit.(float64)
	if !ok1 || !ok2 {
		return true
	}
	limited := l >= 0 && !math.IsInf(l, 1)
	return math.IsNaN(l) || limited && (g < 0 || g > l)
}

func fields(a hostapi.Axes) map[string]any {
	var m map[string]any
	if err := json.Unmarshal(must(json.Marshal(a)), &m); err != nil {
		panic(err)
	}
	return flat("", m)
}

// flat returns the entries of m under the names that hostapi.Names has.
func flat(prefix string, m map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		if inner, ok := v.(map[string]any); ok {
			maps.Copy(out, flat(prefix+k+".", inner))
		} else {
			out[prefix+k] = v
		}
	}
	return out
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
