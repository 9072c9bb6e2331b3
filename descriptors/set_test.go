package descriptors

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// changed is what is embedded with some texts replaced.
func changed(t *testing.T, replace ...string) *Set {
	t.Helper()
	memory := fstest.MapFS{}
	for _, pattern := range []string{"*.toml", "shared/*.toml"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := files.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			memory[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(replace...).Replace(string(data)))}
		}
	}
	s, err := ReadSet(memory)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A set is all that is in its files, and its hosts have its folders and not the program's.
func TestSet(t *testing.T) {
	s := changed(t)
	if len(s.Hosts()) != len(All()) {
		t.Fatalf("%d hosts, want %d", len(s.Hosts()), len(All()))
	}
	here := Builtin()
	for i, h := range s.Hosts() {
		if want := All()[i]; h.ID != want.ID || h.Native().ID != want.Native().ID || !h.Native().Text.Native {
			t.Errorf("host %d is %s, packs are in the format of %s", i, h.ID, h.Native().ID)
		}
		was, ok := s.Field("descriptor:" + h.ID + "#text")
		if is, known := here.Field("descriptor:" + h.ID + "#text"); !ok || !known || was != is {
			t.Errorf("%s: text is %s, want %s", h.ID, was, is)
		}
	}
	for _, folder := range everyOne(shared) {
		moved := changed(t, `global = "`+folder.Global+`"`, `global = ".moved"`)
		for _, h := range moved.Hosts() {
			if got, _ := h.Shared(folder.ID); folder.Global != "" && got.Global != ".moved" {
				t.Errorf("%s: the folder %s is %q", h.ID, folder.ID, got.Global)
			}
		}
	}
}

// A field is found by its name in plans, and what it rests on is no part of it.
func TestField(t *testing.T) {
	const id = "x"
	s := &Set{hosts: []Host{{ID: id, Text: Text{Command: "/{name}"}, ArtifactLayout: []Row{
		{Kind: "agents", Mount: "config", Source: "https://a", Status: "community"}, {Kind: "rules", Mount: "more"},
	}, Dialects: map[string]Dialect{"agent": {Renderer: "agent-md", Source: "https://b"}}}}, shared: []Shared{{ID: "s", Global: ".s"}}}
	for field, want := range map[string]string{
		"descriptor:x#text.commandStyle":     `"/{name}"`,
		"descriptor:s#global":                `".s"`,
		"descriptor:x#dialects.agent":        `"Renderer":"agent-md"`,
		"descriptor:x#artifactLayout.agents": `"Mount":"config"`,
		"descriptor:x":                       `"ID":"x"`,
	} {
		got, ok := s.Field(field)
		if !ok || !strings.Contains(got, want) || strings.Contains(got, "https") || strings.Contains(got, "community") || strings.Contains(field, "agents") && strings.Contains(got, "more") {
			t.Errorf("%s is %s, %v", field, got, ok)
		}
	}
	for _, field := range []string{"descriptor:y#text", "descriptor:x#none", "descriptor:x#dialects.none", "descriptor:x#text.commandStyle.more"} {
		if got, ok := s.Field(field); ok {
			t.Errorf("%s is %s", field, got)
		}
	}
}

// A set without hosts, or with a file that is no TOML, is an error that says so; a key that
// is not known here is none.
func TestReadSet(t *testing.T) {
	for want, files := range map[string]fstest.MapFS{
		"there is no descriptor in it": {"shared/a.toml": {Data: []byte("id = \"a\"\n")}},
		"a.toml: it is no descriptor":  {"a.toml": {Data: []byte("id = \"a\"\n")}},
		"b.toml: it is no descriptor":  {"b.toml": {Data: []byte("id = \"a\"\n[[artifactLayout]]\n")}},
		"descriptor a.toml:2":          {"a.toml": {Data: []byte("id = \"a\"\nno\n")}},
	} {
		if _, err := ReadSet(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := ReadSet(fstest.MapFS{"a.toml": {Data: []byte("id = \"a\"\nunheard = 1\n[[artifactLayout]]\n")}}); err != nil {
		t.Error(err)
	}
}
