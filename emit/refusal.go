package emit

import (
	"errors"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// Refusal is a problem that stands in the way of some hosts of a run; others could do
// without them.
type Refusal struct {
	// Hosts are the ids of the hosts that want what it is about, or give it up, sorted.
	// None means every host that has Dir among its mounts.
	Hosts []string
	// Dir is the OS path of a mount; empty if Hosts says it all.
	Dir string

	error
}

// Unwrap returns the problem itself.
func (r *Refusal) Unwrap() error { return r.error }

// refuseAll is a problem of every host that has the directory as a mount.
func refuseAll(dir string, err error) error {
	if err == nil {
		return nil
	}
	return &Refusal{Dir: dir, error: err}
}

// fail tells of a problem, or of several that were joined, of what the claims want or
// give up.
func (t *tally) fail(err error, claims ...Claim) {
	var hosts []string
	for _, c := range claims {
		hosts = append(hosts, c.Host)
	}
	slices.Sort(hosts)
	for _, err := range plan.Leaves(err) {
		t.errs = append(t.errs, &Refusal{Hosts: slices.Compact(hosts), error: err})
	}
}

// failAll tells of a problem of every host that has the mount.
func (t *tally) failAll(m *mount, err error) {
	t.errs = append(t.errs, &Refusal{Dir: m.Dir, error: err})
}

// problems are the errors, each once, with all the hosts that have it.
func (t *tally) problems() error {
	var errs []error
	known := map[string]*Refusal{}
	for _, r := range t.errs {
		first := known[r.Error()]
		if first == nil {
			known[r.Error()] = r
			errs = append(errs, r)
			continue
		}
		first.Hosts = append(first.Hosts, r.Hosts...)
		slices.Sort(first.Hosts)
		first.Hosts = slices.Compact(first.Hosts)
	}
	return errors.Join(errs...)
}

// concerned are the claims of the run on a path: those that want it and those of its
// record that the run makes or gives up.
func (e *entry) concerned() []Claim {
	claims := slices.Clone(e.claims)
	if e.rec != nil {
		for _, c := range e.rec.Claims {
			if !slices.Contains(e.stay, c) {
				claims = append(claims, c)
			}
		}
	}
	return claims
}

// concerned are likewise those of the run on a file of the user's.
func (t *tally) concerned(e *editEntry) []Claim {
	var claims []Claim
	for _, w := range e.wants {
		claims = append(claims, w.claim)
	}
	if e.old != nil {
		for _, o := range e.old.Stack {
			if t.ofRun(o.Claim) {
				claims = append(claims, o.Claim)
			}
		}
	}
	return claims
}
