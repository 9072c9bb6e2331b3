package project

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
)

// permissionOf is what a permission map says of one id: a word, or words by pattern.
type permissionOf struct {
	id, word string
	patterns []patternOf
}

// patternOf is a pattern with its word.
type patternOf struct{ pattern, word string }

// permits reports whether the dialect has a permission map.
func (o *output) permits() bool {
	return slices.ContainsFunc(o.Dialect.Keys, func(k descriptors.Key) bool { return k.Form == "permission" })
}

// permission is the map of an agent: nothing but its tools and what is no tool, and of what
// these stand for not the denied ones, or, where the source lists only denied tools, these
// denied.
func (o *output) permission() ([]permissionOf, error) {
	tools, ok, err := o.tools()
	if err != nil {
		return nil, err
	}
	var rules []permissionOf
	if !ok {
		for _, id := range o.deniedTools() {
			rules = append(rules, permissionOf{id: id, word: "deny"})
		}
		return rules, nil
	}
	o.lose("grant-first", "the tools that they name", o.lineOf(grantKeys...))
	rules = append(rules, permissionOf{id: "*", word: "deny"})
	known := slices.Collect(maps.Values(o.host.Tools.Agent))
	for _, id := range slices.Sorted(maps.Keys(o.Dialect.Patterns)) {
		if !slices.Contains(known, id) {
			rules = append(rules, o.permissionOf(id))
		}
	}
	for _, id := range tools {
		rules = append(rules, o.permissionOf(id))
	}
	for _, id := range o.deniedWithin() {
		rules = append(rules, permissionOf{id: id, word: "deny"})
	}
	return narrower(rules), nil
}

// narrower puts what an id stands for behind it, since of two that fit hosts go by the later
// one, and leaves the order else.
func narrower(rules []permissionOf) []permissionOf {
	var sorted []permissionOf
	for _, r := range rules {
		at := slices.IndexFunc(sorted, func(other permissionOf) bool { return r.id != other.id && standsFor(r.id, other.id) })
		if at < 0 {
			at = len(sorted)
		}
		sorted = slices.Insert(sorted, at, r)
	}
	return sorted
}

// standsFor reports whether an id in a permission map, in which "*" is any text, fits another
// or all that the other fits. All tools of a server "a" are "a_*" there, and so are those of a
// server "a_b".
func standsFor(id, other string) bool {
	parts := strings.Split(id, "*")
	rest, ok := strings.CutPrefix(other, parts[0])
	if len(parts) == 1 || !ok {
		return id == other
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, parts[last])
}

// anyStandsFor reports whether one of the ids stands for another.
func anyStandsFor(ids []string, other string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return standsFor(id, other) })
}

// permissionOf allows an id as far as the dialect does.
func (o *output) permissionOf(id string) permissionOf {
	patterns := o.Dialect.Patterns[id]
	if patterns == nil {
		return permissionOf{id: id, word: "allow"}
	}
	rule := permissionOf{id: id}
	for _, pattern := range slices.Sorted(maps.Keys(patterns)) {
		for _, p := range o.payloadPatterns(pattern) {
			rule.patterns = append(rule.patterns, patternOf{p, patterns[pattern]})
		}
	}
	return rule
}

// payloadPatterns puts each folder of the payload in the place of {payload}; there are
// none where it lies in the project.
func (o *output) payloadPatterns(pattern string) []string {
	if !strings.Contains(pattern, "{payload}") {
		return []string{pattern}
	}
	var all []string
	if home := o.spelling.payload.shown(); strings.HasPrefix(home, "~") || path.IsAbs(home) {
		for _, top := range o.spelling.tops {
			all = append(all, strings.ReplaceAll(pattern, "{payload}", joinPath(home, top)))
		}
	}
	return all
}

// yamlPermission writes the map of a field in the form permission.
func (f field) yamlPermission() string {
	var b strings.Builder
	b.WriteString(f.key + ":\n")
	for _, r := range f.rules {
		if r.word != "" {
			b.WriteString("  " + yamlKey(yamlScalar(r.id), r.word))
			continue
		}
		b.WriteString("  " + yamlScalar(r.id) + ":\n")
		for _, p := range r.patterns {
			b.WriteString("    " + yamlKey(yamlScalar(p.pattern), p.word))
		}
	}
	return b.String()
}
