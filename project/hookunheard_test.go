package project

import (
	"slices"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// Where a host passes over what a hook prints, a note says so: over text in general, or
// over anything at some of its events.
func TestUnheard(t *testing.T) {
	say := "SessionStart hook gsd/hooks/say.sh: it runs, but "
	for host, want := range map[string][]string{
		"claude": nil,
		"zcode":  {say + "ZCode does not pass on what it prints"},
		"cline": {
			"SessionStart hook gsd/hooks/start.sh: it runs, but Cline does not pass on what it prints",
			say + "Cline does not pass on what it prints",
		},
	} {
		if got := noted(render(t, hookPack(t), host, plan.Global), "hook-unheard"); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}
