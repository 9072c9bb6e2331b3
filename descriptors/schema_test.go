package descriptors

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gsd-install/gsd-install/hostapi"
)

const schemaFile = "../docs/descriptor.schema.json"

// The published schema is the one that the types, the vocabularies and the comments of this
// package give.
func TestSchemaInStep(t *testing.T) {
	got := schemaText(t)
	if *update {
		if err := os.WriteFile(schemaFile, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run make docs\n%s", diff)
	}
}

func TestDescriptorsSatisfyTheSchema(t *testing.T) {
	schema := compiled(t)
	for _, h := range All() {
		if err := schema.Validate(decoded(t, embedded(t, h.ID+".toml"))); err != nil {
			t.Errorf("%s: %v", h.ID, err)
		}
	}
}

// beyondSchema are the refusals that compare one thing in a descriptor with another, or with
// other files, which a schema does not do.
var beyondSchema = []string{
	"its own successor",
	"commands in TOML that are none",
	"commands in TOML unsaid",
	"arguments that ask nobody, unsaid",
	"successor that nobody is",
	"placeholder of a line to print",
	"variable twice",
	"probe twice",
	"probes without the home",
	"mount",
	"dialect that is not there",
	"no dialect",
	"dialect in a shared folder",
	"kind without a shared dialect",
	"a kind twice",
	"two kinds at one place",
	"commands and skills in one folder in two dialects",
	"texts in a shared folder and payload elsewhere",
	"own rows in a shared folder",
	"folder called as a mount",
	"folder called as a shared one",
	"row in a folder of one scope",
	"shared root of no shared folder",
	"shared root of a folder that it does not use",
	"file that the project's mount does not have",
	"a block in a file of each item",
	"an item that may be the hooks' file",
	"a block in the hooks' file",
	"an item that may be the MCP file",
	"one file in two formats",
	"one folder by two names",
	"prompts where rules are",
	"namespace without a folder",
	"folder without a namespace",
	"one key twice",
	"a key that is the body",
	"dialect that no row names",
	"least over limit",
	"preface twice",
	"servers of no expression",
	"event of another host",
	"limit of an event it has not",
	"mount of hooks",
	"hooks in a folder of another scope",
	"hooks of which some are shared",
	"shared hooks that name another payload",
	"hooks in a file that the project's mount has not",
	"flat event it has not",
	"event it has not that nobody reads",
	"event it has not that wants its own answers",
	"event that is not extended",
	"MCP mount",
	"form of a variable with two names",
	"MCP value that is a date",
	"moved from where it is",
	"moved from a shared folder that is not there",
	"cuts in a shared folder",
	"candidate that is not edited",
	"candidate in a folder that is not there",
	"else that is no folder",
	"candidate at a rule's place in its other folder",
	"candidate that is not among its names",
	"candidate at an agent's place",
	"read twice",
	"clamp to a level that is not there",
	"clamp to a level where there are none",
	"clamp of a level that is there",
	"client backwards",
	"names of servers",
}

func TestRefusalsBySchema(t *testing.T) {
	schema := compiled(t)
	var names []string
	for _, r := range refusals {
		names = append(names, r.name)
		file, text := r.text(t)
		var v map[string]any
		if _, err := toml.Decode(text, &v); err != nil {
			continue
		}
		data, err := json.Marshal(v)
		if err != nil {
			continue // a value that JSON does not have
		}
		one, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		refused := schema.Validate(one) != nil
		if beyond := slices.Contains(beyondSchema, r.name); refused == beyond {
			t.Errorf("%s (%s): refused by the schema: %v, listed as beyond it: %v", r.name, file, refused, beyond)
		}
	}
	for _, name := range beyondSchema {
		if !slices.Contains(names, name) {
			t.Errorf("%s is no refusal", name)
		}
	}
}

// freeTexts are the fields that may hold any text. Axis.Source is ruled with its axis.
var freeTexts = []string{
	"Axis.Source", "Effort.Param", "Hooks.ProjectDir", "Key.Always", "MCP.Names", "Key.Const", "OrchestratorExec.Args", "OrchestratorExec.CwdFlag",
	"OrchestratorExec.ModelFlag", "OrchestratorExec.PromptFlag", "Permissions.Rest", "Permissions.Value", "Tools.AgentMCPAnyOf",
}

// Each rule has a field, and each field of texts a rule unless it is free.
func TestSchemaRules(t *testing.T) {
	ruled, seen := slices.Collect(maps.Keys(fieldRules)), map[string]bool{}
	texts := slices.Concat(ruled, freeTexts)
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		if typ.Kind() != reflect.Struct || seen[typ.Name()] {
			return
		}
		seen[typ.Name()] = true
		for i := range typ.NumField() {
			if !typ.Field(i).IsExported() {
				continue
			}
			name, of := typ.Name()+"."+typ.Field(i).Name, element(typ.Field(i).Type)
			seen[name] = true
			if of.Kind() == reflect.String && !slices.Contains(texts, name) {
				t.Errorf("%s: a text, and no rule", name)
			}
			visit(of)
		}
	}
	visit(reflect.TypeFor[Host]())
	for _, name := range texts {
		if !seen[name] {
			t.Errorf("%s: a rule, and no field", name)
		}
	}
}

// element is what a list or a table is of, at last.
func element(t reflect.Type) reflect.Type {
	for slices.Contains([]reflect.Kind{reflect.Slice, reflect.Map, reflect.Pointer}, t.Kind()) {
		t = t.Elem()
	}
	return t
}

func schemaText(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(newSchema(fieldDocs(t))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaText(t)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("descriptor.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("descriptor.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// decoded is a TOML text as JSON has it.
func decoded(t *testing.T, text string) any {
	t.Helper()
	var v map[string]any
	if _, err := toml.Decode(text, &v); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	one, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	return one
}

// The words for sets of event names are those of hostapi.
func TestEventDialects(t *testing.T) {
	for _, name := range append(hookDialects, "codex", "") {
		if _, ok := hostapi.HookEvents(name); ok != slices.Contains(hookDialects, name) {
			t.Errorf("hookEvents %q: %v", name, ok)
		}
	}
	for _, name := range append(extensionDialects, "codex", "") {
		if _, ok := hostapi.ExtensionEvents(name); ok != slices.Contains(extensionDialects, name) {
			t.Errorf("extensionEvents %q: %v", name, ok)
		}
	}
}
