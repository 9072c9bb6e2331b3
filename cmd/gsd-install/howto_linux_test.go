package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// howtos are documents whose blocks are followed one after the other, in an empty home: a block
// "toml FILE" is written to that file, and of a block "console" each line that begins with "$ " is run.
var howtos = []string{"../../docs/third-party-hosts.md", "../../docs/why-negotiated.md"}

var block = regexp.MustCompile("(?ms)^```(toml|console)( [a-z.]+)?\n(.*?)^```$")

// TestHowTo follows the documents, whose commands have to print what stands there; -update writes
// what they print.
func TestHowTo(t *testing.T) {
	for _, howto := range howtos {
		t.Run(filepath.Base(howto), func(t *testing.T) { followDocument(t, howto) })
	}
}

func followDocument(t *testing.T, howto string) {
	text, err := os.ReadFile(howto)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	commands := 0
	got := block.ReplaceAllStringFunc(string(text), func(all string) string {
		part := block.FindStringSubmatch(all)
		if part[1] == "toml" {
			box{}.write(t, filepath.Join(home, strings.TrimSpace(part[2])), part[3])
			return all
		}
		said := ""
		for line := range strings.Lines(part[3]) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				said += line + follow(t, home, command)
				commands++
			}
		}
		return "```console\n" + said + "```"
	})
	if commands == 0 {
		t.Errorf("%d commands in %s", commands, howto)
	}
	example(t, home, string(text))
	if *update {
		if err := os.WriteFile(howto, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(text), got); diff != "" && !*update {
		t.Errorf("%s (-) and the program (+); make docs writes it anew:\n%s", howto, diff)
	}
}

// indented is a command in a block of its own, of which only the form is shown.
var indented = regexp.MustCompile(`(?m)^ {4}(gsd-install .*)$`)

// example runs the indented commands of a document, with a capability.json in the folder that they
// name; they have to be done.
func example(t *testing.T, home, text string) {
	t.Helper()
	for _, m := range indented.FindAllStringSubmatch(text, -1) {
		if dir := regexp.MustCompile(`\./capabilities/[a-z]+`).FindString(m[1]); dir != "" {
			doc, err := os.ReadFile("../../added/testdata/good/capability/capability.json")
			if err != nil {
				t.Fatal(err)
			}
			box{}.write(t, filepath.Join(home, dir, "capability.json"), string(doc))
		}
		if said := follow(t, home, m[1]+" --yes; echo status $?"); !strings.HasSuffix(said, "\nstatus 0\n") {
			t.Errorf("%s: %s", m[1], said)
		}
	}
}

// follow runs a line of a shell in a home and returns what it prints.
func follow(t *testing.T, home, line string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = home
	cmd.Env = append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, coverage()...)
	said, _ := cmd.CombinedOutput() // what it prints tells its status
	return strings.ReplaceAll(string(said), home, "/home/you")
}
