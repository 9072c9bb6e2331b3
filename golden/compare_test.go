package golden

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompare holds that every kind of difference shows.
func TestCompare(t *testing.T) {
	want := Tree{"a": {Data: []byte("1\n2\n3\n")}, "b": {Exec: true}, "c": {Data: []byte("gone\n")}, "e": {}}
	got := Tree{"a": {Data: []byte("1\nX\n3\n")}, "b": {}, "d": {Data: []byte("\x00\x01")}, "e": {}}
	var text string
	for _, m := range Compare(want, got, true) {
		text += m.String()
	}
	const all = `--- a/a
+++ b/a
@@ -1,3 +1,3 @@
 1
-2
+X
 3
b: executable is false, was true
--- a/c
+++ /dev/null
@@ -1,1 +0,0 @@
-gone
d: added, of 2 bytes, was of 0
`
	if diff := cmp.Diff(all, text); diff != "" {
		t.Error(diff)
	}
	if moves := Compare(Tree{"b": {}}, Tree{"a": {}, "c": {}}, true); len(moves) != 3 || moves[0].Path != "a" || moves[1].Path != "b" {
		t.Errorf("out of order: %v", moves)
	}
	if moves := Compare(want, want, true); moves != nil {
		t.Error(moves)
	}
	if moves := Compare(Tree{"b": {Exec: true}}, Tree{"b": {}}, false); moves != nil {
		t.Error("modes count where they should not")
	}
}
