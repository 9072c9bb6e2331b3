package edit

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

func isNull(v *hujson.Value) bool { return v.Value.Kind() == 'n' }

func isContainer(v hujson.Value) bool { return v.Value.Kind() == '{' || v.Value.Kind() == '[' }

func kindName(v hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "a boolean"
}

// size is how many values are in an object or array, 0 in anything else.
func size(v *hujson.Value) int {
	switch c := v.Value.(type) {
	case *hujson.Object:
		return len(c.Members)
	case *hujson.Array:
		return len(c.Elements)
	}
	return 0
}

// element is the i-th value in an object or array.
func element(v *hujson.Value, i int) *hujson.Value {
	if obj, ok := v.Value.(*hujson.Object); ok {
		return &obj.Members[i].Value
	}
	return &v.Value.(*hujson.Array).Elements[i]
}

// print writes v; if wide, each element on a line of its own, the lines after the first
// indented by indent.
func (s style) print(v hujson.Value, indent string, wide bool) string {
	var parts []string
	inner := indent + s.unit
	brackets := "[]"
	switch c := v.Value.(type) {
	case *hujson.Object:
		brackets = "{}"
		for _, m := range c.Members {
			name := string(m.Name.Value.(hujson.Literal))
			parts = append(parts, name+":"+s.space+s.print(m.Value, inner, wide))
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			parts = append(parts, s.print(e, inner, wide))
		}
	case hujson.Literal:
		return string(c)
	}
	if len(parts) == 0 || !wide {
		return brackets[:1] + strings.Join(parts, ","+s.space) + brackets[1:]
	}
	return brackets[:1] + s.newline + inner + strings.Join(parts, ","+s.newline+inner) + s.newline + indent + brackets[1:]
}

// equalJSON reports whether two values are equal whatever their spelling: numbers
// exactly, strings decoded, objects in any order. An object that has a name twice
// equals none.
func equalJSON(a, b hujson.Value) bool {
	x, ok := canonical(a)
	y, ok2 := canonical(b)
	return ok && ok2 && x == y
}

func canonical(v hujson.Value) (string, bool) {
	switch c := v.Value.(type) {
	case *hujson.Object:
		members := map[string]string{}
		for _, m := range c.Members {
			name := m.Name.Value.(hujson.Literal).String()
			text, ok := canonical(m.Value)
			if _, twice := members[name]; twice || !ok {
				return "", false
			}
			members[name] = text
		}
		var out strings.Builder
		for _, name := range slices.Sorted(maps.Keys(members)) {
			fmt.Fprintf(&out, "%q:%s,", name, members[name])
		}
		return "{" + out.String() + "}", true
	case *hujson.Array:
		var out strings.Builder
		for _, e := range c.Elements {
			text, ok := canonical(e)
			if !ok {
				return "", false
			}
			out.WriteString(text + ",")
		}
		return "[" + out.String() + "]", true
	}
	lit := v.Value.(hujson.Literal)
	switch lit.Kind() {
	case '"':
		return fmt.Sprintf("%q", lit.String()), true
	case '0':
		return canonicalNumber(string(lit)), true
	}
	return string(lit), true
}

// canonicalNumber spells a number as its digits without zeros at either end
// and the power of ten they are to be multiplied by.
func canonicalNumber(s string) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	digits, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return "0"
	}
	power, _ := new(big.Int).SetString(cmp.Or(strings.TrimPrefix(exponent, "+"), "0"), 10)
	power.Add(power, big.NewInt(int64(len(digits)-len(short)-len(fraction))))
	sign := ""
	if negative {
		sign = "-"
	}
	return sign + short + "e" + power.String()
}
