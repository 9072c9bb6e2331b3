package plan

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// TestLeaves holds that joined errors come apart at any depth, and that one which wraps
// several stays whole.
func TestLeaves(t *testing.T) {
	a, b, c := errors.New("a"), errors.New("b"), errors.New("c")
	both := fmt.Errorf("%w: %w", a, b)
	placed := FileErrorf("f", "%w", errors.Join(a, b))
	for _, tt := range []struct {
		err  error
		want []error
	}{
		{nil, nil},
		{a, []error{a}},
		{errors.Join(a, errors.Join(b, both), c), []error{a, b, both, c}},
		{placed, []error{placed}},
	} {
		if got := Leaves(tt.err); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.err, got, tt.want)
		}
	}
}
