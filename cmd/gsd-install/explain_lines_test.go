package main

import (
	"slices"
	"testing"
)

func TestCommonLines(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		want     []int
	}{
		"equal":                {"a\nb\n", "a\nb\n", []int{1, 2}},
		"first line edited":    {"a\nb\nc\n", "x\nb\nc\n", []int{0, 2, 3}},
		"first line of dashes": {"---\nb\n---\nc\n", "--- \nb\n---\nc\n", []int{0, 2, 3, 4}},
		"first line of pluses": {"a\nb\n", "++ x\nb\n", []int{0, 2}},
		"line put before":      {"---\nb\n", "x\n---\nb\n", []int{0, 1, 2}},
		"line taken away":      {"---\nb\nc\n", "b\nc\n", []int{2, 3}},
		"in the middle":        {"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n5\n6\n7\n9\n", []int{1, 2, 3, 4, 0, 5, 6, 7, 9}},
		"two places":           {"-- a\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "2\n3\n4\n5\n6\n7\n8\n9\n@@ x\n10\n", []int{2, 3, 4, 5, 6, 7, 8, 9, 0, 10}},
		"of nothing":           {"", "a\nb\n", []int{0, 0}},
		"all else":             {"a\n", "b\nc", []int{0, 0}},
	} {
		if got := commonLines([]byte(c.old), []byte(c.new)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Lines of which there are several are found again too, whatever stands beside them.
func TestKeptLines(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		want     []int
	}{
		"all apart":      {"---\na\n---\n\nb\n\nc\n", "---\nx\na\nx\n---\nx\n\nx\nb\nx\n\nx\nc\nx\n", []int{1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0}},
		"one taken away": {"a\n\nb\n\nc\n", "a\nb\nx\n\nx\nc\n", []int{1, 3, 0, 4, 0, 5}},
		"nothing left":   {"a\n", "b\nb\n", []int{0, 0}},
		"of nothing":     {"", "\n\n", []int{0, 0}},
		"ends of lines":  {"a\nb\n", "a\r\nx\r\nb\r\n", []int{1, 0, 2}},
		"no last end":    {"a\na", "x\na\na", []int{0, 1, 2}},
	} {
		if got := keptLines([]byte(c.old), []byte(c.new)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
