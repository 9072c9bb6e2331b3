package hostapi

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Validate reports all that is wrong with a declaration as its author wrote it:
// names that are no axis, values outside the vocabulary, numbers out of range.
// [Undocumented] is right everywhere, and an axis may be missing. It is for
// those who publish a declaration; Negotiate takes any.
func Validate(d Declaration) error {
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(d)) {
		switch name {
		case "protocolVersion":
			problems = append(problems, checkNumber(name, d[name], 1))
		case "dispatch":
			problems = append(problems, checkDispatch(d[name])...)
		default:
			problems = append(problems, check(name, d[name]))
		}
	}
	return errors.Join(problems...)
}

func checkDispatch(v any) []error {
	if v == Undocumented {
		return nil
	}
	fields, ok := fieldsOf(v)
	if !ok {
		return []error{errors.New("dispatch: not an object")}
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		problems = append(problems, check("dispatch."+name, fields[name]))
	}
	return problems
}

func check(name string, v any) error {
	t, ok := lookUp(name)
	if !ok {
		return fmt.Errorf("%.80q: no such axis", name)
	}
	if v == Undocumented {
		return nil
	}
	switch t.kind {
	case word:
		return checkWord(t, v)
	case flag:
		if _, ok := v.(bool); !ok {
			return fmt.Errorf("%s: not true, false or %q", name, Undocumented)
		}
		return nil
	case number:
		return checkNumber(name, v, t.least)
	default:
		panic("hostapi: a term of no kind")
	}
}

func checkWord(t term, v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("%s: not a string", t.name)
	}
	if !slices.Contains(t.values, s) {
		return fmt.Errorf("%s: unknown value %.40q, not one of %s", t.name, s, strings.Join(t.values, ", "))
	}
	return nil
}

func checkNumber(name string, v any, least float64) error {
	f, ok := numberOf(v)
	if !ok {
		return fmt.Errorf("%s: not a number", name)
	}
	if f != math.Trunc(f) || f < least || f > maxExact {
		return fmt.Errorf("%s: %v is not a whole number from %v on", name, f, least)
	}
	return nil
}
