// Package lint says what of a pack the hosts reject, drop, mangle or do not take, by file and
// line and with what to do about it. What becomes of a pack on a host it has from package
// project, which renders it; of its own it has what a text says wrongly whoever reads it. Pure:
// it reads what the pack was read from, and nothing else.
package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// All stands in the hosts of a finding for all that were looked at.
const All = "all"

// Finding is one fault at one place.
type Finding struct {
	// Rule is the id of a Rule.
	Rule  string `json:"rule"`
	Level Level  `json:"level"`
	// File is a path in the pack; empty where the pack as a whole is meant. Line is
	// 1-based; 0 is the file as a whole.
	File string `json:"file"`
	Line int    `json:"line"`
	// Hosts are the ids of the hosts of which it is true, or All.
	Hosts []string `json:"hosts"`
	// Message says what and why; lower case, no full stop.
	Message string `json:"message"`
	// Fix says what to do about it.
	Fix string `json:"fix"`
}

// Target is a host in a scope, with the mounts that layout.Mounts gives.
type Target struct {
	Host   descriptors.Host
	Scope  plan.Scope
	Mounts []plan.Mount
}

// Report is all that was found, and what the pack costs.
type Report struct {
	// Findings are in order of file, line and rule.
	Findings []Finding `json:"findings"`
	// Sizes are those of the hosts that the pack can be rendered for.
	Sizes []Size `json:"sizes"`
}

// Size is what a host puts before the model at every start because of the pack, whether
// anything of it is used or not.
type Size struct {
	Host  string     `json:"host"`
	Scope plan.Scope `json:"scope"`
	Bytes int        `json:"bytes"`
	// Tokens is an estimate.
	Tokens int `json:"tokens"`
}

// Count is how many findings have a level.
func (r Report) Count(l Level) int {
	n := 0
	for _, f := range r.Findings {
		if f.Level == l {
			n++
		}
	}
	return n
}

// Broken reports a pack that is refused: all that is wrong with it is a finding, and so is what
// the rest shows by itself. What is said of one file by another is not looked at, nor are there
// sizes, since a part of the pack is missing.
func Broken(err *pack.Error, targets []Target) Report {
	c := newChecker(err.Rest, targets)
	for _, p := range err.Problems {
		c.find(p.Rule, p.File, p.Line, nil, "%s", p.Message)
	}
	if c.pack != nil {
		c.render()
		c.sources()
		c.tools()
		c.arguments()
		c.sizes = nil
	}
	return c.report()
}

// newChecker is one that has found what the pack's own notes say; p may be nil.
func newChecker(p *pack.Pack, targets []Target) *checker {
	c := &checker{pack: p, targets: targets}
	for _, t := range targets {
		if !slices.Contains(c.hosts, t.Host.ID) {
			c.hosts = append(c.hosts, t.Host.ID)
		}
	}
	if p == nil {
		return c
	}
	c.reader = project.NewReader(p)
	for _, n := range p.Notes {
		c.find(n.Rule, n.File, n.Line, nil, "%s", n.Message)
	}
	return c
}

// Check looks at a pack for the targets. The pack has to be loaded with LoadOptions.Keep.
func Check(p *pack.Pack, targets []Target) Report {
	c := newChecker(p, targets)
	c.render()
	c.sources()
	c.names()
	c.tools()
	c.hooks()
	c.texts()
	c.arguments()
	c.builtin()
	c.programs()
	return c.report()
}

// checker collects findings. Equal ones of several targets are one.
type checker struct {
	pack    *pack.Pack
	targets []Target
	hosts   []string
	reader  *project.Reader
	found   []*record
	at      map[key]*record
	sizes   []Size
}

// record is a finding with the targets of which it is true; none is for all that there are.
type record struct {
	Finding
	of []*Target
}

// key is what makes findings of two targets the same one.
type key struct {
	rule, file string
	line       int
	message    string
}

// find adds a finding of a target, nil for what is wrong whoever reads it.
func (c *checker) find(rule, file string, line int, t *Target, format string, args ...any) {
	if c.at == nil {
		c.at = map[key]*record{}
	}
	r := ruleOf(rule)
	k := key{rule, file, line, fmt.Sprintf(format, args...)}
	have := c.at[k]
	if have == nil {
		have = &record{Finding: Finding{Rule: rule, Level: r.Level, File: file, Line: line, Message: k.message, Fix: r.Fix}}
		c.at[k] = have
		c.found = append(c.found, have)
	}
	if t != nil && !slices.Contains(have.of, t) {
		have.of = append(have.of, t)
	}
}

// report orders what was found, and says All where it is true of all.
func (c *checker) report() Report {
	r := Report{Findings: []Finding{}, Sizes: append([]Size{}, c.sizes...)}
	for _, have := range c.found {
		f := have.Finding
		for _, t := range have.of {
			if !slices.Contains(f.Hosts, t.Host.ID) {
				f.Hosts = append(f.Hosts, t.Host.ID)
			}
		}
		if len(f.Hosts) == 0 || len(c.hosts) > 1 && len(f.Hosts) == len(c.hosts) {
			f.Hosts = []string{All}
		}
		slices.Sort(f.Hosts)
		r.Findings = append(r.Findings, f)
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	return r
}
