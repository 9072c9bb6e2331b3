package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/adapter"
)

var update = flag.Bool("update", false, "write what the document's commands print")

// document is the tutorial. Its blocks of Go and TOML are parts of the files here, its console is
// followed in an empty home.
const document = "../../docs/embed.md"

var block = regexp.MustCompile("(?ms)^```(go|toml|console)( [a-z_./]+)?\n(.*?)^```$")

func TestDocument(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	blocks := map[string]int{}
	got := block.ReplaceAllStringFunc(string(text), func(all string) string {
		part := block.FindStringSubmatch(all)
		blocks[part[1]]++
		if part[1] != "console" {
			inFile(t, strings.TrimSpace(part[2]), part[3])
			return all
		}
		said := ""
		for line := range strings.Lines(part[3]) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				said += line + follow(t, home, command)
			}
		}
		return "```console\n" + said + "```"
	})
	if blocks["go"] < 8 || blocks["toml"] < 1 || blocks["console"] < 1 || strings.Count(string(text), "```") != 2*(blocks["go"]+blocks["toml"]+blocks["console"]) {
		t.Errorf("%s has blocks that nothing checks: %v", document, blocks)
	}
	if *update {
		if err := os.WriteFile(document, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(text), got); diff != "" && !*update {
		t.Errorf("%s (-) and what its commands print (+):\n%s", document, diff)
	}
}

// inFile holds that a snippet stands in a file, wherever it is indented to.
func inFile(t *testing.T, name, snippet string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Error(err)
		return
	}
	if !strings.Contains(flat(string(text)), flat(snippet)) {
		t.Errorf("%s has not:\n%s", name, snippet)
	}
}

// flat is a text without the indentation of its lines.
func flat(text string) string {
	out := "\n"
	for line := range strings.Lines(text) {
		out += strings.TrimSpace(line) + "\n"
	}
	return out
}

// follow runs a line of a shell at the top of the module and returns what it prints.
func follow(t *testing.T, home, line string) string {
	t.Helper()
	vars, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOFLAGS").Output()
	if err != nil {
		t.Fatal(err)
	}
	words := strings.SplitN(string(vars), "\n", 3)
	flags := slices.DeleteFunc(strings.Fields(words[2]), func(f string) bool { return f == "-v" || f == "-x" }) // which would print more
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = []string{
		"HOME=" + home, "GOBIN=" + filepath.Join(home, "bin"), "PATH=" + filepath.Join(home, "bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
		"GOCACHE=" + words[0], "GOMODCACHE=" + words[1], "GOFLAGS=" + strings.Join(flags, " "),
	}
	said, _ := cmd.CombinedOutput() // what it prints tells its status
	return strings.ReplaceAll(string(said), home, "/home/you")
}

// Nothing but the state that the session wrote is left behind, and a taken name stops it all.
func TestEmbed(t *testing.T) {
	home := t.TempDir()
	t.Chdir(home)
	var out strings.Builder
	if err := embed(t.Context(), &out, home, home); err != nil {
		t.Fatal(err)
	}
	left := ""
	err := filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(home, path)
			left += filepath.ToSlash(rel) + "\n"
		}
		return err
	})
	if err != nil || left != ".planning/STATE.md\n" {
		t.Errorf("%v; left is %s", err, left)
	}
}

// A hook that takes too long is ended in time, also if what it has started goes on.
func TestRunEnds(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	began := time.Now()
	_, err := run(t.Context(), adapter.Process{Args: []string{"sh", "-c", "sleep 30; true"}, Timeout: time.Second / 2})
	if took := time.Since(began); err == nil || took > 20*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}
