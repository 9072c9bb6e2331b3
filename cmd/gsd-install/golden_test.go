package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// The expected trees of the fixture pack are what it becomes on each host, in both scopes.
func TestGolden(t *testing.T) {
	if status, text := runGolden(t, "--check", "../../golden"); status != done {
		t.Errorf("not as expected; look at it, then run make golden\n%s", text)
	}
}

// runGolden runs the command on the trees of the fixture pack.
func runGolden(t *testing.T, args ...string) (status, string) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	a := newApp()
	a.out, a.err = &output{file: out}, &output{file: out}
	result := a.run(context.Background(), append([]string{"golden", "--pack", "../../testdata/fixture/pack", "--mcp", "--all"}, args...))
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return result, string(text)
}
