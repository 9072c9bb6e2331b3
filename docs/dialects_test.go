// Package docs_test holds that the documents which are made from the program show what it
// does.
package docs_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

var update = flag.Bool("update", false, "write dialects.md anew")

const packDir = "testdata/pack"

// dialects.md is its template with what the program makes of the example pack.
func TestDialectsInStep(t *testing.T) {
	got := document(t)
	if *update {
		if err := os.WriteFile("dialects.md", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("dialects.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("run make docs\n%s", diff)
	}
}

// Every host has its place in the document for whatever it takes.
func TestDialectsAreComplete(t *testing.T) {
	text := string(document(t))
	plans := render(t)
	for _, kind := range []string{"command", "agent", "skill", "rule", "hook", "mcp", "permission"} {
		for _, p := range plans {
			for _, e := range examplesOf(t, p, kind) {
				if !strings.Contains(text, "`"+e.path+"`") {
					t.Errorf("%s %s: %s is not in dialects.md", p.Host, p.Scope, e.path)
				}
			}
		}
	}
}

func document(t *testing.T) []byte {
	t.Helper()
	plans := render(t)
	tmpl, err := template.New("dialects.md").Funcs(template.FuncMap{
		"source":   func(name string) string { return source(t, name) },
		"groups":   func(kind string) string { return groups(t, plans, kind) },
		"spelling": spelling,
		"losses":   func() string { return losses(plans) },
	}).ParseFiles("testdata/dialects.md")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := tmpl.Execute(&b, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// render makes the plans of the example pack, by host, global before local.
func render(t *testing.T) []plan.Plan {
	t.Helper()
	p, err := pack.Read(os.DirFS(packDir), "brew")
	if err != nil {
		t.Fatal(err)
	}
	var plans []plan.Plan
	for _, h := range descriptors.All() {
		for _, s := range []plan.Scope{plan.Global, plan.Local} {
			env := layout.Env{Home: "/home/me", Project: "/home/me/project", OS: "linux"}
			mounts, _, err := layout.Mounts(h, s, env)
			if err != nil {
				t.Fatal(err)
			}
			one, err := project.Render(project.Input{Host: h, Scope: s, Pack: p, Mounts: mounts, OS: "linux", MCP: true})
			if err != nil {
				t.Fatal(err)
			}
			plans = append(plans, one)
		}
	}
	return plans
}

func source(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(packDir + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return "`" + name + "`:\n\n" + fence(name, string(data))
}

// The README names every host.
func TestReadmeNamesHosts(t *testing.T) {
	data, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(data)), " ")
	for _, h := range descriptors.All() {
		if !strings.Contains(text, h.Title) {
			t.Errorf("README.md does not name %s", h.Title)
		}
	}
}
