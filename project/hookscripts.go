package project

import (
	"fmt"

	"github.com/gsd-install/gsd-install/plan"
)

// scripts are the programs that run the hooks of each event.
func (r registration) scripts(Input, []wired) ([]plan.Artifact, error) {
	return nil, fmt.Errorf("%s: form scripts is not there yet", r.field)
}
