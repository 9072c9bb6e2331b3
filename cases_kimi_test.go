package gsdinstall_test

import (
	"path"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/gsd-install/gsd-install/descriptors"
)

// B165: who takes one variant of a host and has the other is told so, whichever it is.
func otherVariant(c *caseRun) {
	c.roundTrip(func() {}, "--kimi")
	tried := 0
	for _, old := range descriptors.All() {
		for _, next := range descriptors.All() {
			if old.Successor == next.ID {
				c.variants(old, next)
				c.variants(next, old)
				tried++
			}
		}
	}
	if tried == 0 {
		c.Error("no host has a successor")
	}
}

// variants installs on one host where only the other is, where both are and where neither is.
func (c *caseRun) variants(taken, there descriptors.Host) {
	c.Helper()
	hint := []string{taken.Title + " was not found here, but " + there.Title + " was: ~/" + there.ConfigHome.Name + " holds mine.txt", "--" + there.ID}
	for _, have := range [][]descriptors.Host{{there}, {taken, there}, {taken}, {}} {
		bare := c.bare()
		for _, h := range have {
			bare.put("${HOME}/"+h.ConfigHome.Name+"/mine.txt", "")
		}
		for _, scope := range scopes {
			r := bare.install("--"+taken.ID, "--"+scope)
			told := strings.Contains(r.err, hint[0]) && strings.Contains(r.err, hint[1])
			if alone := len(have) == 1 && have[0].ID == there.ID; told != alone || !alone && strings.Contains(r.err, "was not found here") {
				c.Errorf("%s %s where %d of the two are: told %v:\n%s", taken.ID, scope, len(have), told, r.err)
			}
		}
	}
}

// agentFile is an agent file of Kimi CLI; Tools is nil where there are none.
type agentFile struct {
	Version int
	Agent   struct {
		Extend, Name string
		Prompt       string   `yaml:"system_prompt_path"`
		Tools        []string `yaml:"tools"`
		Subagents    map[string]struct{ Path, Description string }
	}
}

var toolClass = regexp.MustCompile(`^kimi_cli(\.[a-z_]+)+:[A-Z][A-Za-z]+$`)

// B168: the agents are one tree that loads: each named file is there, each tool is a class, each
// prompt is text that the template does not touch.
func agentTree(c *caseRun) {
	prompts := map[string]string{
		"ky": "You are a worker.\n", "all": "Use ${NAME}, ${VAR:-x}, {% if %}, {# c #} and $5.\n", "raw": "{% raw %}${X}{% endraw %}\n",
	}
	c.put("${PACK}/agents/all.md", "---\nname: all\ndescription: 'yes'\n---\n"+prompts["all"])
	c.put("${PACK}/agents/raw.md", "---\nname: raw\ndescription: \"a #b\"\ntools: [Write, Agent, mcp__x__*]\n---\n"+prompts["raw"])
	for scope, dir := range map[string]string{"global": "${HOME}/.kimi/agents", "local": "${PROJ}/.kimi/agents"} {
		c.roundTrip(func() {
			var index agentFile
			c.yaml(dir+"/gsd.yaml", &index)
			if index.Version != 1 || index.Agent.Extend != "default" {
				c.Errorf("%s: %+v", scope, index)
			}
			for name, want := range prompts {
				sub := index.Agent.Subagents[name]
				if sub.Path == "" || path.IsAbs(sub.Path) || sub.Description == "" {
					c.Errorf("%s: %s is %+v in the index", scope, name, sub)
					continue
				}
				var agent agentFile
				c.yaml(path.Join(dir, sub.Path), &agent)
				if agent.Agent.Name != name || path.IsAbs(agent.Agent.Prompt) {
					c.Errorf("%s: %s: %+v", scope, name, agent)
				}
				if agent.Agent.Extend != "default" && agent.Agent.Tools == nil {
					c.Errorf("%s: %s names no tools and inherits none", scope, name)
				}
				for _, tool := range agent.Agent.Tools {
					if !toolClass.MatchString(tool) {
						c.Errorf("%s: %s: tool %q", scope, name, tool)
					}
				}
				c.rawText(path.Join(dir, agent.Agent.Prompt), want)
			}
			if d := index.Agent.Subagents["ky"].Description; d != "a: b" {
				c.Errorf("%s: description %q", scope, d)
			}
			if _, ok := index.Agent.Subagents["coder"]; !ok {
				c.Errorf("%s: the index has no agent for a call that names none", scope)
			}
		}, "--kimi", "--"+scope)
	}
}

func (c *caseRun) yaml(file string, v any) {
	c.Helper()
	if err := yaml.Unmarshal([]byte(c.read(file)), v); err != nil {
		c.Fatalf("%s: %v", file, err)
	}
}

// rawText checks that a prompt is want between the marks of a raw block, which nothing
// in it ends.
func (c *caseRun) rawText(file, want string) {
	c.Helper()
	text, ok := strings.CutPrefix(c.read(file), "{% raw %}\n")
	text, end := strings.CutSuffix(text, "{% endraw %}\n")
	if want = strings.ReplaceAll(want, "{%", "{ %"); !ok || !end || text != want {
		c.Errorf("%s: %q, want %q", file, c.read(file), want)
	}
}
