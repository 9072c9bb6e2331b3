package main

import "encoding/json"

// printJSON prints v as one indented JSON document on standard output.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(exact{a.out})
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
