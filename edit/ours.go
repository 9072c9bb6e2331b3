package edit

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/gsd-install/gsd-install/plan"
)

// commands are the strings in v, at any depth, that are called "command" and name a
// file: an element is known by them when other things in it were edited.
func commands(v hujson.Value) []string {
	var all []string
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			lit, ok := m.Value.Value.(hujson.Literal)
			switch {
			case !ok:
				all = append(all, commands(m.Value)...)
			case lit.Kind() == '"' && nameOf(m) == "command" && strings.ContainsAny(lit.String(), `/\`):
				all = append(all, lit.String())
			}
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			all = append(all, commands(e)...)
		}
	}
	return all
}

// othersOf reports for an element of the array of op whether it is the whole piece of
// another of the ops, and so no edited form of op's.
func othersOf(op plan.Op, all []plan.Op) func(hujson.Value) bool {
	var others []hujson.Value
	for _, o := range all {
		if o.Kind != plan.Append || !slices.Equal(o.Key, op.Key) {
			continue
		}
		if v, err := hujson.Parse(slices.Clone(o.Value)); err == nil {
			others = append(others, v)
		}
	}
	return func(e hujson.Value) bool {
		return slices.ContainsFunc(others, func(v hujson.Value) bool { return equalJSON(e, v) })
	}
}

// edited reports whether every command of v still runs from an element of the array,
// though no element is v.
func edited(array, v hujson.Value, op plan.Op, all []plan.Op) bool {
	arr, ok := array.Value.(*hujson.Array)
	mine, other := commands(v), othersOf(op, all)
	if !ok || op.Kind != plan.Append || len(mine) == 0 {
		return false
	}
	var there []string
	for _, e := range arr.Elements {
		if !other(e) {
			there = append(there, commands(e)...)
		}
	}
	return !slices.ContainsFunc(mine, func(c string) bool { return !slices.Contains(there, c) })
}

// allOurs reports whether nothing in v does anything but run commands of mine: no other
// command is in it, and in no array an object without one.
func allOurs(v hujson.Value, mine []string) bool {
	switch c := v.Value.(type) {
	case *hujson.Object:
		return !slices.ContainsFunc(c.Members, func(m hujson.ObjectMember) bool {
			lit, ok := m.Value.Value.(hujson.Literal)
			if ok && nameOf(m) == "command" {
				return !slices.Contains(mine, lit.String())
			}
			return !allOurs(m.Value, mine)
		})
	case *hujson.Array:
		return !slices.ContainsFunc(c.Elements, func(e hujson.Value) bool {
			return isContainer(e) && (len(commands(e)) == 0 || !allOurs(e, mine))
		})
	}
	return true
}

// oursIn finds the outermost array element in v that runs commands of mine and does
// nothing else, and returns the indices that lead to it; nil if there is none. Elements of
// v itself for which other holds are left out.
func oursIn(v *hujson.Value, mine []string, other func(hujson.Value) bool) []int {
	array := v.Value.Kind() == '['
	for i := range size(v) {
		e := element(v, i)
		switch {
		case len(commands(*e)) == 0 || array && other(*e):
		case array && allOurs(*e, mine):
			return []int{i}
		default:
			if rest := oursIn(e, mine, func(hujson.Value) bool { return false }); rest != nil {
				return append([]int{i}, rest...)
			}
		}
	}
	return nil
}
