package plan

import "testing"

func TestTokens(t *testing.T) {
	for bytes, want := range map[int]int{0: 0, 1: 1, 4: 1, 5: 2, -1: -1, -5: -2} {
		if got := Tokens(bytes); got != want {
			t.Errorf("%d bytes are %d tokens, want %d", bytes, got, want)
		}
	}
}

// What is always loaded is what artifacts say of themselves, and the text of blocks: an entry of a
// config file is no text that a host puts before the model.
func TestAlways(t *testing.T) {
	p := Plan{
		Artifacts: []Artifact{{Always: 10}, {}, {Always: 5}},
		Edits: []Edit{
			{Ops: []Op{{Kind: Insert, Value: []byte(`"twelve bytes"`)}, {Kind: Set, Value: []byte(`"a setting"`)}}},
			{Ops: []Op{{Kind: Insert, Value: []byte(`{"no": "text"}`)}, {Kind: Append, Value: []byte(`"an entry"`)}}},
		},
	}
	if got := p.Always(); got != 27 {
		t.Errorf("%d bytes, want 27", got)
	}
	if got := (Plan{}).Always(); got != 0 {
		t.Errorf("%d bytes of nothing", got)
	}
}
