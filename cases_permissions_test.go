package gsdinstall_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// rules are the permissions in a config file as the host reads them: a value by tool
// and pattern, a plain value being that of every pattern. One value for all is of the
// tool "".
func rules(c *caseRun, file string) map[string]string {
	c.Helper()
	var config struct{ Permission any }
	decode(c.T, c.json(file), &config)
	all := map[string]string{}
	tools, ok := config.Permission.(map[string]any)
	if !ok {
		all[""] = fmt.Sprint(config.Permission)
	}
	for tool, v := range tools {
		patterns, ok := v.(map[string]any)
		if !ok {
			patterns = map[string]any{"*": v}
		}
		for pattern, value := range patterns {
			all[tool+" "+pattern] = fmt.Sprint(value)
		}
	}
	return all
}

// permissionFiles are contents that a user's permissions may have.
var permissionFiles = []string{
	`{"permission":{"read":"deny","external_directory":"ask"}}`, `{"permission":"allow"}`, `{"permission":"ask"}`, `{"permission":{}}`,
	`{"permission":{"external_directory":{"*":"deny","~/code/*":"allow"}}}`, `{"permission":{"external_directory":{}}}`,
	`{"permission":{"external_directory":{"~/.agents/pack/*":"deny"}}}`, `{"permission":{"bash":{"git *":"allow","*":"ask"}}}`,
	"{\r\n  // mine\r\n  \"permission\": {\r\n    \"external_directory\": \"deny\", // strict\r\n  },\r\n}\r\n", `{"permission":null}`, `{"permission":7}`, `{"model":"m"}`,
}

// B018, B134: a permission of the user's stays as it is and says the same, ours stand
// after it, and all comes back.
func permissionsStay(c *caseRun) {
	c.roundTrip(nil, "--opencode")
	tried := 0
	c.everywhere(func(h onHost) {
		for _, f := range slices.Concat(slices.Collect(maps.Values(h.made))...) {
			if f.rule != "permission" {
				continue
			}
			tried++
			rel, err := filepath.Rel(c.root, f.path)
			must(c, err)
			texts := permissionFiles
			if c.spec.ID == "B134" { // the others are B018's
				texts = permissionFiles[1:3]
			}
			for _, text := range append(texts[:len(texts):len(texts)], c.spec.Setup[0].Content) {
				c := c.bare()
				file := filepath.Join(c.root, rel)
				c.put(file, text)
				mine := rules(c, file)
				c.roundTrip(func() { c.rulesKept(file, mine) }, "--"+h.ID, "--"+h.scope)
			}
		}
	})
	if tried < 2 {
		c.Errorf("%d hosts have permissions", tried)
	}
}

// rulesKept checks that every rule of the user's has its value, that those of ours
// are for the payload alone, and that they stand after the one for all patterns,
// since the last that matches counts.
func (c *caseRun) rulesKept(file string, mine map[string]string) {
	c.Helper()
	now, text := rules(c, file), c.read(file)
	for rule, value := range mine {
		if value != "<nil>" && now[rule] != value {
			c.Errorf("%s was %s:\n%s", rule, value, text)
		}
	}
	for rule, value := range now {
		if _, had := mine[rule]; !had && (value != "allow" || !strings.HasPrefix(rule, "external_directory ~/.agents/")) {
			c.Errorf("%s is %s:\n%s", rule, value, text)
		}
	}
	star, ours := strings.LastIndex(text, `"*":"`), strings.Index(text, `"~/.agents/hooks/`)
	if _, had := mine["external_directory *"]; had && ours < star && !strings.Contains(text, `"bash"`) {
		c.Errorf("a rule of ours stands before the one for all:\n%s", text)
	}
}

// B135: a config file that is made from nothing has keys that its host's descriptor
// names and no other.
func knownKeys(c *caseRun) {
	c.install("--opencode", "--global")
	if text := c.read("${HOME}/.config/opencode/opencode.jsonc"); !strings.Contains(text, `"permission"`) || strings.Contains(text, `"permissions"`) {
		c.Errorf("the key of permissions is\n%s", text)
	}
	for _, scope := range scopes {
		c := c.bare()
		for _, h := range c.onHosts(c.exits(0, "install", "--yes", "--json", "--mcp", "--pack", c.pack, "--all", "--"+scope)) {
			known := h.configKeys()
			for _, files := range h.made {
				for _, f := range files {
					if !slices.Contains([]string{"hook", "mcp", "mcp-server", "permission"}, f.rule) {
						continue
					}
					for _, key := range h.topKeys(f.path) {
						if !slices.Contains(known, key) {
							h.errorf("%s has the key %q, known are %v", f.path, key, known)
						}
					}
				}
			}
		}
	}
}

// configKeys are the keys that the host's descriptor puts at the top of a file.
func (h onHost) configKeys() []string {
	hooks := []descriptors.Hooks{h.Hooks}
	if s, ok := descriptors.SharedByID(h.Hooks.Mount[plan.Scope(h.scope)]); ok {
		hooks = append(hooks, s.Hooks)
	}
	keys := []string{"hooks", "version", "$schema"}
	for _, k := range hooks {
		paths := [][]string{k.Key, k.Enable}
		if k.LocalKey != nil {
			paths = append(paths, *k.LocalKey)
			keys = append(keys, slices.Collect(maps.Values(k.Events))...)
		}
		for _, path := range paths {
			if len(path) > 0 {
				keys = append(keys, path[0])
			}
		}
	}
	for _, path := range append(h.Permissions.Keys, h.MCP.Key) {
		if len(path) > 0 {
			keys = append(keys, path[0])
		}
	}
	return keys
}

// topKeys are the keys of a config file; a script or a module has none.
func (h onHost) topKeys(path string) []string {
	h.Helper()
	v := map[string]any{}
	switch filepath.Ext(path) {
	case ".json", ".jsonc":
		must(h, json.Unmarshal(h.json(path), &v))
	case ".toml":
		v = h.toml(path)
	case ".yaml":
		must(h, yaml.Unmarshal([]byte(h.read(path)), &v))
	}
	return slices.Sorted(maps.Keys(v))
}
