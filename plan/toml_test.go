package plan

import (
	"errors"
	"testing"

	"github.com/BurntSushi/toml"
)

func TestTOMLFault(t *testing.T) {
	var v struct {
		A map[string]struct{ N int }
		B []int8
	}
	for text, want := range map[string]struct {
		line         int
		key, message string
	}{
		"\n[a.x]\nn = true\n":       {3, "a.x.n", "incompatible types: TOML value has type bool; destination has type integer"},
		"\n[a.'x\" y']\nn = true\n": {3, `a."x\" y".n`, "incompatible types: TOML value has type bool; destination has type integer"},
		"b = [1, 999]\n":            {1, "b", "999 is out of range for int8"},
		"[a.x]\nn = 1\nn = 2\n":     {3, "a.x.n", "Key 'a.x.n' has already been defined."},
		"[a.x]\nn = \n":             {2, "a.x.n", "expected value but found '\\n' instead"},
		"=\n":                       {1, "", "unexpected '=': key name appears blank"},
	} {
		_, err := toml.Decode(text, &v)
		if err == nil {
			t.Errorf("%q is decoded", text)
			continue
		}
		line, key, message := TOMLFault(err)
		if line != want.line || key != want.key || message != want.message {
			t.Errorf("%q: %d, %q, %q; the decoder: %v", text, line, key, message, err)
		}
	}
	if line, key, message := TOMLFault(errors.New("toml: cannot decode")); line != 0 || key != "" || message != "toml: cannot decode" {
		t.Errorf("another text: %d, %q, %q", line, key, message)
	}
}
