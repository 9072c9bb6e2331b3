package gsdinstall_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/descriptors"
)

// TestAtOnce starts two and ten runs at the same time, for one host, for hosts that share a
// folder, and installs beside uninstalls and looks: each ends with 0, having waited and said
// so where it had to, and what is there then is what one run for all would have made.
func TestAtOnce(t *testing.T) {
	var sharing []string
	for _, h := range descriptors.All() {
		if slices.ContainsFunc(h.ArtifactLayout, func(r descriptors.Row) bool { return r.Mount == "agents" && r.Scopes.Has("global") }) {
			sharing = append(sharing, "--"+h.ID)
		}
	}
	if len(sharing) < 10 {
		t.Fatalf("only %v share a folder", sharing)
	}
	ten := sharing[:10]
	for name, flags := range map[string][]string{
		"two for one host": slices.Repeat(ten[:1], 2), "ten for one host": slices.Repeat(ten[:1], 10),
		"two for two hosts": ten[:2], "ten for ten hosts": ten,
	} {
		if testing.Short() && name != "two for two hosts" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := memorySandbox(t)
			before := s.picture(t)
			install := []string{"install", "--yes"}
			s.run(t, append(install, flags...)...)
			all := s.picture(t)
			s.run(t, "uninstall", "--yes")
			s.atOnce(t, flags, func(flag string, _ int) []string { return []string{"install", "--yes", flag} })
			if diff := cmp.Diff(all, s.picture(t)); diff != "" {
				t.Errorf("installed at once (-one run +now):\n%.4000s", diff)
			}
			s.run(t, "verify")
			s.atOnce(t, flags, func(flag string, i int) []string {
				return [][]string{{"uninstall", "--yes", flag}, {"install", "--yes", flag}, {"plan", flag}, {"status"}}[i%4]
			})
			s.run(t, "verify")
			s.run(t, append(install, flags...)...)
			if diff := cmp.Diff(all, s.picture(t)); diff != "" {
				t.Errorf("installed after all sorts of runs (-one run +now):\n%.4000s", diff)
			}
			s.atOnce(t, flags, func(flag string, _ int) []string { return []string{"uninstall", "--yes", flag} })
			if diff := cmp.Diff(before, s.picture(t)); diff != "" {
				t.Errorf("uninstalled at once (-before +now):\n%.4000s", diff)
			}
		})
	}
}

// atOnce starts a run for each flag and waits for all of them.
func (s sandbox) atOnce(t *testing.T, flags []string, words func(flag string, i int) []string) {
	t.Helper()
	results := make([]result, len(flags))
	var wg sync.WaitGroup
	for i, flag := range flags {
		cmd := s.command(t, words(flag, i)...)
		wg.Go(func() { results[i] = finish(t, cmd) })
	}
	wg.Wait()
	for i, r := range results {
		if r.code != 0 {
			t.Errorf("%v: exit status %d\n%s%s", words(flags[i], i), r.code, r.out, r.err)
		}
		if _, more, ok := strings.Cut(r.err, "waiting for another gsd-install"); ok && !strings.Contains(more, s.root) {
			t.Errorf("%v: it does not say where it waits:\n%s", words(flags[i], i), r.err)
		}
	}
}
