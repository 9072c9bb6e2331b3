package hostapi_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gsd-install/gsd-install/hostapi"
)

var update = flag.Bool("update", false, "write the schema of the handshake anew")

const schemaFile = "../docs/handshake.schema.json"

type object = map[string]any

// closed is an object that has all of these members and no others.
func closed(properties object) object {
	return object{"type": "object", "additionalProperties": false, "required": slices.Sorted(maps.Keys(properties)), "properties": properties}
}

// axesSchema is that of all axes: with what a host may leave open, or as they are agreed on.
func axesSchema(declared bool) object {
	axes, dispatch := object{}, object{}
	for _, name := range hostapi.Names() {
		into, short := axes, name
		if field, ok := strings.CutPrefix(name, "dispatch."); ok {
			into, short = dispatch, field
		}
		into[short] = termSchema(name, declared)
	}
	if !declared {
		axes["dispatch"] = closed(dispatch)
		return closed(axes)
	}
	axes["dispatch"] = object{"anyOf": []any{object{"const": hostapi.Undocumented}, object{"type": "object", "additionalProperties": false, "properties": dispatch}}}
	return object{"type": "object", "additionalProperties": false, "properties": axes}
}

func termSchema(name string, declared bool) object {
	values := hostapi.Values(name)
	s := object{"enum": values}
	switch {
	case name == "dispatch.subagentToolkit" && !declared:
		s = object{"enum": []hostapi.SubagentToolkit{hostapi.ToolkitFull, hostapi.ToolkitReadOnly}}
	case name == "dispatch.maxDepth":
		s = object{"type": "number", "minimum": -1}
	case name == "dispatch.maxConcurrency":
		s = object{"type": "integer", "minimum": 1}
	case cmp.Equal(values, []string{"true", "false"}):
		s = object{"type": "boolean"}
	}
	if declared {
		return object{"anyOf": []any{object{"const": hostapi.Undocumented}, s}}
	}
	return s
}

// handshakeSchema is of the messages both ways; their parts are its definitions.
func handshakeSchema() object {
	level := object{"enum": []hostapi.Level{hostapi.Full, hostapi.Degraded, hostapi.Absent}}
	points := object{}
	for _, p := range hostapi.Points() {
		points[string(p)] = closed(object{"hostLevel": level, "effectiveLevel": level, "fallback": object{"type": "string"}})
	}
	id := object{"type": []string{"string", "number", "null"}}
	version := object{"const": "2.0"}
	fault := closed(object{"code": object{"type": "integer"}, "message": object{"type": "string"}})
	return object{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "The handshake of the Host-Integration Interface",
		"description": "JSON-RPC 2.0, one message a line: a host sends a request and gets a response. What a host declares otherwise than this is answered as well: it counts as not declared. An axis of which that is so gives a warning, and so does a number of dispatch; a name that is no axis, and another field of dispatch, gives none.",
		"anyOf":       []any{object{"$ref": "#/$defs/request"}, object{"$ref": "#/$defs/response"}},
		"$defs": object{
			"request": closed(object{
				"jsonrpc": version, "id": id, "method": object{"const": hostapi.HandshakeMethod},
				"params": object{
					"type": "object", "additionalProperties": false, "required": []string{"axes"},
					"properties": object{"protocolVersion": object{"type": "integer"}, "axes": axesSchema(true)},
				},
			}),
			"response": object{"oneOf": []any{
				closed(object{"jsonrpc": version, "id": id, "result": object{"$ref": "#/$defs/agreement"}}),
				closed(object{"jsonrpc": version, "id": id, "error": fault}),
			}},
			"agreement": closed(object{
				"protocolVersion": object{"type": "integer"}, "effective": axesSchema(false),
				"points": closed(points), "warnings": object{"type": "array", "items": object{"type": "string"}},
			}),
		},
	}
}

// The published schema is the one that the vocabulary gives.
func TestHandshakeSchemaInStep(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(handshakeSchema()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("run make docs\n%s", diff)
	}
}

// Every answer is a response by the schema, and every request whose declaration is valid a request.
func TestHandshakeSatisfiesTheSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	request, response := c.MustCompile(schemaFile+"#/$defs/request"), c.MustCompile(schemaFile+"#/$defs/response")
	valid, invalid := 0, 0
	for _, v := range vectors(t) {
		message, err := hostapi.HandshakeRequest(1, v.In)
		if err != nil {
			t.Fatal(err)
		}
		answer := hostapi.Handshake(message, hostapi.DefaultEngine())
		if err := response.Validate(decoded(t, answer)); err != nil {
			t.Errorf("%s: %v", answer, err)
		}
		err = request.Validate(decoded(t, message))
		if hostapi.Validate(v.In) == nil {
			valid++
			if err != nil {
				t.Errorf("%s: %v", message, err)
			}
		} else if err != nil {
			invalid++
		}
	}
	if valid == 0 || invalid == 0 {
		t.Errorf("%d valid declarations, %d that the schema refuses", valid, invalid)
	}
	if err := response.Validate(decoded(t, hostapi.Handshake([]byte("{"), hostapi.DefaultEngine()))); err != nil {
		t.Error(err)
	}
}

func decoded(t *testing.T, b []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
