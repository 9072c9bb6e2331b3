package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/pack"
)

// names looks at what items are called, and at what lies beside them with the same name.
func (c *checker) names() {
	for i := range c.pack.Items {
		it := &c.pack.Items[i]
		switch {
		case it.Kind != pack.Agent && it.Kind != pack.Skill:
		case it.Meta.Text("name") == "":
			c.find("name-missing", it.Source, 1, nil, "the %s has no name; its place says %s", it.Kind, it.Name)
		case it.Name != it.Stem:
			c.find("name-place", it.Source, it.NameLine(), nil, "the %s is called %s, and its place says %s", it.Kind, it.Name, it.Stem)
		}
	}
	c.variants()
	c.twins()
}

// variants finds files beside agents that are not agents of the pack and have the name of one.
func (c *checker) variants() {
	agents := map[string]string{}
	var dirs []string
	for _, it := range c.pack.Items {
		if it.Kind != pack.Agent {
			continue
		}
		agents[it.Name] = it.Source
		if dir := path.Dir(it.Source); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range dirs {
		for _, file := range c.pack.Below(dir) {
			data, _, ok := c.pack.Text(file)
			if !ok || path.Ext(file) != ".md" {
				continue
			}
			for _, f := range pack.Frontmatter(data) {
				if other := agents[f.Value.Text]; f.Key == "name" && other != "" && other != file {
					c.find("name-twice", file, f.Line, nil, "agent %q is also the name of %s; the pack leaves this one out, who reads the folder takes either or both", f.Value.Text, other)
				}
			}
		}
	}
}

// twins finds a folder of skills that the pack leaves out and that have the names of its
// commands.
func (c *checker) twins() {
	var same []string
	for _, it := range c.pack.Items {
		file := path.Join("skills", it.Name, "SKILL.md")
		if it.Kind != pack.Command {
			continue
		}
		if _, _, ok := c.pack.Text(file); ok {
			same = append(same, it.Name)
		}
	}
	if len(same) > 0 {
		c.find("trigger-left-out", "skills", 0, nil, "%d skills that the pack leaves out have the names of commands: %s", len(same), some(same))
	}
}

// some names the first of several.
func some(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
