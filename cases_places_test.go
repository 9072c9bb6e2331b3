package gsdinstall_test

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/tailscale/hujson"
	"gopkg.in/yaml.v3"
)

var scopes = []string{"global", "local"}

// base is the folder below which a host writes in a scope.
func base(scope string) string {
	if scope == "local" {
		return "${PROJ}/"
	}
	return "${HOME}/"
}

// commandAt is where a host has a command, skillAt a skill, agentAt an agent.
func commandAt(host, scope, name string) string {
	switch {
	case host == "gemini":
		return base(scope) + ".gemini/commands/gsd/" + strings.TrimPrefix(name, "gsd-") + ".toml"
	case host == "claude" && scope == "local":
		return base(scope) + ".claude/commands/" + name + ".md"
	}
	return skillAt(host, scope, name)
}

func skillAt(host, scope, name string) string {
	if host == "claude" {
		return base(scope) + ".claude/skills/" + name + "/SKILL.md"
	}
	return base(scope) + ".agents/skills/" + name + "/SKILL.md"
}

func agentAt(host, scope, name string) string {
	ext := ".md"
	if host == "codex" {
		ext = ".toml"
	}
	return base(scope) + "." + host + "/agents/" + name + ext
}

// payloadAt is the folder below which a host has the pack's payload.
func payloadAt(host, scope string) string {
	if host == "claude" {
		return base(scope) + ".claude/"
	}
	return base(scope) + ".agents/"
}

// hooksAt is the file that a host reads hooks from.
func hooksAt(host, scope string) string {
	switch {
	case host == "claude" && scope == "local":
		return base(scope) + ".claude/settings.local.json"
	case host == "claude" || host == "gemini":
		return base(scope) + "." + host + "/settings.json"
	}
	return base(scope) + "." + host + "/hooks.json"
}

// each installs the pack on all four hosts in both scopes and calls f for each.
func (c *caseRun) each(f func(host, scope string)) {
	c.Helper()
	for _, scope := range scopes {
		c.install("--" + scope)
	}
	for _, scope := range scopes {
		for _, host := range four {
			f(host, scope)
		}
	}
}

// emitted is a file taken apart by strict parsers.
type emitted struct {
	path string
	// meta are the frontmatter's or the TOML file's keys without the body's.
	meta map[string]any
	body string
	// head is the frontmatter as text, empty for TOML.
	head string
}

// emitted reads an item's file: TOML, or markdown with a strict YAML frontmatter.
func (c *caseRun) emitted(path string) emitted {
	c.Helper()
	e := emitted{path: path, meta: map[string]any{}}
	text := c.read(path)
	if strings.HasSuffix(path, ".toml") {
		if _, err := toml.Decode(text, &e.meta); err != nil {
			c.Fatalf("%s: %v\n%s", path, err, text)
		}
		for _, key := range []string{"prompt", "developer_instructions"} {
			if body, ok := e.meta[key].(string); ok {
				e.body = body
				delete(e.meta, key)
			}
		}
		return e
	}
	e.head, e.body = c.frontmatter(path, text)
	if strings.Contains(path, "/.cursor/agents/") {
		// Cursor reads an agent's frontmatter line by line and unquotes nothing.
		for _, line := range strings.Split(strings.TrimSuffix(e.head, "\n"), "\n") {
			key, value, ok := strings.Cut(line, ": ")
			if !ok {
				c.Fatalf("%s: %q is no key and value on one line", path, line)
			}
			e.meta[key] = value
		}
	} else if err := yaml.Unmarshal([]byte(e.head), &e.meta); err != nil {
		c.Fatalf("%s: %v\n%s", path, err, text)
	}
	if note, body, ok := strings.Cut(e.body, "\n</host_note>\n\n"); ok && strings.HasPrefix(note, "<host_note>\n") {
		e.body = body
	}
	return e
}

// frontmatter cuts a markdown file into its frontmatter and body.
func (c *caseRun) frontmatter(path, text string) (head, body string) {
	c.Helper()
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		c.Fatalf("%s begins with no frontmatter:\n%s", path, text)
	}
	head, body, ok = strings.Cut(rest, "\n---\n")
	if !ok {
		c.Fatalf("%s: the frontmatter has no end:\n%s", path, text)
	}
	return head + "\n", body
}

// text is a key's value as a string; the test ends if it is there and none.
func (c *caseRun) text(e emitted, key string) string {
	c.Helper()
	v, ok := e.meta[key]
	if !ok {
		return ""
	}
	s, ok := v.(string)
	if !ok {
		c.Fatalf("%s: %s is %T, not a string: %v", e.path, key, v, v)
	}
	return s
}

// list is a key's value as a list of strings, from a YAML list or a comma list.
func (c *caseRun) list(e emitted, key string) []string {
	c.Helper()
	var out []string
	switch v := e.meta[key].(type) {
	case nil:
	case string:
		for _, s := range strings.Split(v, ",") {
			out = append(out, strings.TrimSpace(s))
		}
	case []any:
		for _, s := range v {
			out = append(out, s.(string))
		}
	default:
		c.Fatalf("%s: %s is %T", e.path, key, v)
	}
	return out
}

// hook is one hook entry of a host.
type hook struct{ Event, Matcher, Command string }

// hooks reads a host's hooks and checks the shape of each entry.
func (c *caseRun) hooks(host, scope string) []hook {
	c.Helper()
	path := hooksAt(host, scope)
	if !c.exists(path) {
		return nil
	}
	var file struct {
		Hooks map[string]json.RawMessage `json:"hooks"`
	}
	decode(c.T, c.json(path), &file)
	var all []hook
	for event, list := range file.Hooks {
		var entries []json.RawMessage
		if json.Unmarshal(list, &entries) != nil {
			continue // not ours
		}
		for _, raw := range entries {
			if host == "cursor" {
				h := hook{Event: event}
				decode(c.T, raw, &h)
				all = append(all, h)
				continue
			}
			var group struct {
				Matcher string
				Hooks   []struct{ Type, Command string }
			}
			decode(c.T, raw, &group)
			for _, h := range group.Hooks {
				all = append(all, hook{event, group.Matcher, h.Command})
			}
		}
	}
	return all
}

// json is a config file as standard JSON: hosts allow comments, trailing commas
// and a byte order mark.
func (c *caseRun) json(path string) []byte {
	c.Helper()
	data, err := hujson.Standardize([]byte(strings.TrimPrefix(c.read(path), "\ufeff")))
	if err != nil {
		c.Fatalf("%s: %v\n%s", path, err, c.read(path))
	}
	return data
}

// ours are the hooks that run a script of the pack.
func ours(hooks []hook) []hook {
	var mine []hook
	for _, h := range hooks {
		if strings.Contains(h.Command, "/hooks/start.sh") || strings.Contains(h.Command, "/hooks/guard.js") {
			mine = append(mine, h)
		}
	}
	return mine
}

// toml decodes a TOML file of the user's.
func (c *caseRun) toml(path string) map[string]any {
	c.Helper()
	v := map[string]any{}
	if _, err := toml.Decode(strings.TrimPrefix(c.read(path), "\ufeff"), &v); err != nil {
		c.Fatalf("%s: %v\n%s", filepath.Base(path), err, c.read(path))
	}
	return v
}
