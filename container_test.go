package gsdinstall_test

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The recipe of an image does what it says, as far as that can be seen without one: its command
// renders, what it copies is there, and what is rendered names only places in the home that it
// is copied to.
func TestContainerfile(t *testing.T) {
	data, err := os.ReadFile("docs/container/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	recipe := string(data)
	s := newSandbox(t)
	image := filepath.Join(s.root, "image") // what the second stage has
	stage := filepath.Join(s.root, "stage")
	calls := regexp.MustCompile(`(?m)^RUN gsd-install (.*)$`).FindAllStringSubmatch(recipe, -1)
	if len(calls) != 1 {
		t.Fatalf("the recipe calls the program %d times", len(calls))
	}
	args := strings.Fields(calls[0][1])
	home := ""
	for i := range args {
		switch args[i] {
		case "--home":
			home = args[i+1]
		case "--out":
			args[i+1] = filepath.Join(stage, args[i+1])
		}
	}
	if got := finish(t, s.command(t, args...)); got.code != 0 {
		t.Fatalf("%v: %+v", args, got)
	}
	copies := regexp.MustCompile(`(?m)^COPY --from=pack \S+ (\S+) (\S+)$`).FindAllStringSubmatch(recipe, -1)
	for _, c := range copies {
		if path.Clean(c[2]) != home {
			t.Errorf("%s is copied to %s; it was rendered for %s", c[1], c[2], home)
		}
		if err := os.CopyFS(filepath.Join(image, c[2]), os.DirFS(filepath.Join(stage, c[1]))); err != nil {
			t.Error(err)
		}
	}
	rendered, err := filepath.Glob(stage + "/*/*")
	if err != nil || len(rendered) == 0 || len(rendered) != len(copies) {
		t.Errorf("%d trees are rendered and %d copied", len(rendered), len(copies))
	}
	named := 0
	for _, script := range regexp.MustCompile(regexp.QuoteMeta(home)+`[\w./-]*\.sh`).FindAllString(textsBelow(t, image), -1) {
		named++
		if _, err := os.Stat(filepath.Join(image, script)); err != nil {
			t.Errorf("a hook runs %s, which the image does not have", script)
		}
	}
	if named == 0 {
		t.Error("no hook names a script")
	}
}

// The example of a development container is that image, and its check is of what is in it.
func TestDevcontainer(t *testing.T) {
	data, err := os.ReadFile("docs/container/devcontainer.json")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Build      struct{ Dockerfile, Context string }
		RemoteUser string
	}
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	recipe, err := os.ReadFile(filepath.Join("docs/container", d.Build.Dockerfile))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(recipe), "USER "+d.RemoteUser+"\n") {
		t.Errorf("the image is not for %s", d.RemoteUser)
	}
	if _, err := os.Stat(filepath.Join("docs/container", d.Build.Context, "go.mod")); err != nil {
		t.Error(err)
	}
}

// textsBelow joins all files below a folder.
func textsBelow(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		b.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
