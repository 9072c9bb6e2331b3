package main

import (
	"strings"
	"testing"
)

func TestPrintTable(t *testing.T) {
	var b strings.Builder
	printTable(&b, "  ", [][]string{{"a", "bb", ""}, {"äöü", "", "c"}, {"x"}})
	if want := "  a    bb\n  äöü      c\n  x\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
