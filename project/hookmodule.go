package project

import (
	"fmt"

	"github.com/gsd-install/gsd-install/plan"
)

// module is the code that the host loads and that runs the hooks of each event.
func (r registration) module(Input, []wired) ([]plan.Artifact, error) {
	return nil, fmt.Errorf("%s: form module is not there yet", r.field)
}
