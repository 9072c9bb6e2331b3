package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// The README's table of hosts is that of the descriptors; `make docs` writes it.
func TestReadmeHosts(t *testing.T) {
	const file, begin, end = "../../README.md", "<!-- hosts -->\n", "<!-- /hosts -->"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), begin)
	have, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	help := descriptors.Names{Name: "gsd-help", Short: "help", Stem: "help", Prefix: "gsd"}
	var b strings.Builder
	b.WriteString("| host | flag | commands, in your home | a command is called | tried with |\n|---|---|---|---|---|\n")
	for _, h := range descriptors.All() {
		tried := h.Client.Range()
		if tried == "" {
			tried = "its documentation"
		}
		fmt.Fprintf(&b, "| %s | `--%s` | `%s` | `%s` | %s |\n", h.Title, h.ID, commandsAt(h), help.Fill(h.Text.Command), tried)
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+b.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(have, b.String()); diff != "" {
		t.Errorf("README.md (-) and the descriptors (+), make docs writes it anew:\n%s", diff)
	}
}

// commandsAt is the folder of a host's commands in the home, or in a project if there is none.
func commandsAt(h descriptors.Host) string {
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		for _, p := range placesOf(h) {
			if p.Kind == "commands" && p.Scope == scope {
				at, _, _ := strings.Cut(p.Path, "/{")
				return at
			}
		}
	}
	return ""
}
