package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/gsd-install/gsd-install/emit"
)

// A ledger tells of files in its own folder, and of single ones in the home, which may have
// the same names.
func TestHookClaims(t *testing.T) {
	here, home := emit.Claim{Host: "here", Prefix: "p"}, emit.Claim{Host: "home", Prefix: "p"}
	l := &emit.Ledger{
		Records: []emit.Record{
			{Path: "hooks.json", Rule: "hook", Claims: []emit.Claim{here}},
			{Mount: "home", Path: "hooks.json", Rule: "hook", Claims: []emit.Claim{home}},
		},
		Edits: []emit.Edit{
			{Path: "settings.json", Stack: []emit.Owner{{Claim: here, Rule: "hook+mcp-server"}}},
			{Mount: "home", Path: "settings.json", Stack: []emit.Owner{{Claim: home, Rule: "hook"}}},
		},
	}
	base := t.TempDir()
	dir := filepath.Join(base, ".x")
	for place, want := range map[string][]emit.Claim{
		filepath.Join(dir, "hooks.json"):     {here},
		filepath.Join(dir, "settings.json"):  {here},
		dir:                                  {here, here},
		filepath.Join(base, "settings.json"): {home},
		filepath.Join(dir, "other.json"):     nil,
	} {
		if got := hookClaims(l, dir, base, place); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", place, got, want)
		}
	}
}
