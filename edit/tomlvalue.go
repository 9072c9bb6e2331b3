package edit

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tailscale/hujson"
)

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func tomlKey(path []string) string {
	words := make([]string, len(path))
	for i, k := range path {
		words[i] = k
		if !bareKey.MatchString(k) {
			words[i] = tomlString(k)
		}
	}
	return strings.Join(words, ".")
}

// tomlString writes a basic string. Its escapes are JSON's, but that DEL needs one.
func tomlString(s string) string {
	return strings.ReplaceAll(string(hujson.String(s)), "\x7f", `\u007f`)
}

// tomlText writes a JSON value on one line.
func tomlText(v hujson.Value) (string, error) {
	var parts []string
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			s, err := tomlText(m.Value)
			if err != nil {
				return "", err
			}
			parts = append(parts, tomlKey([]string{nameOf(m)})+" = "+s)
		}
		if len(parts) == 0 {
			return "{}", nil
		}
		return "{ " + strings.Join(parts, ", ") + " }", nil
	case *hujson.Array:
		for _, e := range c.Elements {
			s, err := tomlText(e)
			if err != nil {
				return "", err
			}
			parts = append(parts, s)
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	}
	lit := v.Value.(hujson.Literal)
	switch lit.Kind() {
	case '"':
		return tomlString(lit.String()), nil
	case 'n':
		return "", errorf("null has no form in TOML")
	}
	return string(lit), nil
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// tomlValue is a JSON value as the TOML parser would decode its TOML form.
func tomlValue(raw json.RawMessage) (any, error) {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return tomlNumbers(v)
}

func tomlNumbers(v any) (any, error) {
	switch v := v.(type) {
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return strconv.ParseFloat(v.String(), 64)
		}
		return strconv.ParseInt(v.String(), 10, 64)
	case []any:
		for i := range v {
			x, err := tomlNumbers(v[i])
			if err != nil {
				return nil, err
			}
			v[i] = x
		}
	case map[string]any:
		for k := range v {
			x, err := tomlNumbers(v[k])
			if err != nil {
				return nil, err
			}
			v[k] = x
		}
	}
	return v, nil
}

// canonicalTOML spells a decoded value so that equal values, types included, have
// equal text.
func canonicalTOML(v any) string {
	var out strings.Builder
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			fmt.Fprintf(&out, "%q=%s,", k, canonicalTOML(v[k]))
		}
		return "{" + out.String() + "}"
	case []any:
		for _, e := range v {
			out.WriteString(canonicalTOML(e) + ",")
		}
		return "[" + out.String() + "]"
	case time.Time:
		return v.Format(time.RFC3339Nano) + " " + v.Location().String()
	case string:
		return strconv.Quote(v)
	}
	return fmt.Sprintf("%T(%v)", v, v)
}

// tomlTree is a decoded value as JSON, keys sorted. A date and what is no finite number become
// literals that equal none of JSON.
func tomlTree(v any) hujson.Value {
	switch v := v.(type) {
	case map[string]any:
		obj := &hujson.Object{}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			obj.Members = append(obj.Members, hujson.ObjectMember{Name: hujson.Value{Value: hujson.String(k)}, Value: tomlTree(v[k])})
		}
		return hujson.Value{Value: obj}
	case []any:
		arr := &hujson.Array{}
		for _, e := range v {
			arr.Elements = append(arr.Elements, tomlTree(e))
		}
		return hujson.Value{Value: arr}
	case string:
		return hujson.Value{Value: hujson.String(v)}
	}
	text := fmt.Sprint(v)
	if !json.Valid([]byte(text)) {
		text = "!" + text
	}
	return hujson.Value{Value: hujson.Literal(text)}
}

// plainArrays makes every array a []any; the decoder gives arrays of tables
// another type.
func plainArrays(v any) any {
	switch v := v.(type) {
	case []map[string]any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = plainArrays(v[i])
		}
		return all
	case []any:
		for i := range v {
			v[i] = plainArrays(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = plainArrays(v[k])
		}
	}
	return v
}

func tomlKind(v any) string {
	switch v.(type) {
	case map[string]any:
		return "a table"
	case []any:
		return "an array"
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case time.Time:
		return "a date or time"
	}
	return "a number"
}

func isTOMLContainer(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}
