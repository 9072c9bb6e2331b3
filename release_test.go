package gsdinstall_test

import (
	"bytes"
	"crypto/sha256"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"gopkg.in/yaml.v3"
)

// recipe is what the tests need to know of .goreleaser.yaml.
type recipe struct {
	Before struct{ Hooks []string }
	Builds []struct {
		Main                              string
		Env, Flags, Ldflags, Goos, Goarch []string
	}
	Archives []struct {
		Files []struct{ Src string }
	}
	Sboms []struct{ Artifacts string }
}

func readRecipe(t *testing.T) recipe {
	t.Helper()
	data, err := os.ReadFile(".goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var r recipe
	if err := yaml.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Builds) != 1 || len(r.Archives) != 1 || len(r.Sboms) != 1 {
		t.Fatalf("the recipe has %d builds, %d archives, %d lists of contents", len(r.Builds), len(r.Archives), len(r.Sboms))
	}
	return r
}

// targets are the systems and processors that there is a program for.
var targets = []string{"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64"}

// The recipe names the six targets, and the program builds for each of them.
func TestReleaseTargets(t *testing.T) {
	b := readRecipe(t).Builds[0]
	var got []string
	for _, system := range b.Goos {
		for _, processor := range b.Goarch {
			got = append(got, system+"/"+processor)
		}
	}
	if slices.Sort(got); !slices.Equal(got, targets) {
		t.Fatalf("the recipe builds for %v, not for %v", got, targets)
	}
	dir := t.TempDir()
	for _, target := range got {
		if testing.Short() && target != runtime.GOOS+"/"+runtime.GOARCH {
			continue
		}
		system, processor, _ := strings.Cut(target, "/")
		// What the flags do TestReproducible holds; without -trimpath the objects are those of go
		// vet, and this folder need not have a history.
		flags := slices.DeleteFunc(slices.Clone(b.Flags), func(f string) bool { return f == "-trimpath" || f == "-buildvcs=true" })
		args := slices.Concat([]string{"build", "-o", filepath.Join(dir, "out"), "-ldflags", strings.Join(b.Ldflags, " ")}, flags, []string{b.Main})
		cmd := exec.Command("go", args...)
		cmd.Env = append(append(os.Environ(), b.Env...), "GOOS="+system, "GOARCH="+processor)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", target, err, out)
		}
	}
}

var prepare = sync.OnceValues(func() ([]byte, error) { return exec.Command("sh", "release/prepare").CombinedOutput() })

// prepared has what an archive needs beside the program written, once.
func prepared(t *testing.T) {
	t.Helper()
	if out, err := prepare(); err != nil {
		t.Fatalf("release/prepare: %v\n%s", err, out)
	}
}

// What the recipe puts into archives is there once its hook has run: the licence of everything
// that is linked, a manual page for each command, a script for each shell.
func TestReleaseFiles(t *testing.T) {
	r := readRecipe(t)
	if hooks := r.Before.Hooks; !slices.Equal(hooks, []string{"sh release/prepare"}) {
		t.Fatalf("the recipe runs %q first", hooks)
	}
	prepared(t)
	for _, f := range r.Archives[0].Files {
		found, err := filepath.Glob(f.Src)
		if err != nil || len(found) == 0 {
			t.Errorf("%s: nothing is there (%v)", f.Src, err)
		}
		for _, name := range found {
			if info, err := os.Stat(name); err != nil || info.Size() == 0 {
				t.Errorf("%s: it is empty (%v)", name, err)
			}
		}
	}
	scripts, err := filepath.Glob("release/files/completions/*")
	if err != nil || len(scripts) != 4 {
		t.Errorf("scripts for shells: %v", scripts)
	}
	notices, err := os.ReadFile("release/files/NOTICES")
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		system, _, _ := strings.Cut(target, "/")
		for _, module := range strings.Fields(run(t, ".", []string{"GOOS=" + system}, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./cmd/gsd-install")) {
			if !bytes.Contains(notices, []byte("\n"+module+" v")) && !bytes.HasPrefix(notices, []byte(module+" v")) {
				t.Errorf("%s is linked into the program for %s, and its licence is not in NOTICES", module, target)
			}
		}
	}
}

// Equal sources give equal bytes, wherever they are built, and the program says of which commit
// it is.
func TestReproducible(t *testing.T) {
	var sums [2][sha256.Size]byte
	for i, name := range []string{"here", "a folder of another name"} {
		dir := filepath.Join(t.TempDir(), name)
		copySources(t, dir)
		id := []string{
			"GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a",
			"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
		}
		for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "x"}, {"tag", "v1.2.3"}} {
			run(t, dir, id, "git", args...)
		}
		b := readRecipe(t).Builds[0]
		args := slices.Concat([]string{"build", "-o", "built", "-ldflags", strings.Join(b.Ldflags, " ")}, b.Flags, []string{b.Main})
		run(t, dir, b.Env, "go", args...)
		data, err := os.ReadFile(filepath.Join(dir, "built"))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(dir)) {
			t.Errorf("the program has its folder %s in it", dir)
		}
		sums[i] = sha256.Sum256(data)
		commit := run(t, dir, nil, "git", "rev-parse", "--short=12", "HEAD")
		said := run(t, dir, nil, "./built", "--version")
		if want := "gsd-install 1.2.3 (commit " + strings.TrimSpace(commit) + ","; !strings.HasPrefix(said, want) {
			t.Errorf("--version says %q, not %q", said, want)
		}
	}
	if sums[0] != sums[1] {
		t.Error("two builds of the same sources differ")
	}
}

// copySources copies what the program is built of.
func copySources(t *testing.T, dir string) {
	t.Helper()
	const files = `{{if and .Module .Module.Main}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}
{{end}}{{end}}`
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Split(strings.TrimSpace(run(t, ".", nil, "go", "list", "-deps", "-f", files, "./cmd/gsd-install")), "\n")
	for _, name := range append(names, filepath.Join(here, "go.mod"), filepath.Join(here, "go.sum")) {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		rel, err := filepath.Rel(here, name)
		if err != nil {
			t.Fatal(err)
		}
		copyFile(t, name, filepath.Join(dir, rel), 0o644)
	}
}

func copyFile(t *testing.T, from, to string, mode fs.FileMode) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, mode); err != nil {
		t.Fatal(err)
	}
}

// run runs a program in a folder, which has to go well, and returns what it prints.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, errs.Bytes())
	}
	return string(out)
}
