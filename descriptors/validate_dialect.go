package descriptors

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// checkDialects checks the host's dialects, and that rows of the kinds they are for use them.
func checkDialects(c *checker, h Host) {
	for _, name := range slices.Sorted(maps.Keys(h.Dialects)) {
		k := key{"dialects", name}
		c.id(k, name)
		checkDialect(c, k, h.Dialects[name])
		if !slices.ContainsFunc(h.ArtifactLayout, func(r Row) bool { return r.Dialect == name }) {
			c.add(k, "no row of artifactLayout names it")
		}
	}
}

func checkDialect(c *checker, k key, d Dialect) {
	c.word(k.dot("renderer"), d.Renderer, renderers)
	c.source(k, d.Source)
	c.limit(k.dot("bodyLimit"), d.BodyLimit)
	c.limit(k.dot("bodyLeast"), d.BodyLeast)
	switch {
	case d.toml():
		c.keyName(k.dot("bodyKey"), d.BodyKey)
	case d.BodyKey != "" && slices.Contains(renderers, d.Renderer):
		c.add(k.dot("bodyKey"), "renderer %s writes the body after the keys", d.Renderer)
	}
	if yaml := d.Renderer == "agent-yaml"; yaml != (d.PromptFile != "") {
		c.add(k.dot("promptFile"), "stands with renderer agent-yaml and only there")
	} else if yaml {
		if err := checkFile(d.PromptFile); err != nil {
			c.add(k.dot("promptFile"), "%v", err)
		}
		if err := checkFile(d.IndexFile); err != nil {
			c.add(k.dot("indexFile"), "%v", err)
		}
	}
	if d.PromptFile == "" && d.IndexFile != "" {
		c.add(k.dot("indexFile"), "stands with renderer agent-yaml and only there")
	}
	if len(d.IndexAgents) > 0 && d.IndexFile == "" {
		c.add(k.dot("indexAgents"), "stands with indexFile and only there")
	}
	for _, name := range slices.Sorted(maps.Keys(d.IndexAgents)) {
		c.line(k.dot("indexAgents", name), d.IndexAgents[name])
	}
	if len(d.Raw) > 0 && (len(d.Raw) != 2 || d.PromptFile == "") {
		c.add(k.dot("raw"), "it is the two marks around the text of promptFile")
	}
	if len(d.Patterns) > 0 && !slices.ContainsFunc(d.Keys, func(one Key) bool { return one.Form == "permission" }) {
		c.add(k.dot("patterns"), "stands with a key of form permission and only there")
	}
	for _, id := range slices.Sorted(maps.Keys(d.Patterns)) {
		for _, pattern := range slices.Sorted(maps.Keys(d.Patterns[id])) {
			c.word(k.dot("patterns", id, pattern), d.Patterns[id][pattern], permissionWords)
		}
	}
	c.words(k.dot("raw"), d.Raw, nil)
	c.words(k.dot("break"), d.Break, nil)
	seen := []string{d.BodyKey}
	for i, one := range d.Keys {
		at := k.dot("keys", i)
		checkKey(c, at, one, d.toml())
		if one.Key != "" && slices.Contains(seen, one.Key) {
			c.add(at.dot("key"), "%q stands twice", one.Key)
		}
		seen = append(seen, one.Key)
	}
}

// toml reports whether the renderer writes TOML.
func (d Dialect) toml() bool { return d.Renderer == "slash-toml" || d.Renderer == "agent-toml" }

func checkKey(c *checker, k key, one Key, toml bool) {
	c.keyName(k.dot("key"), one.Key)
	c.limit(k.dot("limit"), one.Limit)
	c.limit(k.dot("least"), one.Least)
	if one.From != "name" && (one.Least > 0 || len(one.Never) > 0) {
		c.add(k, "least and never are for names")
	}
	if one.Limit > 0 && one.Least > one.Limit {
		c.add(k.dot("least"), "%d is more than limit, %d", one.Least, one.Limit)
	}
	c.words(k.dot("never"), one.Never, nil)
	c.words(k.dot("keep"), one.Keep, nil)
	c.word(k.dot("form"), one.Form, keyForms)
	meta, isMeta := strings.CutPrefix(one.From, "meta:")
	if isMeta {
		if meta == "" {
			c.add(k.dot("from"), "meta: needs the name of a key")
		}
	} else {
		c.word(k.dot("from"), one.From, keyOrigins)
	}
	if (one.From == "const") != (one.Const != "") {
		c.add(k.dot("const"), `stands with from = "const" and only there`)
	}
	switch {
	case one.From == "when":
		c.names(k.dot("words"), one.Words, ruleTimes)
		for _, word := range ruleTimes {
			if _, ok := one.Words[word]; !ok {
				c.add(k.dot("words", word), "missing")
			}
		}
	case len(one.Words) > 0:
		c.add(k.dot("words"), `stands with from = "when" and only there`)
	}
	if one.Always != "" && one.From != "globs" {
		c.add(k.dot("always"), `stands with from = "globs" and only there`)
	}
	if forms := one.forms(); slices.Contains(keyForms, one.Form) {
		if toml {
			forms = slices.DeleteFunc(slices.Clone(forms), func(f string) bool { return slices.Contains(noTOMLForms, f) })
		}
		if !slices.Contains(forms, one.Form) {
			c.add(k.dot("form"), "%s cannot be written as %s here, only as %s", one.From, one.Form, list(forms))
		}
	}
	if slices.Contains(one.forms(), "list") && (one.Limit > 0 || len(one.Keep) > 0) {
		c.add(k, "limit and keep are for single values, and %s is a list", one.From)
	}
}

