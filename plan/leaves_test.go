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
	for _, tt := range []struct {
		err  error
		want []error
	}{
		{nil, nil},
		{a, []error{a}},
		{errors.Join(a, errors.Join(b, both), c), []error{a, b, both, c}},
		{FileErrorf("f", "%w", errors.Join(a, b)), nil},
	} {
		want := tt.want
		if want == nil && tt.err != nil {
			want = []error{tt.err} // it says where as well
		}
		if got := Leaves(tt.err); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", tt.err, got, want)
		}
	}
}
