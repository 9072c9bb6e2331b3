package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// oddTexts are instruction files that people have.
var oddTexts = map[string]string{
	"text": "# mine\n\nBe kind.\n", "no last newline": "mine", "bom and crlf": "\ufeff# mine\r\n\r\nBe kind.\r\n", "empty": "", "blank": "\n\n",
	"block of another": "<!-- gsd-install:begin other (managed; lines of your own belong outside) -->\nx\n<!-- gsd-install:end other -->\n",
	"broken block":     "<!-- gsd-install:begin demo (managed; lines of your own belong outside) -->\nmine\n",
}

// oddFiles are the files of the user's by format.
var oddFiles = map[plan.Format]map[string]string{plan.JSON: oddConfigs, plan.TOML: oddTOML, plan.YAML: oddYAML, plan.Block: oddTexts}

// choices are what a home is made by: each byte is a choice, and where there are no more it is
// the first, which is the plain one. So fewer bytes, and smaller ones, make a simpler home.
type choices []byte

func (c *choices) of(n int) int {
	if len(*c) == 0 {
		return 0
	}
	b := (*c)[0]
	*c = (*c)[1:]
	return int(b) % n
}

// home is a box that choices have furnished.
type home struct {
	box
	host  descriptors.Host
	scope plan.Scope
	words []string
	// said is what the last run printed.
	said string
}

// TestHomes holds the laws of homes for every host and scope with random choices, GSD_HOMES
// of them each. A home that breaks one is made simpler as long as it breaks any.
func TestHomes(t *testing.T) {
	each, err := strconv.Atoi(cmp.Or(os.Getenv("GSD_HOMES"), "3"))
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range descriptors.All() {
		for s, scope := range []plan.Scope{plan.Global, plan.Local} {
			if thinned(i + 2*s) {
				continue
			}
			t.Run(h.ID+"/"+string(scope), func(t *testing.T) {
				t.Parallel()
				for n := range each {
					data := make([]byte, 40)
					rand.New(rand.NewSource(int64(n))).Read(data) //nolint:errcheck // it never fails
					data = append([]byte{byte(i), byte(s)}, data...)
					if fault := obey(t, data); fault != "" {
						data = simpler(data, func(d []byte) bool { return obey(t, d) != "" })
						t.Fatalf("choices %v: %s", data, obey(t, data))
					}
				}
			})
		}
	}
}

// FuzzHomes tries the same with choices of the fuzzer's.
func FuzzHomes(f *testing.F) {
	f.Add([]byte{3, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if fault := obey(t, data); fault != "" {
			t.Error(fault)
		}
	})
}

// simpler drops choices, and makes them the plain ones, while there is still a fault.
func simpler(data []byte, faulty func([]byte) bool) []byte {
	for size := len(data) / 2; size > 0; size /= 2 {
		for i := 2; i+size <= len(data); {
			if less := slices.Concat(data[:i], data[i+size:]); faulty(less) {
				data = less
				continue
			}
			i += size
		}
	}
	for i := 2; i < len(data); i++ {
		if plain := slices.Concat(data[:i], []byte{0}, data[i+1:]); data[i] != 0 && faulty(plain) {
			data = plain
		}
	}
	return data
}

// obey makes a home and holds its laws: a run that is refused changes nothing, nor does an
// install after an install, and after an uninstall every byte, mode, link and folder is as it
// was, whatever was installed in between. It returns the fault, if there is one.
func obey(t *testing.T, data []byte) string {
	t.Helper()
	c := choices(data)
	all := descriptors.All()
	h := home{box: memoryBox(t), host: all[c.of(len(all))], scope: []plan.Scope{plan.Global, plan.Local}[c.of(2)]}
	h.words = []string{"--" + h.host.ID, "--" + string(h.scope), "--on-conflict", []string{"keep", "replace"}[c.of(2)]}
	packs := []string{fixture, otherPack(t)}
	h.furnish(t, &c, packs)
	before := h.tree(t)
	for _, i := range [][]int{{0}, {0, 1}, {1, 0}, {0, 1, 0}}[c.of(4)] {
		install := append([]string{"install", "--mcp", "--pack", packs[i]}, h.words...)
		was := h.picture(t)
		switch h.run(t, install...) {
		case failed:
			if diff := gocmp.Diff(withoutTimes(was), withoutTimes(h.picture(t))); diff != "" {
				return fmt.Sprintf("a refused install changed something:\n%s\n%s", h.said, diff)
			}
			continue
		case done, drifted:
		default:
			return "install: " + h.said
		}
		was = h.picture(t)
		if got := h.run(t, install...); got != done && got != drifted {
			return "install again: " + h.said
		}
		if diff := gocmp.Diff(strings.Split(was, "\n"), strings.Split(h.picture(t), "\n")); diff != "" {
			return "an install after the install changed something:\n" + diff
		}
	}
	if got := h.run(t, append([]string{"uninstall"}, h.words...)...); got != done {
		return fmt.Sprintf("uninstall: status %d: %s", got, h.said)
	}
	if diff := gocmp.Diff(before, h.tree(t)); diff != "" {
		return "after the uninstall (-before +now):\n" + diff
	}
	return ""
}

