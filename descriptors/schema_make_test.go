package descriptors

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/hostapi"
)

// object is a piece of a schema.
type object = map[string]any

// schemaMaker makes the schema of a type and of all types in it.
type schemaMaker struct {
	// docs are the comments of types and fields, by TYPE and TYPE.FIELD.
	docs map[string]string
	defs object
}

// newSchema is the schema of a host's descriptor, in JSON Schema 2020-12.
func newSchema(docs map[string]string) object {
	m := schemaMaker{docs: docs, defs: maps.Clone(sharedDefs)}
	root := m.structure(reflect.TypeFor[Host]())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "Descriptor of a host"
	root["$defs"] = m.defs
	return root
}

func (m schemaMaker) structure(t reflect.Type) object {
	properties, required := object{}, []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		key, rule := f.Tag.Get("toml"), fieldRules[t.Name()+"."+f.Name]
		if rule.need {
			required = append(required, key)
		}
		one := m.value(f.Type, rule)
		if term, ok := axisTerm(t, key); ok {
			one, required = axisOf(term), append(required, key)
		}
		if doc := m.docs[t.Name()+"."+f.Name]; doc != "" {
			one["description"] = doc
		}
		properties[key] = one
	}
	s := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	if all := conditions[t.Name()]; len(all) > 0 {
		s["allOf"] = all
	}
	if doc := m.docs[t.Name()]; doc != "" {
		s["description"] = doc
	}
	return s
}

// value is the schema of a field's value, or of what is in its list or table.
func (m schemaMaker) value(t reflect.Type, r rule) object {
	switch t.Kind() {
	case reflect.Pointer:
		return m.value(t.Elem(), r)
	case reflect.Slice:
		s := object{"type": "array", "items": m.value(t.Elem(), r)}
		if r.need {
			s["minItems"] = 1
		}
		if r.unique {
			s["uniqueItems"] = true
		}
		return s
	case reflect.Map:
		s := object{"type": "object", "additionalProperties": m.value(t.Elem(), r)}
		if r.keys != nil {
			s["propertyNames"] = object{"enum": r.keys}
		}
		if r.keyForm != "" {
			s["propertyNames"] = object{"pattern": r.keyForm}
		}
		return s
	case reflect.Struct:
		if m.defs[t.Name()] == nil {
			m.defs[t.Name()] = object{}
			m.defs[t.Name()] = m.structure(t)
		}
		return object{"$ref": "#/$defs/" + t.Name()}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int:
		s := object{"type": "integer", "minimum": r.least}
		if r.most != 0 {
			s["maximum"] = r.most
		}
		return s
	case reflect.String:
		return r.text()
	default:
		return object{} // any value
	}
}

// text is the schema of a string.
func (r rule) text() object {
	switch {
	case r.ref != "" && r.form != "":
		return object{"$ref": "#/$defs/" + r.ref, "pattern": r.form}
	case r.ref != "":
		return object{"$ref": "#/$defs/" + r.ref}
	case r.words != nil && r.empty:
		return object{"enum": append([]string{""}, r.words...)}
	case r.words != nil:
		return object{"enum": r.words}
	case r.form != "":
		return object{"type": "string", "pattern": r.form}
	default:
		return object{"type": "string"}
	}
}

// axisTerm is the name of an axis in hostapi's vocabulary, for a field that is one.
func axisTerm(t reflect.Type, key string) (string, bool) {
	switch {
	case t == reflect.TypeFor[Dispatch]():
		return "dispatch." + key, true
	case t == reflect.TypeFor[HostIntegration]() && slices.Contains(hostapi.Names(), key):
		return key, true
	}
	return "", false
}

// axisOf is the schema of an axis with its citation.
func axisOf(term string) object {
	value := object{"enum": append(slices.Clone(hostapi.Values(term)), hostapi.Undocumented)}
	switch values := hostapi.Values(term); {
	case slices.Contains(values, "true"):
		value = object{"enum": []any{true, false, hostapi.Undocumented}}
	case values == nil:
		value = object{"anyOf": []object{{"type": "integer", "minimum": axisLeast[term]}, {"const": hostapi.Undocumented}}}
	}
	return object{
		"type": "object", "additionalProperties": false, "required": []string{"value"},
		"properties": object{"value": value, "source": object{"$ref": "#/$defs/source"}},
		"anyOf":      []object{{"required": []string{"source"}}, {"properties": object{"value": object{"const": hostapi.Undocumented}}}},
	}
}

// fieldDocs reads the comments of this package's types and their fields; Go's names of
// fields become those of TOML. A field without a comment shares that of one in its
// type which names it.
func fieldDocs(t *testing.T) map[string]string {
	t.Helper()
	docs := map[string]string{}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.TYPE {
				for _, spec := range group.Specs {
					typeDocs(docs, group, spec.(*ast.TypeSpec))
				}
			}
		}
	}
	return docs
}

var goWord = regexp.MustCompile(`[A-Za-z]+`)

func typeDocs(docs map[string]string, group *ast.GenDecl, spec *ast.TypeSpec) {
	structure, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	keys, hostKeys := map[string]string{}, map[string]string{}
	for i := range reflect.TypeFor[Host]().NumField() {
		f := reflect.TypeFor[Host]().Field(i)
		hostKeys[f.Name] = f.Tag.Get("toml")
	}
	var fields []string
	for _, f := range structure.Fields.List {
		if f.Tag == nil {
			continue
		}
		keys[f.Names[0].Name] = reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("toml")
		fields = append(fields, f.Names[0].Name)
	}
	inTOML := func(text string) string {
		return goWord.ReplaceAllStringFunc(strings.Join(strings.Fields(text), " "), func(word string) string {
			if word == strings.ToUpper(word) {
				return word // an abbreviation
			}
			return cmp.Or(keys[word], hostKeys[word], word)
		})
	}
	docs[spec.Name.Name] = inTOML(group.Doc.Text())
	own := map[string]string{}
	for _, f := range structure.Fields.List {
		if len(f.Names) == 0 {
			continue // an embedded type, which no descriptor has
		}
		own[f.Names[0].Name] = cmp.Or(f.Doc.Text(), f.Comment.Text())
	}
	for _, name := range fields {
		doc := own[name]
		for _, other := range fields {
			if doc == "" && slices.Contains(goWord.FindAllString(own[other], -1), name) {
				doc = own[other]
			}
		}
		docs[spec.Name.Name+"."+name] = inTOML(doc)
	}
}
