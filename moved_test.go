package gsdinstall_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// TestMovedPlaces installs on every host, then with a program in which every host has all its
// folders elsewhere, and other names in them: the ledgers alone say what was where, and what
// is there then is what that program makes in an untouched home.
func TestMovedPlaces(t *testing.T) {
	t.Parallel()
	moved := programWith(t, moveAll)
	for _, scope := range scopes {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			s := memorySandbox(t)
			s.userFiles(t)
			before := s.picture(t)
			run := func(bin, verb string, args ...string) {
				t.Helper()
				cmd := s.command(t, append([]string{verb, "--all", "--" + scope, "--yes"}, args...)...)
				if bin != "" {
					cmd.Path = bin
				}
				if r := finish(t, cmd); r.code != 0 {
					t.Fatalf("%s: exit status %d\n%s%s", verb, r.code, r.out, r.err)
				}
			}
			same := func(want picture, when string) {
				t.Helper()
				if diff := cmp.Diff(want, s.picture(t)); diff != "" {
					t.Fatalf("%s (-want +now):\n%.6000s", when, diff)
				}
			}
			pack := []string{"--pack", filepath.Join("testdata", "fixture", "pack"), "--mcp"}
			pack[1], _ = filepath.Abs(pack[1])
			run(moved, "install", pack...)
			alone := s.picture(t)
			run(moved, "uninstall")
			same(before, "uninstalled from the new places")

			run("", "install", pack...)
			run(moved, "install", pack...)
			same(alone, "moved")
			run(moved, "uninstall")
			same(before, "uninstalled after the move")

			run("", "install", pack...)
			run(moved, "uninstall")
			same(before, "uninstalled from the old places")
		})
	}
}

// programWith builds the program with changed descriptors.
func programWith(t *testing.T, change func(name, text string) string) string {
	t.Helper()
	dir := t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	names, err := filepath.Glob("descriptors/*.toml")
	must(t, err)
	shared, err := filepath.Glob("descriptors/shared/*.toml")
	must(t, err)
	for _, name := range append(names, shared...) {
		text, err := os.ReadFile(name)
		must(t, err)
		at := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		must(t, os.WriteFile(at, []byte(change(name, string(text))), 0o644))
		full, err := filepath.Abs(name)
		must(t, err)
		overlay["Replace"][full] = at
	}
	data, err := json.Marshal(overlay)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "overlay.json"), data, 0o644))
	bin := filepath.Join(dir, "gsd-install")
	out, err := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", bin, "./cmd/gsd-install").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

var (
	folderLine = regexp.MustCompile(`(?m)^((?:name|local|global)\s*=\s*"\.[^"]+)"`)
	insideLine = regexp.MustCompile(`(?m)^(destSubpath\s*=\s*"[^"]+)"`)
	tableLine  = regexp.MustCompile(`(?m)^\[`)
)

// moveAll renames all folders of a descriptor, and those in which items lie, and says where
// the files were before.
func moveAll(name, text string) string {
	text = folderLine.ReplaceAllString(text, `${1}-moved"`)
	if filepath.Base(filepath.Dir(name)) == "shared" {
		return text
	}
	text = insideLine.ReplaceAllString(text, `${1}-moved"`)
	h, _ := descriptors.Get(strings.TrimSuffix(filepath.Base(name), ".toml"))
	from := map[plan.Scope][]string{}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		if dir, ok := h.Folder("config", scope); ok {
			from[scope] = append(from[scope], dir)
		}
		for _, p := range h.ConfigHome.Probes {
			if scope == plan.Global && p.Dir != h.ConfigHome.Name {
				from[scope] = append(from[scope], p.Dir)
			}
		}
		for word := range h.Folders {
			if dir, ok := h.Folder(word, scope); ok {
				from[scope] = append(from[scope], dir)
			}
		}
	}
	names, _ := filepath.Glob("descriptors/shared/*.toml")
	for _, name := range names {
		s, _ := descriptors.SharedByID(strings.TrimSuffix(filepath.Base(name), ".toml"))
		from[plan.Global] = append(from[plan.Global], s.Global)
		if len(s.Files) == 0 {
			from[plan.Local] = append(from[plan.Local], s.Local)
		}
	}
	list := func(dirs []string) string {
		var quoted []string
		for _, dir := range dirs {
			if dir != "" && strings.HasPrefix(dir, ".") {
				quoted = append(quoted, `"`+dir+`"`)
			}
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	at := tableLine.FindStringIndex(text)[0]
	return text[:at] + "[movedFrom]\nglobal = " + list(from[plan.Global]) + "\nlocal = " + list(from[plan.Local]) + "\n\n" + text[at:]
}
