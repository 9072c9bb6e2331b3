package layout

import (
	"fmt"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// Variants says that h was not found and a host was that its makers name in its
// place, or that they name it in place of: people take the two for one.
func Variants(h descriptors.Host, env Env) []plan.Note {
	var notes []plan.Note
	others := env
	others.ConfigDir = "" // it is h's
	for _, head := range h.Set().Heads() {
		if head.ID != h.Successor && head.Successor != h.ID {
			continue
		}
		other, _ := h.Set().Get(head.ID)
		if d := Detect(other, others); d.Found && !Detect(h, env).Found {
			notes = append(notes, plan.Note{Rule: "other-variant", Message: fmt.Sprintf(
				"%s was not found here, but %s was: %s; if that is the one you use, take --%s", h.Title, other.Title, d.Why, other.ID)})
		}
	}
	return notes
}
