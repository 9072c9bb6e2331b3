package main

import (
	"os"
	"path/filepath"
	"testing"
)

const acme = "../../added/testdata/good/acme.toml"

// asksToAdd starts hosts add for a person, who sees what the host would do and the question.
func asksToAdd(t *testing.T, columns int, env []string, args ...string) person {
	t.Helper()
	file, err := filepath.Abs(acme)
	if err != nil {
		t.Fatal(err)
	}
	p := sits(t, columns, env, append([]string{"hosts", "add", file}, args...)...)
	p.sees("sha256")
	p.sees("It would write only in\n  ~/.acme")
	p.sees("It would register")
	p.sees("Add Acme Code?")
	return p
}

func TestAddHost(t *testing.T) {
	for _, columns := range []int{40, 80, 120} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			p := asksToAdd(t, columns, nil)
			p.types("y")
			p.sees("Acme Code is added")
			p.ends(done)
			p.has(filepath.Join(p.home, ".config", "gsd-install", "hosts.json"))
		})
	}
}

// Enter alone is no consent, and neither is any way to leave.
func TestAddHostRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		keys string
		want status
	}{
		"enter":  {enter, done},
		"no":     {"n", done},
		"escape": {escape, interrupted},
		"ctrl-c": {ctrlC, interrupted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := asksToAdd(t, 80, nil)
			p.types(tt.keys)
			p.sees("nothing was written")
			p.ends(tt.want)
			p.untouched()
		})
	}
}

// Line by line, as for a screen reader.
func TestAddHostAccessible(t *testing.T) {
	t.Parallel()
	p := asksToAdd(t, 80, []string{"ACCESSIBLE=1"})
	p.types("y\n")
	p.sees("Acme Code is added")
	p.ends(done)
}

// Whoever says yes beforehand is not asked, and sees what it was.
func TestAddHostUnasked(t *testing.T) {
	t.Parallel()
	file, err := filepath.Abs(acme)
	if err != nil {
		t.Fatal(err)
	}
	p := sits(t, 80, nil, "hosts", "add", file, "--yes")
	p.sees("It would write only in")
	p.sees("Acme Code is added")
	p.ends(done)
	if _, err := os.Stat(filepath.Join(p.home, ".acme")); err == nil {
		t.Error("adding a host installed something")
	}
}
