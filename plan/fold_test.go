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

func TestInState(t *testing.T) {
	for p, want := range map[string]bool{
		".gsd-install": true, ".gsd-install/ledger.json": true, ".GSD-Install": true, ".g\u017fd-install/x": true,
		"a/.gsd-install": false, ".gsd-installed": false, "gsd-install": false, ".": false, "": false,
	} {
		if InState(p) != want {
			t.Errorf("InState(%q) = %v", p, !want)
		}
	}
}

func TestToldApart(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"a.md", "a.md", ""}, {"a.md", "b.md", ""}, {"a/B.md", "A/b.md", "; only case tells them apart"},
		{"caf\u00e9.md", "cafe\u0301.md", "; only the form of an accent (composed or decomposed) tells them apart"},
		{"CAF\u00c9.md", "cafe\u0301.md", "; only case and the form of an accent (composed or decomposed) tells them apart"},
		{"CAF\u00c9.md", "caf\u00e9.md", "; only case tells them apart"},
	} {
		if got := ToldApart(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
