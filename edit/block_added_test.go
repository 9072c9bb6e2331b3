package edit

import (
	"strings"
	"testing"
)

func TestAddedLines(t *testing.T) {
	const put = "<!-- a -->\none\ntwo\ntwo\nthree\n<!-- z -->\n"
	many := strings.Repeat("mine\n", 3000)
	for name, c := range map[string]struct{ now, put, want string }{
		"nothing":             {put, put, ""},
		"white space only":    {"<!-- a -->\none  \r\n\ntwo\ntwo\nthree\n\n<!-- z -->\n", put, ""},
		"at the front":        {"<!-- a -->\nmine\none\ntwo\ntwo\nthree\n<!-- z -->\n", put, "mine\n"},
		"in the middle":       {"<!-- a -->\none\ntwo\nmine\ntwo\nthree\n<!-- z -->\n", put, "mine\n"},
		"as one of ours":      {"<!-- a -->\none\ntwo\ntwo\ntwo\nthree\n<!-- z -->\n", put, "two\n"},
		"in place of ours":    {"<!-- a -->\nmine\nthree\nyours\n<!-- z -->\n", put, "mine\nyours\n"},
		"far too many":        {"a\n" + many + "z\n", "a\n" + strings.Repeat("ours\n", 3000) + "z\n", many},
		"far too many, equal": {"a\nmine\n" + many + "z\n", "a\n" + many + "z\n", "mine\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := addedLines(c.now, c.put); got != c.want {
				t.Errorf("added are %.200q, want %.200q", got, c.want)
			}
		})
	}
}
