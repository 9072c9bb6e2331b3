package layout

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// Nothing that is on this machine counts for another one: neither the folders, files and records
// that decide where a host's files go, nor what is in the way of them.
func TestAway(t *testing.T) {
	for _, h := range descriptors.All() {
		for _, s := range []plan.Scope{plan.Global, plan.Local} {
			env := Env{Home: t.TempDir(), Project: t.TempDir(), Away: true}
			resolved := func() (descriptors.Host, []plan.Mount) {
				mounts, notes, err := Mounts(h, s, env)
				if err != nil || len(notes) > 0 {
					t.Fatal(h.ID, s, err, notes)
				}
				return Choose(h, s, env, mounts), mounts
			}
			host, mounts := resolved()
			fill(t, env.root(s), moving(t, h, env.root(s), mounts))
			again, same := resolved()
			if diff := cmp.Diff(mounts, same); diff != "" {
				t.Errorf("%s, %s: %s", h.ID, s, diff)
			}
			for _, pair := range [][2]map[plan.Scope]string{
				{host.Hooks.File, again.Hooks.File}, {host.Hooks.Mount, again.Hooks.Mount}, {host.MCP.File, again.MCP.File},
				{host.MCP.Mount, again.MCP.Mount}, {host.Permissions.File, again.Permissions.File}, {host.Permissions.Mount, again.Permissions.Mount},
			} {
				if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
					t.Errorf("%s, %s: %s", h.ID, s, diff)
				}
			}
			if d := Detect(h, env); d.Found {
				t.Errorf("%s: found since %s", h.ID, d.Why)
			}
			if err := os.RemoveAll(mounts[0].Dir); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(mounts[0].Dir, nil, 0o644); err != nil { // a file in the place of the folder
				t.Fatal(err)
			}
			if _, same := resolved(); !cmp.Equal(mounts, same) {
				t.Errorf("%s, %s: %s", h.ID, s, cmp.Diff(mounts, same))
			}
		}
	}
}

// moving are files that would move a host's own, by their paths below root.
func moving(t *testing.T, h descriptors.Host, root string, mounts []plan.Mount) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, p := range h.ConfigHome.Probes {
		files[filepath.Join(p.Dir, p.Marker, "x")] = "x"
	}
	for _, r := range h.SharedRoots {
		files[filepath.Join(r.Dir, r.Marker, "x")] = "x"
	}
	for _, r := range h.AlsoReads {
		files[filepath.Join(r.Path, "x")] = "x"
	}
	for _, m := range mounts {
		dir, err := filepath.Rel(root, m.Dir)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Join(dir, ledgerFile)] = "x" // whose it is cannot be told
		for _, c := range h.Candidates {
			files[filepath.Join(dir, c.Names[len(c.Names)-1])] = "x"
		}
	}
	return files
}
