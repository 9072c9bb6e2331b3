package project

import (
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
)

// field is one frontmatter or TOML key with its value.
type field struct {
	key, form string
	// text is a scalar, list a list, tree anything else of the source's.
	text string
	list []string
	tree any
	// rules are those of the form permission.
	rules []permissionOf
}

// fields derives the dialect's keys from the item, in the dialect's order. A key
// whose value is absent is absent. What the dialect has no key for is lost.
func (o *output) fields() ([]field, error) {
	var fields []field
	for _, k := range o.Dialect.Keys {
		f, ok, err := o.value(k)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if len(k.Keep) > 0 && !slices.Contains(k.Keep, f.text) {
			o.note("value-lost", o.lineOf(sourceKeys(k)...), "%s %q is left out; it can be %s", k.Key, f.text, strings.Join(k.Keep, ", "))
			continue
		}
		f.key, f.form = k.Key, k.Form
		if o.Dialect.LooseEnd && f.part() {
			o.note("dashes", o.lineOf(sourceKeys(k)...), "%s holds \"---\", where the host would end the frontmatter; it is written otherwise", k.Key)
		}
		if k.From == "description" && o.listing > 0 {
			// A note of the listing says so for all of them.
			f.text, _ = o.limit(descriptors.Key{Key: k.Key, Limit: o.listing}, oneLine(f.text))
		}
		if f.text, ok = o.limit(k, f.text); ok {
			o.note("shortened", o.lineOf(sourceKeys(k)...), "%s is longer than %d characters; it is cut", k.Key, k.Limit)
		}
		if k.From == "description" {
			o.always += len(f.text)
		}
		fields = append(fields, f)
	}
	o.loseFields()
	return fields, nil
}

// value derives one key; false if it is absent.
func (o *output) value(k descriptors.Key) (field, bool, error) {
	meta := o.Item.Meta
	text := func(s string) (field, bool, error) { return field{text: s}, s != "", nil }
	switch k.From {
	case "name":
		return text(o.Item.Name)
	case "description":
		return text(o.spelling.line(meta.Text("description")))
	case "argument-hint":
		return text(o.spelling.line(meta.Text("argument-hint")))
	case "tools":
		if k.Form == "permission" {
			rules, err := o.permission()
			return field{rules: rules}, len(rules) > 0, err
		}
		tools, ok, err := o.tools()
		return field{list: tools}, ok, err
	case "denied-tools":
		denied := o.deniedTools()
		return field{list: denied}, len(denied) > 0, nil
	case "sandbox":
		return text(o.sandbox())
	case "readonly":
		return field{text: "true"}, o.readonly(), nil
	case "globs":
		globs := o.globs()
		if len(globs) == 0 && k.Always != "" && alwaysApplies(meta) {
			globs = []string{k.Always}
		}
		return field{list: globs}, len(globs) > 0, nil
	case "always":
		return field{text: boolText(alwaysApplies(meta))}, true, nil
	case "when":
		return text(k.Words[o.when()])
	case "const":
		return text(k.Const)
	case "model":
		return text(o.spelling.pin.Model)
	case "effort":
		return text(o.spelling.pin.Effort)
	}
	key, ok := strings.CutPrefix(k.From, "meta:")
	if asksForModel(key) && o.spelling.passive {
		if _, there := meta.Get(key); there {
			o.lose("field-lost", key, o.lineOf(key))
		}
		return field{}, false, nil
	}
	if !ok {
		return field{}, false, o.errorf("descriptor key %s: unknown source %q", k.Key, k.From)
	}
	v, ok := meta.Get(key)
	if ok && v.Map == nil && v.List == nil && strings.TrimSpace(v.Text) == "" {
		return field{}, false, nil
	}
	if v.List != nil && k.Form == "plain" {
		return text(strings.Join(v.List, ", "))
	}
	return field{text: v.Text, list: v.List, tree: v.Map}, ok, nil
}

