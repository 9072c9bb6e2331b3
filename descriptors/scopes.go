package descriptors

import (
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// Scopes are the scopes that something is for; none means both.
type Scopes []plan.Scope

// Has reports whether it is for the scope.
func (s Scopes) Has(scope plan.Scope) bool { return slices.Contains(s.Each(), scope) }

// Each returns the scopes, global before local where it is for both.
func (s Scopes) Each() []plan.Scope {
	if len(s) == 0 {
		return []plan.Scope{plan.Global, plan.Local}
	}
	return s
}
