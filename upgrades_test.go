package gsdinstall_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/pack/packtest"
)

// TestUpgrades goes through versions of gsd-core, up and down, on all hosts at once, in a home
// and a project with files of the user's: what is there after each step is what an install of
// that version alone makes, and in the end all is as it was in the beginning.
func TestUpgrades(t *testing.T) {
	for scope, versions := range map[string][]string{
		"global": {"1.6.1", "1.8.0", "1.11.0", packtest.GSDCoreVersion},
		"local":  {"1.6.1", packtest.GSDCoreVersion}, // in one step
	} {
		if testing.Short() && scope == "global" {
			continue
		}
		packs := map[string]string{}
		for _, v := range versions {
			packs[v] = packtest.GSDCoreAt(t, v)
		}
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			s := memorySandbox(t)
			s.userFiles(t)
			before := s.picture(t)
			flags := []string{"--all", "--" + scope}
			install := func(v string) picture {
				s.run(t, append([]string{"install", "--yes", "--pack", packs[v]}, flags...)...)
				s.dangling(t)
				return s.picture(t)
			}
			uninstall := func(after string) {
				s.run(t, append([]string{"uninstall", "--yes"}, flags...)...)
				if diff := cmp.Diff(before, s.picture(t)); diff != "" {
					t.Fatalf("uninstalled after %s (-before +now):\n%.6000s", after, diff)
				}
			}
			alone := map[string]picture{}
			for _, v := range versions {
				alone[v] = install(v)
				uninstall(v + " alone")
			}
			down := slices.Clone(versions)
			slices.Reverse(down)
			for _, v := range slices.Concat(versions, down[1:]) {
				if diff := cmp.Diff(alone[v], install(v)); diff != "" {
					t.Fatalf("on the way to %s (-installed alone +now):\n%.6000s", v, diff)
				}
			}
			uninstall("all")
		})
	}
}

// userFiles puts files of the user's where hosts have theirs.
func (s sandbox) userFiles(t *testing.T) {
	t.Helper()
	for _, p := range predecessors {
		for _, dir := range []string{"home/" + p.global, "proj/" + p.local} {
			if filepath.Base(dir) == "proj" {
				continue
			}
			for name, text := range p.settings {
				s.write(t, dir+"/"+name, text)
			}
			s.write(t, dir+"/agents/mine.md", "mine\n")
		}
	}
	for _, name := range []string{"home/.agents/skills/mine/SKILL.md", "proj/AGENTS.md", "proj/.agents/notes.txt"} {
		s.write(t, name, "mine\n")
	}
	must(t, os.Mkdir(filepath.Join(s.home, ".agents", "empty"), 0o700))
}
