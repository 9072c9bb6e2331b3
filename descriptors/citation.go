package descriptors

import (
	"reflect"
	"strings"
)

// Citation returns what a field of a built-in descriptor rests on: a URL, or
// "client:PACKAGE@VERSION:WHERE" for what was found in a client. The field is named as in
// plans, "descriptor:ID#dialects.agents". It is the source of the innermost table around the
// field that has one, else the descriptor's own; empty if there is no such descriptor.
func Citation(field string) string { return builtin.Citation(field) }

// Citation is the function Citation for the descriptors of the set.
func (s *Set) Citation(field string) string {
	id, path, _ := strings.Cut(strings.TrimPrefix(field, "descriptor:"), "#")
	if s, ok := s.folder(id); ok {
		return cite(reflect.ValueOf(s), s.Source, strings.Split(path, "."))
	}
	if h, ok := s.Get(id); ok {
		return cite(reflect.ValueOf(h), h.Docs, strings.Split(path, "."))
	}
	return ""
}

// cite goes down path from a table whose source is known.
func cite(v reflect.Value, known string, path []string) string {
	for _, name := range path {
		switch v.Kind() {
		case reflect.Struct:
			v = tagged(v, name)
		case reflect.Map:
			v = v.MapIndex(reflect.ValueOf(name))
		default:
			return known
		}
		if !v.IsValid() {
			return known
		}
		if v.Kind() != reflect.Struct {
			continue
		}
		if source := v.FieldByName("Source"); source.IsValid() && source.String() != "" {
			known = source.String()
		}
	}
	return known
}

// tagged is the field of a struct with a name in TOML; invalid if there is none.
func tagged(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("toml") == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}