// forms are those that a key's value can be written in.
func (k Key) forms() []string {
	switch {
	case k.From == "tools":
		return listForms
	case k.From == "denied-tools", k.From == "globs":
		return slices.DeleteFunc(slices.Clone(listForms), func(f string) bool { return f == "permission" })
	case k.From == "readonly", k.From == "always", k.Const == "true", k.Const == "false":
		return boolForms
	case strings.HasPrefix(k.From, "meta:"):
		return metaForms
	case slices.Contains(keyOrigins, k.From):
		return textForms
	default:
		return keyForms // the origin is what is wrong
	}
}

func checkText(c *checker, t Text) {
	k := key{"text"}
	c.line(k.dot("commandStyle"), t.Command)
	c.need(k.dot("arguments"), t.Arguments)
	c.need(k.dot("instructionFile"), t.InstructionFile)
	if t.Command != "" && !strings.Contains(t.Command, "{name}") && !strings.Contains(t.Command, "{short}") {
		c.add(k.dot("commandStyle"), "%q names no command; it needs {name} or {short}", t.Command)
	}
	c.template(k.dot("commandStyle"), t.Command, placeholders)
	var topics []string
	for i, p := range t.Preface {
		at := k.dot("preface", i)
		c.word(at.dot("when"), p.When, prefaceTopics)
		c.once(at.dot("when"), p.When, topics)
		topics = append(topics, p.When)
		c.line(at.dot("text"), p.Text)
	}
}

// checkTools checks the maps, and that the native host and only that sorts the names.
func checkTools(c *checker, t Tools, native bool) {
	k := key{"tools"}
	for _, names := range []struct {
		name string
		list []string
	}{
		{"gone", t.Gone}, {"prose", t.Prose}, {"dispatch", t.Dispatch}, {"write", t.Write}, {"writeToo", t.WriteToo}, {"run", t.Run},
	} {
		switch {
		case native && len(names.list) == 0:
			c.add(k.dot(names.name), "missing")
		case !native && len(names.list) > 0:
			c.add(k.dot(names.name), "stands with text.native = true and only there")
		}
		c.words(k.dot(names.name), names.list, claudeTools)
	}
	c.source(k, t.Source)
	c.names(k.dot("agent"), t.Agent, claudeTools)
	c.names(k.dot("matcher"), t.Matcher, claudeTools)
	c.names(k.dot("words"), t.Words, claudeTools)
	if t.AgentMCPAnyOf != "" && t.AgentMCPAny == "" {
		c.add(k.dot("agentMCPAnyOf"), "stands with agentMCPAny and only there")
	}
	if _, err := regexp.Compile(t.AgentMCPAnyOf); err != nil {
		c.add(k.dot("agentMCPAnyOf"), "%v", err)
	}
	for _, template := range []struct {
		name, value string
		tool        bool
	}{
		{"agentMCP", t.AgentMCP, true},
		{"agentMCPAny", t.AgentMCPAny, false},
		{"matcherMCP", t.MatcherMCP, true},
		{"matcherMCPAny", t.MatcherMCPAny, false},
	} {
		c.template(k.dot(template.name), template.value, toolPlaceholders)
		if template.value != "" && template.tool && !strings.Contains(template.value, "{tool}") {
			c.add(k.dot(template.name), "%q has no {tool}", template.value)
		}
		if !template.tool && strings.Contains(template.value, "{tool}") {
			c.add(k.dot(template.name), "%q is for all tools of a server and cannot hold {tool}", template.value)
		}
	}
}
