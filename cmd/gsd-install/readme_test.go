package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The README's first transcript is what the program says, but for notes.
func TestReadmeTranscript(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	box := memoryBox(t)
	for line := range strings.Lines(string(data)) {
		text, indented := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    ")
		if !indented && len(want) > 0 {
			break
		}
		if !indented {
			continue
		}
		want = append(want, text)
		if words, ok := strings.CutPrefix(text, "$ gsd-install "); ok {
			_, said := box.run(t.Context(), t, strings.Fields(words)...)
			said = strings.TrimSuffix(said, "\n")
			got = append(got, text)
			got = append(got, slices.DeleteFunc(strings.Split(said, "\n"), func(l string) bool { return strings.HasPrefix(l, "note: ") })...)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 10 {
		t.Errorf("README.md (-) and the program (+):\n%s", diff)
	}
}
