package main

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
)

const (
	descriptorsDir = "../../descriptors"
	fixturePack    = "../../testdata/fixture/pack"
)

// Whatever a line of a descriptor changes is explained by that descriptor. Of the lines of
// one key those of the first descriptors count, each with another value and without.
func TestDescriptorsExplain(t *testing.T) {
	t.Parallel()
	files := descriptorFiles(t)
	fixture, err := newApp().sidePack(t.Context(), fixturePack)
	if err != nil {
		t.Fatal(err)
	}
	tried, moved, done := 0, 0, map[string]int{}
	for at, name := range slices.Sorted(maps.Keys(files)) {
		if thinned(at) {
			continue
		}
		var head *side
		table := ""
		for i, line := range strings.Split(files[name], "\n") {
			if strings.HasPrefix(line, "[") {
				table = line
			}
			key, _, _ := strings.Cut(line, "=")
			if key = path.Dir(name) + table + strings.TrimSpace(key); done[key] == 2 || !assignment.MatchString(line) {
				continue
			}
			for _, other := range []string{altered(line), ""} {
				base := sideOf(t, fixture, among(files, name, i, other))
				if base == nil {
					continue // there is no such descriptor
				}
				if head == nil {
					head = sideOf(t, fixture, among(files, name, -1, ""))
				}
				done[key]++
				tried++
				moves := attribution.Moves(base.Side, head.Side)
				moved += len(moves)
				for _, m := range attribution.Unexplained(moves) {
					t.Errorf("%s:%d: from %q to %q: %s, %s of %v: %+v", name, i+1, other, line, m.Path, m.Rule, m.Sources, m.Difference)
				}
			}
		}
	}
	t.Logf("%d changes moved %d paths", tried, moved)
	if moved < tried {
		t.Errorf("%d changes moved %d paths", tried, moved)
	}
}

var assignment = regexp.MustCompile(`^[A-Za-z]+\s*=`)

// altered is a line with another value.
func altered(line string) string {
	for _, by := range []struct {
		value *regexp.Regexp
		into  string
	}{
		{regexp.MustCompile(`"([^"]*)"`), `"x$1"`},
		{regexp.MustCompile(`= *(\d+)`), `= 1$1`},
		{regexp.MustCompile(`= *true`), `= false`},
		{regexp.MustCompile(`= *false`), `= true`},
	} {
		if other := by.value.ReplaceAllString(line, by.into); other != line {
			return other
		}
	}
	return ""
}

// sideOf renders the fixture pack; nil if the descriptors are refused.
func sideOf(t *testing.T, p *pack.Pack, files fstest.MapFS) *side {
	t.Helper()
	set, err := descriptors.ReadSet(files)
	if err != nil {
		return nil
	}
	s, err := newSide(t.Context(), p, set, layout.Env{Home: "/none", Project: "/none/project", OS: "linux"})
	if err != nil {
		return nil
	}
	return s
}

// descriptorFiles are the texts of all descriptors by name.
func descriptorFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, dir := range []string{".", "shared"} {
		names, err := filepath.Glob(filepath.Join(descriptorsDir, dir, "*.toml"))
		if err != nil || len(names) == 0 {
			t.Fatal(err, dir)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[path.Join(dir, filepath.Base(name))] = string(data)
		}
	}
	return files
}

// among is a descriptor with line i changed, and those that it needs: the shared ones and that of the
// packs' own format, or, of a shared one, some hosts that share it.
func among(files map[string]string, name string, i int, line string) fstest.MapFS {
	memory := fstest.MapFS{}
	id := strings.TrimSuffix(path.Base(name), ".toml")
	hosts := 0
	for _, other := range slices.Sorted(maps.Keys(files)) {
		text := files[other]
		shares := path.Dir(name) == "shared" && strings.Contains(text, `"`+id+`"`)
		switch {
		case other == name && i >= 0:
			lines := strings.Split(text, "\n")
			lines[i] = line
			text = strings.Join(lines, "\n")
		case other == name, path.Dir(other) == "shared", strings.Contains(text, "\nnative "):
		case !shares || hosts == 2:
			continue
		default:
			hosts++
		}
		memory[other] = &fstest.MapFile{Data: []byte(text)}
	}
	return memory
}
