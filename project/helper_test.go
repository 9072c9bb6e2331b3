package project

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/BurntSushi/toml"
	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
)

var scopes = []plan.Scope{plan.Global, plan.Local}

// testEnv is a home and a project that do not exist, so that nothing on this
// machine has a say.
var testEnv = layout.Env{Home: "/no/such/home", Project: "/no/such/proj"}

// readPack reads a pack of the prefix "gsd" from files in memory.
func readPack(t testing.TB, files map[string]string) *pack.Pack {
	t.Helper()
	fsys := fstest.MapFS{"pack.toml": {Data: []byte("name = \"gsd\"\nversion = \"1.0.0\"\nprefix = \"gsd\"\n")}}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	p, err := pack.Read(fsys, "test")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// input is what renders p on a built-in host.
func input(t testing.TB, p *pack.Pack, host string, s plan.Scope, env layout.Env) Input {
	t.Helper()
	h, ok := descriptors.Get(host)
	if !ok {
		t.Fatalf("no host %s", host)
	}
	mounts, _, err := layout.Mounts(h, s, env)
	if err != nil {
		t.Fatal(err)
	}
	return Input{Host: h, Scope: s, Pack: p, Mounts: mounts, OS: "linux", Cache: &Cache{}}
}

func render(t testing.TB, p *pack.Pack, host string, s plan.Scope) plan.Plan {
	t.Helper()
	pl, err := Render(input(t, p, host, s, testEnv))
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

// hostIDs are the built-in hosts.
func hostIDs() (ids []string) {
	for _, h := range descriptors.All() {
		ids = append(ids, h.ID)
	}
	return ids
}

// everywhere renders p for all hosts and scopes that have a place for each of its items and
// calls f with each plan.
func everywhere(t *testing.T, p *pack.Pack, f func(t *testing.T, pl plan.Plan)) {
	for _, h := range descriptors.All() {
		for _, s := range scopes {
			if !slices.ContainsFunc(p.Items, func(it pack.Item) bool { return !takes(h, s, it.Kind) }) {
				t.Run(h.ID+"-"+string(s), func(t *testing.T) { f(t, render(t, p, h.ID, s)) })
			}
		}
	}
}

// takes reports whether h has a place for a kind.
func takes(h descriptors.Host, s plan.Scope, kind pack.Kind) bool {
	_, ok := layout.Row(h, s, kind)
	return ok
}

// dialect is the form of a kind on a host, its own or that of a shared folder.
func dialect(host string, s plan.Scope, kind pack.Kind) descriptors.Dialect {
	h, _ := descriptors.Get(host)
	row, _ := layout.Row(h, s, kind)
	if shared, ok := descriptors.SharedByID(row.Mount); ok {
		return shared.Dialects[row.Kind]
	}
	return h.Dialects[row.Dialect]
}

// named returns the artifact of the kind and name; where a dialect makes two files of it,
// both as one.
func named(t testing.TB, pl plan.Plan, kind, name string) plan.Artifact {
	t.Helper()
	var found []plan.Artifact
	for _, a := range pl.Artifacts {
		if a.Kind == kind && a.Name == name && a.Rule != "copy" {
			found = append(found, a)
		}
	}
	switch len(found) {
	case 1:
		return found[0]
	case 2:
		return joined(t, pl, found[0], found[1])
	}
	t.Fatalf("%s %s: %d of %s called %s", pl.Host, pl.Scope, len(found), kind, name)
	return plan.Artifact{}
}

// joined writes an agent file and its prompt as one file with frontmatter.
func joined(t testing.TB, pl plan.Plan, prompt, spec plan.Artifact) plan.Artifact {
	t.Helper()
	var file struct{ Agent yaml.Node }
	if err := yaml.Unmarshal(spec.Data, &file); err != nil {
		t.Fatalf("%s: %v\n%s", spec.Path, err, spec.Data)
	}
	head, err := yaml.Marshal(&file.Agent)
	if err != nil {
		t.Fatal(err)
	}
	body := string(prompt.Data)
	if raw := dialect(pl.Host, pl.Scope, pack.Agent).Raw; len(raw) > 0 {
		body = strings.TrimSuffix(strings.TrimPrefix(body, raw[0]+"\n"), raw[1]+"\n")
	}
	spec.Data = []byte("---\n" + string(head) + "---\n" + body)
	return spec
}

// decoded reads an artifact as its host does: the keys of its frontmatter or
// of the TOML table, and the body.
func decoded(t testing.TB, a plan.Artifact) (map[string]any, string) {
	t.Helper()
	keys := map[string]any{}
	if strings.HasSuffix(a.Path, ".toml") {
		if err := toml.Unmarshal(a.Data, &keys); err != nil {
			t.Fatalf("%s: %v\n%s", a.Path, err, a.Data)
		}
		for _, key := range []string{"prompt", "developer_instructions"} {
			if body, ok := keys[key].(string); ok {
				delete(keys, key)
				return keys, body
			}
		}
		t.Fatalf("%s: no body", a.Path)
	}
	rest, ok := strings.CutPrefix(string(a.Data), "---\n")
	if !ok {
		return keys, string(a.Data)
	}
	head, body, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		t.Fatalf("%s: the frontmatter does not end\n%s", a.Path, a.Data)
	}
	if err := yaml.Unmarshal([]byte(head), &keys); err != nil {
		t.Fatalf("%s: %v\n%s", a.Path, err, head)
	}
	return keys, body
}

// noted returns the messages of the notes of a rule.
func noted(pl plan.Plan, rule string) (messages []string) {
	for _, n := range pl.Notes {
		if n.Rule == rule {
			messages = append(messages, n.Message)
		}
	}
	return messages
}

// hookValues decodes the hook entries of a plan by event.
func hookValues(t testing.TB, pl plan.Plan) map[string][]map[string]any {
	t.Helper()
	entries := map[string][]map[string]any{}
	for _, e := range pl.Edits {
		for _, op := range e.Ops {
			if op.Kind != plan.Append {
				continue
			}
			var v map[string]any
			if err := json.Unmarshal(op.Value, &v); err != nil {
				t.Fatal(err)
			}
			event := op.Key[len(op.Key)-1]
			entries[event] = append(entries[event], v)
		}
	}
	return entries
}

// memory is a pack of one file.
func memory(name, text string) fstest.MapFS {
	return fstest.MapFS{
		"pack.toml": {Data: []byte("name = \"gsd\"\nprefix = \"gsd\"\n")},
		name:        {Data: []byte(text)},
	}
}
