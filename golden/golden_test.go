package golden

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

var update = flag.Bool("update", false, "write the trees anew")

var scopes = []plan.Scope{plan.Global, plan.Local}

// expected makes the trees of the fixture pack, by folder.
func expected(t *testing.T) map[string]Tree {
	t.Helper()
	p, err := pack.Read(os.DirFS("../testdata/fixture/pack"), "fixture")
	if err != nil {
		t.Fatal(err)
	}
	trees := map[string]Tree{}
	cache := &project.Cache{}
	for _, h := range descriptors.All() {
		for _, s := range scopes {
			env := layout.Env{Home: "/golden/home", Project: "/golden/project", OS: "linux"}
			mounts, _, err := layout.Mounts(h, s, env)
			if err != nil {
				t.Fatal(err)
			}
			pl, err := project.Render(project.Input{
				Host: layout.Choose(h, s, mounts), Scope: s, Pack: p, Mounts: mounts, OS: "linux", MCP: true, Cache: cache,
			})
			if err != nil {
				t.Fatal(err)
			}
			if trees[h.ID+"-"+string(s)], err = Of(pl); err != nil {
				t.Fatal(err)
			}
		}
	}
	return trees
}

func TestTrees(t *testing.T) {
	trees := expected(t)
	if *update {
		write(t, trees)
	}
	for _, name := range names(trees) {
		t.Run(name, func(t *testing.T) {
			want, err := Read(os.DirFS("."), name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := Diff(trees[name], want, runtime.GOOS != "windows"); diff != "" {
				t.Errorf("not as expected; look at it, then run go test ./golden -update\n%s", diff)
			}
		})
	}
	for _, dir := range folders(t) {
		if trees[dir] == nil {
			t.Errorf("%s is the tree of no host and scope", dir)
		}
	}
}

func names(trees map[string]Tree) []string {
	set := map[string]bool{}
	for name := range trees {
		set[name] = true
	}
	return sorted(set)
}

// folders are the trees that are there.
func folders(t *testing.T) (dirs []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, e.Name())
		}
	}
	return dirs
}

// write replaces the trees on disk.
func write(t *testing.T, trees map[string]Tree) {
	t.Helper()
	for _, dir := range folders(t) {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	for dir, tree := range trees {
		for name, f := range tree {
			at := filepath.Join(dir, filepath.FromSlash(name))
			mode := fs.FileMode(0o644)
			if f.Exec {
				mode = 0o755
			}
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, f.Data, mode); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestDiff holds that every kind of difference shows.
func TestDiff(t *testing.T) {
	want := Tree{"a": {Data: []byte("1\n2\n3\n")}, "b": {Exec: true}, "c": {}}
	got := Tree{"a": {Data: []byte("1\nX\n3\n")}, "b": {}, "d": {}}
	diff := Diff(got, want, true)
	for _, line := range []string{
		"~ a:\n  2 - \"2\\n\"\n  2 + \"X\\n\"\n", "~ b: executable is false, expected true\n",
		"- c: expected and not there\n", "+ d: not expected\n",
	} {
		if !strings.Contains(diff, line) {
			t.Errorf("%q is not in\n%s", line, diff)
		}
	}
	if diff := Diff(want, want, true); diff != "" {
		t.Error(diff)
	}
	if slices.Contains(strings.Split(Diff(got, want, false), "\n"), "~ b: executable is false, expected true") {
		t.Error("modes count where they should not")
	}
}
