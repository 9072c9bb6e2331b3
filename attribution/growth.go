package attribution

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gsd-install/gsd-install/plan"
)

// Size is how many bytes there are of something.
type Size struct {
	Base int `json:"base"`
	Head int `json:"head"`
}

// Growth is how many bytes more there are in head.
func (s Size) Growth() int { return s.Head - s.Base }

// Always is what a host puts before the model at every start.
type Always struct {
	Host  string     `json:"host"`
	Scope plan.Scope `json:"scope"`
	Size
}

// AlwaysLoaded compares, for each host and scope that both sides have, what is always
// loaded; equal ones are left out.
func AlwaysLoaded(base, head Side) []Always {
	var all []Always
	for _, p := range head.Plans {
		was := find(base.Plans, p.Host, p.Scope)
		if was == nil {
			continue
		}
		if s := (Size{was.Always(), p.Always()}); s.Growth() != 0 {
			all = append(all, Always{p.Host, p.Scope, s})
		}
	}
	return all
}

// Excess is a file of the pack that has more than some hosts take.
type Excess struct {
	// Path is the file's, empty for all that a host lists together; Message is what the
	// plan notes of it.
	Path    string   `json:"path,omitempty"`
	Rule    string   `json:"rule"`
	Message string   `json:"message"`
	Hosts   []string `json:"hosts"`
	Size
}

// limitRules are the rules of notes that something is longer than a host takes.
var limitRules = []string{"body-limit", "listing-budget", "shortened"}

// Beyond returns what is beyond a limit of hosts in head and was not so in base, or has grown
// since, in order of paths.
func Beyond(base, head Side) []Excess {
	found := map[string]*Excess{}
	for _, p := range head.Plans {
		was := find(base.Plans, p.Host, p.Scope)
		if was == nil {
			continue
		}
		for _, n := range p.Notes {
			if !slices.Contains(limitRules, n.Rule) {
				continue
			}
			size := Size{was.Always(), p.Always()}
			if n.Path != "" {
				size = sizes(base, head, n.Path)
			}
			if slices.ContainsFunc(was.Notes, func(b plan.Note) bool { return asBefore(b, n, size) }) {
				continue
			}
			key := fmt.Sprint(n.Rule, n.Path, n.Message, size)
			if found[key] == nil {
				found[key] = &Excess{Path: n.Path, Rule: n.Rule, Message: n.Message, Size: size}
			}
			if e := found[key]; !slices.Contains(e.Hosts, p.Host) {
				e.Hosts = append(e.Hosts, p.Host)
			}
		}
	}
	all := make([]Excess, 0, len(found))
	for _, e := range found {
		slices.Sort(e.Hosts)
		all = append(all, *e)
	}
	slices.SortFunc(all, func(a, b Excess) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	return all
}

// asBefore reports whether base has a note that says no less: of one file that has not grown,
// or the same of all that is listed.
func asBefore(b, n plan.Note, size Size) bool {
	if b.Rule != n.Rule || b.Path != n.Path {
		return false
	}
	return size.Growth() <= 0 || n.Path == "" && b.Message == n.Message
}

// sizes are those of a file of the pack, 0 where it is not there.
func sizes(base, head Side, path string) Size {
	bt, _ := base.Text(path)
	ht, _ := head.Text(path)
	return Size{len(bt.Data), len(ht.Data)}
}
