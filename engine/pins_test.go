package engine

import (
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/project"
)

// TestPin holds who has the last word: who asks, then the project, then what was given before;
// what the project said before and says no more has none.
func TestPin(t *testing.T) {
	given, config := project.Pin{Model: "given", Effort: "low"}, project.Pin{Model: "config", Effort: "high", Config: true}
	asked := project.Pin{Model: "asked", Effort: "max"}
	says := []Pinned{{Host: "h", Pin: config}}
	for _, tt := range []struct {
		was  project.Pin
		o    Order
		want project.Pin
	}{
		{want: project.Pin{}},
		{was: given, want: given},
		{was: config, want: config},
		{was: config, o: Order{Pinned: []Pinned{}}, want: project.Pin{}},
		{was: given, o: Order{Pinned: []Pinned{}}, want: given},
		{was: given, o: Order{Pinned: says}, want: config},
		{was: given, o: Order{Pin: &asked, Pinned: says}, want: asked},
		{was: given, o: Order{Pin: &project.Pin{}}, want: project.Pin{}},
	} {
		target := Target{Host: descriptors.Host{ID: "h"}, Pins: map[string]project.Pin{"p": tt.was}}
		if got := target.pin(&pack.Pack{Prefix: "p"}, tt.o); got != tt.want {
			t.Errorf("was %v, %+v: %v, want %v", tt.was, tt.o, got, tt.want)
		}
	}
}
