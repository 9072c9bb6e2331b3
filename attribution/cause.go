package attribution

import (
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// Cause is a source that changed. Its lines are those of head, or of base if it was removed.
type Cause struct {
	// Path is that of a source in plans, or "prefix", "profile" and "rule", which are the
	// pack's as a whole and how a file is made.
	Path  string `json:"path"`
	Start int    `json:"start,omitempty"`
	End   int    `json:"end,omitempty"`
	// Why is what happened to it: "added", "removed", "changed", or from what to what.
	Why string `json:"why"`
}

// The usual things that happen to a source.
const (
	Added   = "added"
	Removed = "removed"
	Changed = "changed"
)

// explainer finds causes.
type explainer struct {
	base, head Side
	// ranges are answers of has.
	ranges map[rangeKey]bool
}

type rangeKey struct {
	side *Side
	path string
	text string
}

// causes are the changed sources that explain a move: its own; else what moves all of the
// pack, or all of the host; else what decides which files are emitted, and how.
func (x *explainer) causes(host string, b, h *emitted) []Cause {
	for _, find := range []func(string, *emitted, *emitted) []Cause{x.own, x.names, x.host, x.choice, x.rule} {
		if found := find(host, b, h); len(found) > 0 {
			return found
		}
	}
	return []Cause{}
}

// own are the sources that the path is or was made of and that are not what they were.
func (x *explainer) own(_ string, b, h *emitted) []Cause {
	was, is := byPath(b), byPath(h)
	var causes []Cause
	for _, path := range pathsOf(h, b) {
		causes = append(causes, x.source(path, was[path], is[path], b == nil || h == nil || b.mode != h.mode)...)
	}
	return causes
}

// byPath are the sources of what is emitted by their paths.
func byPath(e *emitted) map[string][]plan.Source {
	by := map[string][]plan.Source{}
	if e != nil {
		for _, s := range e.sources {
			by[s.Path] = append(by[s.Path], s)
		}
	}
	return by
}

// pathsOf are the paths of all sources, each once.
func pathsOf(all ...*emitted) []string {
	var paths []string
	for _, e := range all {
		if e == nil {
			continue
		}
		for _, s := range e.sources {
			if !slices.Contains(paths, s.Path) {
				paths = append(paths, s.Path)
			}
		}
	}
	return paths
}

// source compares what a path says in base and in head, as far as it is a source. Mode
// reports that it counts whether the file is executable.
func (x *explainer) source(path string, was, is []plan.Source, mode bool) []Cause {
	bt, inBase := x.base.Text(path)
	ht, inHead := x.head.Text(path)
	switch {
	case !inBase && !inHead:
		return nil
	case !inBase:
		return []Cause{{Path: path, Why: Added}}
	case !inHead:
		return []Cause{{Path: path, Why: Removed}}
	case mode && bt.Exec != ht.Exec:
		return []Cause{{Path: path, Why: Changed}}
	case bt.Data == ht.Data:
		return nil
	case strings.HasPrefix(path, "descriptor:"):
		return []Cause{{Path: path, Why: Changed}}
	}
	before, after := cutAll(bt.Data, was), cutAll(ht.Data, is)
	if slices.Equal(before, after) {
		return nil
	}
	var causes []Cause
	for i, s := range is {
		if s.Start == 0 || !x.has(&x.base, path, bt.Data, after[i]) {
			causes = append(causes, Cause{Path: path, Start: s.Start, End: s.End, Why: Changed})
		}
	}
	for i, s := range was {
		if len(is) == 0 && (s.Start == 0 || !x.has(&x.head, path, ht.Data, before[i])) {
			causes = append(causes, Cause{Path: path, Start: s.Start, End: s.End, Why: Changed})
		}
	}
	if len(causes) == 0 && len(was) > 0 && len(is) > 0 {
		causes = append(causes, Cause{Path: path, Why: Changed})
	}
	return causes
}

// has reports whether a file has a run of lines.
func (x *explainer) has(side *Side, path, data, run string) bool {
	key := rangeKey{side, path, run}
	found, known := x.ranges[key]
	if !known {
		found = strings.Contains("\n"+data+"\n", "\n"+strings.TrimSuffix(run, "\n")+"\n")
		x.ranges[key] = found
	}
	return found
}

// cutAll are the texts that sources denote in a file.
func cutAll(data string, sources []plan.Source) []string {
	texts := make([]string, len(sources))
	for i, s := range sources {
		texts[i] = cut(data, s)
	}
	return texts
}

// cut is the text that a source denotes.
func cut(data string, s plan.Source) string {
	if s.Start == 0 {
		return data
	}
	lines := strings.SplitAfter(data, "\n")
	end := min(s.End, len(lines))
	return strings.Join(lines[min(s.Start-1, end):end], "")
}

// names are the pack's prefix, which is in the name and the text of everything, and what else
// its manifest says of how texts call the pack.
func (x *explainer) names(host string, b, h *emitted) []Cause {
	was, is := x.plans(host, b, h)
	switch {
	case x.base.Manifest.Names != x.head.Manifest.Names && x.manifest().Path != "":
		return []Cause{x.manifest()}
	case was != nil && is != nil && was.Pack.Prefix != is.Pack.Prefix:
		return []Cause{{Path: "prefix", Why: was.Pack.Prefix + " to " + is.Pack.Prefix}}
	default:
		return nil
	}
}

// manifest is the manifest that has changed.
func (x *explainer) manifest() Cause {
	path := x.head.Manifest.Path
	if path == "" {
		path = x.base.Manifest.Path
	}
	return Cause{Path: path, Why: Changed}
}

// plans are those of the host that something is emitted for, nil in the side that does not
// have it.
func (x *explainer) plans(host string, b, h *emitted) (was, is *plan.Plan) {
	scope := plan.Global
	for _, e := range []*emitted{b, h} {
		if e != nil {
			scope = e.plan.Scope
		}
	}
	return find(x.base.Plans, host, scope), find(x.head.Plans, host, scope)
}

func find(plans []plan.Plan, host string, scope plan.Scope) *plan.Plan {
	i := slices.IndexFunc(plans, func(p plan.Plan) bool { return p.Host == host && p.Scope == scope })
	if i < 0 {
		return nil
	}
	return &plans[i]
}

// host are the fields of descriptors that say where things lie, which texts name.
func (x *explainer) host(host string, b, h *emitted) []Cause {
	was, is := x.plans(host, b, h)
	kind := ""
	for _, e := range []*emitted{b, h} {
		if e != nil {
			kind = e.kind
		}
	}
	var fields []string
	for _, side := range []struct {
		Side
		plan *plan.Plan
	}{{x.base, was}, {x.head, is}} {
		if side.plan != nil && side.Places != nil {
			fields = append(fields, side.Places(*side.plan, kind)...)
		}
	}
	slices.Sort(fields)
	var causes []Cause
	for _, field := range slices.Compact(fields) {
		causes = append(causes, x.source(field, nil, nil, false)...)
	}
	return causes
}

// choice are the manifest and the profile, where they decide whether a path is there and
// whether it is executable.
func (x *explainer) choice(host string, b, h *emitted) []Cause {
	if b != nil && h != nil && b.mode == h.mode && b.rule == h.rule {
		return nil
	}
	was, is := x.plans(host, b, h)
	var causes []Cause
	if x.base.Manifest != x.head.Manifest {
		causes = append(causes, x.manifest())
	}
	if was != nil && is != nil && was.Pack.Profile != is.Pack.Profile {
		causes = append(causes, Cause{Path: "profile", Why: was.Pack.Profile + " to " + is.Pack.Profile})
	}
	return causes
}

// rule is the rule, where another one makes the path.
func (x *explainer) rule(_ string, b, h *emitted) []Cause {
	if b == nil || h == nil || b.rule == h.rule {
		return nil
	}
	return []Cause{{Path: "rule", Why: b.rule + " to " + h.rule}}
}
