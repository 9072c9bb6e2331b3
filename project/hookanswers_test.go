package project

import (
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/plan"
)

// Where a host takes an answer that is not in its own form for a refusal, no hook of a
// pack is registered, and a note says why; other events have theirs, flat where the host
// wants them so.
func TestOwnAnswers(t *testing.T) {
	for _, s := range scopes {
		pl := render(t, hookPack(t), "antigravity", s)
		if len(pl.Edits) != 1 {
			t.Fatalf("%s: %+v", s, pl.Edits)
		}
		var events []string
		for _, op := range pl.Edits[0].Ops {
			events = append(events, strings.Join(op.Key, "."))
			if strings.Contains(string(op.Value), `"hooks"`) || op.Kind != plan.Append {
				t.Errorf("%s: %s of %s in a list of flat entries", s, op.Value, op.Key)
			}
		}
		if want := []string{"gsd.SessionStart"}; !slices.Equal(events, want) {
			t.Errorf("%s: hooks at %v, want %v", s, events, want)
		}
		refused := 0
		for _, note := range noted(pl, "hook-lost") {
			if strings.Contains(note, "PreToolUse") && strings.Contains(note, "takes what a hook answers there for a refusal, if not in its own form") {
				refused++
			}
		}
		if refused != 2 {
			t.Errorf("%s: notes %q", s, noted(pl, "hook-lost"))
		}
	}
}
