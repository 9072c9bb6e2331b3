package pack

import (
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	deep := strings.Repeat("d/", 40) + "f.md"
	for _, c := range []struct {
		glob, path string
		want       bool
	}{
		{"a/b.md", "a/b.md", true},
		{"a/*.md", "a/b.md", true},
		{"a/*.md", "a/b/c.md", false},
		{"*.md", "a/b.md", false},
		{"**", "a", true},
		{"**", "a/b/c", true},
		{"**/*.md", "b.md", true},
		{"**/*.md", "a/b/c.md", true},
		{"a/**", "a/b", true},
		{"a/**", "b/a", false},
		{"a/**/z", "a/z", true},
		{"a/**/z", "a/b/c/z", true},
		{"a/**/z", "a/b/z/y", false},
		{"**/b/**/d", "a/b/c/b/d", true},
		{"a/[", "a/b", false},
		// as fast as any other, however many ways there are to read it
		{strings.Repeat("**/", 30) + "x.md", deep, false},
		{strings.Repeat("**/d/", 20) + "f.md", deep, true},
	} {
		if got := Match(c.glob, c.path); got != c.want {
			t.Errorf("Match(%q, %q) = %v", c.glob, c.path, got)
		}
	}
}
