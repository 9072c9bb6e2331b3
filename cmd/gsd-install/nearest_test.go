package main

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"claude", "codex", "cursor", "gemini", "global", "local", "help", "kimi", "kimi-code"}
	for _, tt := range []struct{ word, want string }{
		{"claud", "claude"},
		{"claude", "claude"},
		{"cluade", "claude"},
		{"codx", "codex"},
		{"kimicode", "kimi-code"},
		{"gemni", "gemini"},
		{"nosuch", ""},
		{"x", ""},
		{"", ""},
	} {
		if got := nearest(tt.word, words); got != tt.want {
			t.Errorf("nearest(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"abc", "abc", 0},
		{"abc", "acb", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abcd", "badc", 2},
	} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := distance(tt.b, tt.a); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.b, tt.a, got, tt.want)
		}
	}
}