// run runs the program and keeps what it said.
func (h *home) run(t *testing.T, args ...string) status {
	t.Helper()
	got, said := h.box.run(t.Context(), t, args...)
	h.said = strings.Join(args, " ") + "\n" + said
	return got
}

// furnish puts things of the user's where the packs want something: files of all sorts in
// their places and beside them, links, folders, and files with settings.
func (h *home) furnish(t *testing.T, c *choices, packs []string) {
	t.Helper()
	files, edits := map[string][]byte{}, map[string]plan.Format{}
	for _, dir := range packs {
		pl := h.plan(t, dir)
		dirs := map[string]string{}
		for _, m := range pl.Mounts {
			dirs[m.ID] = m.Dir
		}
		for _, a := range pl.Artifacts {
			files[filepath.Join(dirs[a.Mount], filepath.FromSlash(a.Path))] = a.Data
		}
		for _, e := range pl.Edits {
			edits[filepath.Join(dirs[e.Mount], filepath.FromSlash(e.Path))] = e.Format
		}
	}
	for _, at := range slices.Sorted(maps.Keys(edits)) {
		odd := oddFiles[edits[at]]
		names := slices.Sorted(maps.Keys(odd))
		if n := c.of(len(names) + 1); n > 0 {
			h.write(t, at, odd[names[n-1]])
			h.mode(t, at, c)
		}
	}
	places := slices.Sorted(maps.Keys(files))
	for range c.of(8) {
		at := places[c.of(len(places))]
		if _, err := os.Lstat(at); err == nil {
			continue
		}
		switch c.of(8) {
		case 0:
			h.write(t, at+".mine", "mine")
		case 1:
			h.write(t, at, "mine")
			h.mode(t, at, c)
		case 2:
			h.write(t, at, string(files[at]))
			h.mode(t, at, c)
		case 3:
			h.link(t, []string{"/none", "other", ".."}[c.of(3)], at)
		case 4:
			h.write(t, filepath.Join(at, "mine.txt"), "a folder in the place of a file")
		case 5:
			h.write(t, filepath.Join(filepath.Dir(at), "mine", "x", "y.txt"), "mine")
		case 6:
			h.dir(t, filepath.Join(filepath.Dir(at), "empty"))
		case 7:
			h.write(t, filepath.Join(filepath.Dir(at), "gsd-mine.md"), "named like ours")
		}
	}
}

// plan is what a pack is to become.
func (h *home) plan(t *testing.T, dir string) plan.Plan {
	t.Helper()
	p, err := pack.Load(context.Background(), dir, pack.LoadOptions{Dir: "."})
	if err != nil {
		t.Fatal(err)
	}
	env := layout.Env{Home: h.home, Project: h.project}
	mounts, _, err := layout.Mounts(h.host, h.scope, env)
	if err != nil {
		t.Fatal(err)
	}
	made, err := project.Render(project.Input{Host: layout.Choose(h.host, h.scope, env, mounts), Scope: h.scope, Pack: p, Mounts: mounts, MCP: true})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (h *home) mode(t *testing.T, at string, c *choices) {
	t.Helper()
	if err := os.Chmod(at, []os.FileMode{0o644, 0o600, 0o755, 0o444}[c.of(4)]); err != nil {
		t.Fatal(err)
	}
}

func (h *home) link(t *testing.T, to, at string) {
	t.Helper()
	h.dir(t, filepath.Dir(at))
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
}

func (h *home) dir(t *testing.T, at string) {
	t.Helper()
	if err := os.MkdirAll(at, 0o755); err != nil {
		t.Fatal(err)
	}
}

// otherPack is the fixture in another version: some files are gone, some new, some changed.
func otherPack(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(fixture)); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func([]byte) []byte{
		"commands/greet.md":    func(b []byte) []byte { return append(b, "More.\n"...) },
		"agents/demo-scout.md": nil,
		"commands/new.md":      func([]byte) []byte { return []byte("---\ndescription: New\n---\nNew.\n") },
		"rules/demo-dates.md":  func(b []byte) []byte { return bytes.Replace(b, []byte("2026"), []byte("2027"), 1) },
	} {
		at := filepath.Join(dir, name)
		if change == nil {
			if err := os.Remove(at); err != nil {
				t.Fatal(err)
			}
			continue
		}
		data, err := os.ReadFile(at)
		if err != nil && name != "commands/new.md" {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, change(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
