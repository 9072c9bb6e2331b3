package lint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/pack"
)

// toolKeys are the keys of items that name tools.
var toolKeys = []string{"tools", "allowed-tools", "disallowedTools", "disallowed-tools"}

// toolName is a tool's name before a pattern in brackets.
var toolName = regexp.MustCompile(`[A-Za-z_][\w-]*(?:\([^)]*\))?`)

// tools looks at the names of tools, in the words of the format that packs are written in.
func (c *checker) tools() {
	block, line := 0, 0
	for _, it := range c.pack.Items {
		for _, f := range it.Meta {
			if !slices.Contains(toolKeys, f.Key) {
				continue
			}
			for _, name := range toolsOf(f.Value) {
				c.tool(it.Source, f.Line, name)
				c.gone(it.Source, f.Line, name)
			}
			if it.Kind == pack.Agent && f.Key == "tools" {
				if f.Value.List == nil {
					line++
				} else {
					block++
				}
			}
		}
	}
	if block > 0 && line > 0 {
		c.oddForm(block < line)
	}
	for _, h := range c.pack.Hooks {
		for _, name := range h.Tools {
			c.tool(h.Source, h.Line, name)
		}
	}
}

// toolsOf are the names in a value, which may be a list or words on one line.
func toolsOf(v pack.Value) []string {
	if v.List != nil {
		return v.List
	}
	return toolName.FindAllString(v.Text, -1)
}

// tool looks whether there is a tool of a name.
func (c *checker) tool(file string, line int, name string) {
	name = bare(name)
	if name != "" && name != "*" && !strings.HasPrefix(name, "mcp__") && !slices.Contains(descriptors.SourceTools(), name) {
		c.find("tool-unknown", file, line, nil, "there is no tool %q in the words of packs", name)
	}
}

// gone looks whether the tool is still there. A hook may name one for the versions that have
// it.
func (c *checker) gone(file string, line int, name string) {
	if t := c.native(); t != nil && slices.Contains(t.Host.Tools.Gone, bare(name)) {
		c.find("tool-gone", file, line, t, "the host no longer has the tool %s", bare(name))
	}
}

// bare is a name without the pattern behind it.
func bare(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return strings.TrimSpace(name)
}

// native is the target in whose words packs are written; nil if it is not looked at.
func (c *checker) native() *Target {
	i := slices.IndexFunc(c.targets, func(t Target) bool { return t.Host.Text.Native })
	if i < 0 {
		return nil
	}
	return &c.targets[i]
}

// oddForm finds agents that write their tools otherwise than most of the pack's: as a list, or
// on one line.
func (c *checker) oddForm(lists bool) {
	for _, it := range c.pack.Items {
		for _, f := range it.Meta {
			switch {
			case it.Kind != pack.Agent || f.Key != "tools" || lists != (f.Value.List != nil):
			case lists:
				c.find("tools-form", it.Source, f.Line, nil, "tools are a list here and words on one line in most of the pack's agents; who reads one line sees none")
			default:
				c.find("tools-form", it.Source, f.Line, nil, "tools are words on one line here and a list in most of the pack's agents")
			}
		}
	}
}