// asksForModel reports whether a key of the source asks for a model, or for how hard it is to
// think. Where the model is passive, the user's runs: a name out of a pack may be one that
// the user's account does not have (ADR-2313).
func asksForModel(key string) bool { return key == "model" || key == "effort" }

// part rewrites each "---" of the value and reports whether there was one: in a text
// it is a dash, in the pattern of a list any character stands for one of them.
func (f *field) part() bool {
	had := strings.Contains(f.text, "---")
	f.text = dashes.ReplaceAllLiteralString(f.text, "—")
	f.list = slices.Clone(f.list) // it may be the source's
	for i := range f.list {
		for strings.Contains(f.list[i], "---") {
			had = true
			f.list[i] = strings.ReplaceAll(f.list[i], "---", "-?-")
		}
	}
	return had
}

var dashes = regexp.MustCompile("-{3,}")

// has reports whether the dialect has a key that comes from a source.
func (o *output) has(from string) bool {
	return slices.ContainsFunc(o.Dialect.Keys, func(k descriptors.Key) bool { return k.From == from })
}

// metaKeys are the source's keys that a value comes from.
var metaKeys = map[string][]string{
	"description":   {"description"},
	"argument-hint": {"argument-hint"},
	"tools":         {"tools", "allowed-tools"},
	"denied-tools":  {"disallowedTools", "disallowed-tools"},
	"globs":         {"globs", "paths"},
	"always":        {"alwaysApply", "always"},
	"when":          {"alwaysApply", "always"},
}

// sourceKeys are the source's keys that a key's value comes from.
func sourceKeys(k descriptors.Key) []string {
	if key, ok := strings.CutPrefix(k.From, "meta:"); ok {
		return []string{key}
	}
	return metaKeys[k.From]
}

// loseFields notes the source's keys that the dialect does not pass on. The
// name is the item's, and requires is for the pack alone; denied tools speak
// for themselves.
func (o *output) loseFields() {
	passed := map[string]bool{"name": true, "requires": true, "disallowedTools": true, "disallowed-tools": true}
	for _, k := range o.Dialect.Keys {
		for _, key := range sourceKeys(k) {
			passed[key] = true
		}
		if k.Always != "" {
			passed["always"], passed["alwaysApply"] = true, true
		}
	}
	for _, f := range o.Item.Meta {
		if !passed[f.Key] {
			o.lose("field-lost", f.Key, f.Line)
		}
	}
	o.loseDenied()
}

// globs are the file patterns of a rule. One that always applies needs none
// where the form cannot say both.
func (o *output) globs() []string {
	meta := o.Item.Meta
	if alwaysApplies(meta) && !o.has("always") {
		return nil
	}
	v, ok := meta.Get("globs")
	if !ok {
		v, _ = meta.Get("paths")
	}
	if v.List != nil {
		return v.List
	}
	return splitTop(v.Text)
}

// alwaysApplies reports whether a rule holds everywhere: it says so, or it says
// nothing of when it does.
func alwaysApplies(meta pack.Meta) bool {
	for _, key := range metaKeys["always"] {
		if v, ok := meta.Get(key); ok {
			return strings.EqualFold(v.Text, "true")
		}
	}
	_, globs := meta.Get("globs")
	_, paths := meta.Get("paths")
	return !globs && !paths && strings.TrimSpace(meta.Text("description")) == ""
}

// when says when a rule holds, in the words of descriptors.
func (o *output) when() string {
	switch {
	case alwaysApplies(o.Item.Meta):
		return "always"
	case len(o.globs()) > 0:
		return "globs"
	case strings.TrimSpace(o.Item.Meta.Text("description")) != "":
		return "description"
	default:
		return "asked"
	}
}

func boolText(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// splitTop splits a comma list; commas inside brackets do not count.
func splitTop(s string) []string {
	var parts []string
	depth, from := 0, 0
	add := func(part string) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth <= 0 {
				add(s[from:i])
				from = i + 1
			}
		}
	}
	add(s[from:])
	return parts
}
