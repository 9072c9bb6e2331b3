package main

import (
	"strings"
	"testing"
)

// Of long lines that part is shown in which they begin to differ.
func TestClipped(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, tt := range []struct{ was, is, wantWas, wantIs string }{
		{"one", "two", "one", "two"},
		{"", "x\x1b", "", `x\x1b`},
		{long + "b", long + "c", "…" + long[:18] + "b", "…" + long[:18] + "c"},
		{"b" + long, "c", "b" + long[:55] + "…", "c"},
		{"ä" + long[:40], "ö", "ä" + long[:40], "ö"},
		{long, long[:70], "…" + long[:48], "…" + long[:18]},
	} {
		if was, is := clipped(tt.was, tt.is); was != tt.wantWas || is != tt.wantIs {
			t.Errorf("%q and %q: %q and %q, want %q and %q", tt.was, tt.is, was, is, tt.wantWas, tt.wantIs)
		}
	}
}
