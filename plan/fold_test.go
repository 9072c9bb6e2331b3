package plan

import "testing"

func TestFold(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"a/B.md", "A/b.md", true}, {"caf\u00e9.md", "cafe\u0301.md", true}, {"CAF\u00c9.md", "cafe\u0301.md", true}, {"\u212a", "k", true},
		{"\u01f0", "J\u030c", true}, {"\u017f", "s", true}, {"a.md", "b.md", false}, {"cafe.md", "caf\u00e9.md", false}, {"\ufb01", "fi", false},
	} {
		if (Fold(c.a) == Fold(c.b)) != c.same {
			t.Errorf("%q and %q: %q, %q", c.a, c.b, Fold(c.a), Fold(c.b))
		}
	}
}
