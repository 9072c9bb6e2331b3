package gsdinstall_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gsd-install/gsd-install/descriptors"
)

// strictItem reads an item and checks that it has keys of its host's dialect only.
func (h onHost) strictItem(kind, source string) (emitted, bool) {
	h.Helper()
	e, ok := h.item(source)
	keys := h.keys(kind)
	if !ok {
		if keys != nil {
			h.errorf("nothing is made of %s", source)
		}
		return e, false
	}
	for key := range e.meta {
		if !slices.ContainsFunc(keys, func(k descriptors.Key) bool { return k.Key == key }) {
			h.errorf("%s: key %q", e.path, key)
		}
	}
	return e, true
}

// keyFrom is the key that a dialect makes from something of the item, "" for none.
func (h onHost) keyFrom(kind, from string) (key string, limit int) {
	for _, k := range h.keys(kind) {
		if k.From == from {
			return k.Key, k.Limit
		}
	}
	return "", 0
}

// everyDescription checks that each host has each command's description, whole or cut
// on a word at the host's own limit.
func everyDescription(c *caseRun, texts map[string]string) {
	c.Helper()
	c.everywhere(func(h onHost) {
		key, limit := h.keyFrom("commands", "description")
		for _, stem := range slices.Sorted(maps.Keys(texts)) {
			e, ok := h.strictItem("commands", "commands/"+stem+".md")
			if !ok || key == "" {
				continue
			}
			got, source := c.text(e, key), texts[stem]
			kept, cut := strings.CutSuffix(got, "…")
			switch n := utf8.RuneCountInString(got); {
			case limit == 0 || utf8.RuneCountInString(source) <= limit:
				if got != source {
					h.errorf("%s: description %q, want it whole", e.path, got)
				}
			case n > limit || n < limit/2 || !cut || !utf8.ValidString(got) || !strings.HasPrefix(source, kept):
				h.errorf("%s: %d characters, ends %q", e.path, n, got[max(0, len(got)-20):])
			case strings.Contains(source, " ") && !strings.HasPrefix(source[len(kept):], " "):
				h.errorf("%s: cut inside a word: %q", e.path, kept[max(0, len(kept)-20):])
			case !h.noted("shortened"):
				h.errorf("no note says that a description was cut")
			}
		}
	})
}

// everyAgent checks on each host that agents have keys of its dialect only, a name and a
// description, and calls f for each.
func everyAgent(c *caseRun, names []string, f func(h onHost, name string, e emitted)) {
	c.Helper()
	c.everywhere(func(h onHost) {
		for _, name := range names {
			e, ok := h.strictItem("agents", "agents/"+name+".md")
			if !ok {
				continue
			}
			if key, _ := h.keyFrom("agents", "name"); key != "" && len(e.meta) > 0 && c.text(e, key) != name {
				h.errorf("%s: name %q", e.path, e.meta[key])
			}
			if key, _ := h.keyFrom("agents", "description"); key != "" && len(e.meta) > 0 && strings.TrimSpace(c.text(e, key)) == "" {
				h.errorf("%s: no description", e.path)
			}
			if f != nil {
				f(h, name, e)
			}
		}
	})
}

// grant is all of an agent's file that may say what it may do: all but what names it.
func (h onHost) grant(e emitted, name string) string {
	h.Helper()
	meta := maps.Clone(e.meta)
	for _, from := range []string{"name", "description"} {
		if key, _ := h.keyFrom("agents", from); key != "" {
			delete(meta, key)
		}
	}
	text := fmt.Sprint(meta)
	for _, f := range h.made["agents/"+name+".md"] {
		if f.rule == "agent-yaml" && strings.HasSuffix(f.path, ".yaml") {
			var file struct{ Agent struct{ Tools []string } }
			h.yaml(f.path, &file)
			text += fmt.Sprint(file.Agent.Tools)
		}
	}
	return text
}

// sameGrants checks on each host that agents of one group may do the same, whatever
// the form in which their tools are listed.
func sameGrants(c *caseRun, groups map[string]map[string]string) {
	c.Helper()
	c.everywhere(func(h onHost) {
		for _, group := range slices.Sorted(maps.Keys(groups)) {
			first := ""
			for _, form := range slices.Sorted(maps.Keys(groups[group])) {
				name := group + "-" + form
				e, ok := h.strictItem("agents", "agents/"+name+".md")
				if !ok {
					continue
				}
				grant := h.grant(e, name)
				if first == "" {
					first = grant
				}
				if grant != first {
					h.errorf("%s grants %s, another form %s", e.path, grant, first)
				}
			}
		}
	})
}

// bodyLimit is the host's limit for the text of an agent, 0 for none.
func (h onHost) bodyLimit() int {
	for _, row := range h.ArtifactLayout {
		if row.Kind == "agents" {
			return h.Dialects[row.Dialect].BodyLimit
		}
	}
	return 0
}
