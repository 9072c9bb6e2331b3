package main

import "testing"

func TestCommonFolder(t *testing.T) {
	for _, c := range [][3]string{
		{"", ".agents/gsd", ".agents/gsd"},
		{".agents/gsd/a", ".agents/gsd/b", ".agents/gsd"},
		{".agents/gsd", ".agents/gsdx", ".agents"},
		{"~/.agents/gsd", "~/.cline/hooks", "~"},
		{".agents/gsd", ".cline/hooks", "."},
		{"~/.agents", "/srv/x", "."},
		{"/srv/a", "/opt/b", "/"},
		{"/", "/opt/b", "/"},
		{".", "x", "."},
	} {
		if got := common(c[0], c[1]); got != c[2] {
			t.Errorf("%s and %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
