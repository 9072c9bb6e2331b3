package main

import (
	"strings"
	"testing"
)

func TestQuoteControls(t *testing.T) {
	for in, want := range map[string]string{
		"plain ü 日本\n\tx":         "plain ü 日本\n\tx",
		"a\x1b]0;title\x07b":      `a\x1b]0;title\ab`,
		"a\x1b[2Jb\r":             `a\x1b[2Jb\r`,
		green + "ours" + reset:    green + "ours" + reset,
		"\u009b2J \u202eevil\x7f": `\u009b2J \u202eevil\x7f`,
		"no \xff text":            `no \xff text`,
	} {
		if got := quoteControls(in, colours); got != want {
			t.Errorf("quoteControls(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		line    string
		columns int
		want    string
	}{
		{"short\n", 10, "short\n"},
		{"as long as it is\n", 0, "as long as it is\n"},
		{"note: one two three\n", 11, "note: one\n    two\n    three\n"},
		{"  ~ update x (why)\n", 12, "  ~ update x\n      (why)\n"},
		{red + "! conflict" + reset + "\n", 10, red + "! conflict" + reset + "\n"},
		{"一 二三 四\n", 7, "一 二三\n    四\n"},
		{"a averylongname b\n", 6, "a\n    averylongname\n    b\n"},
	} {
		if got := wrap(tt.line, tt.columns); got != tt.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.line, tt.columns, got, tt.want)
		}
	}
}

// What a cut line shows is no wider than it may be: a Chinese word takes two columns each.
func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		text    string
		columns int
		want    string
	}{
		{"short", 5, "short"},
		{"a longer one", 9, "a longer…"},
		{"a longer one", 1, "…"},
		{"一二三", 6, "一二三"},
		{"一二三四", 6, "一二…"},
		{"e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"},
	} {
		if got := shorten(tt.text, tt.columns); got != tt.want {
			t.Errorf("shorten(%q, %d) = %q, want %q", tt.text, tt.columns, got, tt.want)
		}
	}
}

// FuzzText holds that no control but a line break or a tab reaches a terminal, and that
// no word is broken or lost.
func FuzzText(f *testing.F) {
	f.Add("note: a\x1b[2Jb\nc d", 5)
	f.Fuzz(func(t *testing.T, s string, columns int) {
		var b strings.Builder
		text{&b, max(0, columns%200), colours}.Write([]byte(s))
		plain := b.String()
		for _, c := range colours {
			plain = strings.ReplaceAll(plain, c, "")
		}
		if i := strings.IndexFunc(plain, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }); i >= 0 {
			t.Errorf("%q reaches the terminal", plain[i:])
		}
		if got, want := strings.Fields(b.String()), strings.Fields(quoteControls(s, colours)); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("words %q, want %q", got, want)
		}
	})
}
