package attribution

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// Moves returns what moved from base to head, in order of path, each path that is the same
// for several hosts once.
func Moves(base, head Side) []Move {
	was, is := emittedBy(base), emittedBy(head)
	x := explainer{base: base, head: head, ranges: map[rangeKey]bool{}}
	merged := map[string]*Move{}
	for k := range union(was, is) {
		b, h := was[k], is[k]
		if b != nil && h != nil && b.same(h) {
			continue
		}
		m := x.move(k, b, h)
		key := m.key(b, h)
		if have := merged[key]; have != nil {
			have.Hosts = append(have.Hosts, m.Hosts...)
			continue
		}
		merged[key] = &m
	}
	moves := make([]Move, 0, len(merged))
	for _, m := range merged {
		slices.Sort(m.Hosts)
		moves = append(moves, *m)
	}
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Hosts[0], b.Hosts[0]), cmp.Compare(a.Scope, b.Scope))
	})
	return moves
}

// place is where something is emitted.
type place struct {
	host  string
	scope plan.Scope
	path  string
}

// emitted is what a plan wants at a path.
type emitted struct {
	plan *plan.Plan
	kind string
	rule string
	data []byte
	sum  plan.Sum
	mode fs.FileMode
	// whole reports that the path is ours, and not one that we only edit.
	whole   bool
	sources []plan.Source
}

func (e *emitted) same(o *emitted) bool {
	return e.sum == o.sum && e.mode == o.mode && e.whole == o.whole
}

// emittedBy is all that a side emits. Of an edit it is our pieces.
func emittedBy(s Side) map[place]*emitted {
	all := map[place]*emitted{}
	for i := range s.Plans {
		p := &s.Plans[i]
		shown := map[string]string{}
		for _, m := range p.Mounts {
			shown[m.ID] = m.Shown
		}
		for _, a := range p.Artifacts {
			all[place{p.Host, p.Scope, join(shown[a.Mount], a.Path)}] = &emitted{
				plan: p, kind: a.Kind, rule: a.Rule, data: a.Data, sum: a.Sum, mode: a.Mode, whole: true, sources: sourcesOf(p, a),
			}
		}
		for _, e := range p.Edits {
			data, kind := pieces(e), ""
			if e.Format == plan.Block {
				kind = "rule" // they are what goes into blocks
			}
			all[place{p.Host, p.Scope, join(shown[e.Mount], e.Path)}] = &emitted{
				plan: p, kind: kind, rule: e.Rule, data: data, sum: plan.SumOf(data), sources: e.Sources,
			}
		}
	}
	return all
}

// sourcesOf are the sources of an artifact. One that packs have in common is there for what
// the pack has of its rule besides, and says nothing of that itself.
func sourcesOf(p *plan.Plan, a plan.Artifact) []plan.Source {
	if !a.Common {
		return a.Sources
	}
	all := slices.Clone(a.Sources)
	for _, other := range p.Artifacts {
		if other.Rule == a.Rule && other.Mount == a.Mount && !other.Common {
			all = append(all, other.Sources...)
		}
	}
	return all
}

// pieces writes what an edit puts into a file, a line for each piece.
func pieces(e plan.Edit) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, op := range e.Ops {
		_ = enc.Encode(op) // its only value that could fail is JSON already
	}
	return b.Bytes()
}

func join(dir, path string) string {
	if dir == "" || dir == "." {
		return path
	}
	return strings.TrimSuffix(dir, "/") + "/" + path
}

// union are the keys of two maps in an order of their own, which is always the same.
func union(a, b map[place]*emitted) func(func(place) bool) {
	keys := maps.Clone(a)
	maps.Copy(keys, b)
	return slices.Values(slices.SortedFunc(maps.Keys(keys), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.host, b.host), cmp.Compare(a.scope, b.scope))
	}))
}

// move describes one move; one of b and h may be nil.
func (x *explainer) move(k place, b, h *emitted) Move {
	m := Move{Path: k.path, Action: plan.Update, Hosts: []string{k.host}, Scope: k.scope}
	now := h
	switch {
	case b == nil:
		m.Action = plan.Create
	case h == nil:
		m.Action, now = plan.Remove, b
	}
	m.Rule, m.Sources = now.rule, now.sources
	m.Causes = x.causes(k.host, b, h)
	if len(m.Causes) == 0 && m.Action == plan.Update {
		m.Difference = difference(b.data, h.data)
	}
	return m
}

// key is equal for moves that are one for several hosts.
func (m *Move) key(b, h *emitted) string {
	var sums [2]plan.Sum
	for i, e := range []*emitted{b, h} {
		if e != nil {
			sums[i] = e.sum
		}
	}
	return fmt.Sprint(m.Path, m.Scope, m.Action, m.Rule, sums, m.Causes)
}

// difference finds the first line that differs.
func difference(was, is []byte) *Difference {
	a, b := strings.Split(string(was), "\n"), strings.Split(string(is), "\n")
	for i := range max(len(a), len(b)) {
		var d Difference
		if i < len(a) {
			d.Was = a[i]
		}
		if i < len(b) {
			d.Is = b[i]
		}
		if d.Was != d.Is || i >= len(a) || i >= len(b) {
			d.Line = i + 1
			return &d
		}
	}
	return nil
}
