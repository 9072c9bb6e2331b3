package hostapi_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/hostapi"
)

// vector is a declaration and what another implementation of ADR-1239 makes of it.
type vector struct {
	In  hostapi.Declaration
	Out struct {
		ProtocolVersion int
		Effective       hostapi.Axes
		Points          map[hostapi.Point]struct{ Host, Effective hostapi.Level }
		Profile         hostapi.Profile // null, for none, leaves it empty
		Flatten         bool
		Warnings        int
	}
}

func vectors(t *testing.T) []vector {
	t.Helper()
	f, err := os.Open("../testdata/oracles/negotiation/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []vector
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("line %d: %v", len(all)+1, err)
		}
		all = append(all, v)
	}
	if len(all) != 300 {
		t.Fatalf("%d vectors, want 300", len(all))
	}
	return all
}

func TestVectors(t *testing.T) {
	for i, v := range vectors(t) {
		a := hostapi.Negotiate(v.In, hostapi.DefaultEngine())
		got := v
		got.Out.ProtocolVersion = a.ProtocolVersion
		got.Out.Effective = a.Effective
		got.Out.Points = map[hostapi.Point]struct{ Host, Effective hostapi.Level }{}
		for p, o := range a.Points {
			got.Out.Points[p] = struct{ Host, Effective hostapi.Level }{o.HostLevel, o.EffectiveLevel}
		}
		got.Out.Profile = hostapi.ProfileOf(v.In.Axes())
		got.Out.Flatten = hostapi.ShouldFlatten(v.In.Axes().Dispatch)
		got.Out.Warnings = len(a.Warnings)
		if diff := cmp.Diff(v, got); diff != "" {
			t.Errorf("line %d (-want +got):\n%s\nwarnings: %q", i+1, diff, a.Warnings)
		}
	}
}
