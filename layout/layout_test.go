package layout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

func get(t testing.TB, id string) descriptors.Host {
	t.Helper()
	h, ok := descriptors.Get(id)
	if !ok {
		t.Fatalf("no host %s", id)
	}
	return h
}

// place is a home and a project side by side, links resolved.
func homeAndProject(t *testing.T) (home, project string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, project = filepath.Join(root, "home"), filepath.Join(root, "proj")
	mkdir(t, home, project)
	return home, project
}

func mkdir(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func touch(t *testing.T, name string) {
	t.Helper()
	mkdir(t, filepath.Dir(name))
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

// describe writes mounts one a line, the root of the test as R.
func describe(mounts []plan.Mount, root string) string {
	var lines []string
	for _, m := range mounts {
		line := m.ID + " " + m.Dir
		if m.Only != "" {
			line += "/" + m.Only
		}
		line += " as " + m.Shown + " locks " + m.Lock
		if m.Store != m.ID {
			line += " in " + m.Store
		}
		if m.Shared {
			line += " shared"
		}
		if len(m.Aliases) > 0 {
			line += " or " + strings.Join(m.Aliases, ",")
		}
		lines = append(lines, strings.ReplaceAll(line, root, "R"))
	}
	return strings.Join(lines, "\n")
}
