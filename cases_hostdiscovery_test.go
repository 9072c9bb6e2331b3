package gsdinstall_test

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
)

// both tries two things of one case, the second without its setup.
func both(f, g func(*caseRun)) func(*caseRun) {
	return func(c *caseRun) {
		f(c)
		g(c.bare())
	}
}

// twinOf is where an item of the tiny pack's name lies in a further folder.
func (h onHost) twinOf(r descriptors.AlsoRead) string {
	switch r.Kind {
	case "skills":
		return base(h.scope) + r.Path + "/gsd-help/SKILL.md"
	case "commands":
		return base(h.scope) + r.Path + "/gsd-help.md"
	case "agents":
		for _, f := range h.made["agents/gsd-planner.md"] {
			return base(h.scope) + r.Path + "/gsd-planner" + path.Ext(f.path)
		}
	}
	return ""
}

// everyTwin puts a foreign item of ours' name into each further folder that a host
// reads. In one of its own it is a conflict that both names are said of, in another's
// a note; it is never touched unless it is to be replaced, and then it comes back.
func everyTwin(c *caseRun) {
	own, others, replaced := 0, 0, map[string]bool{}
	c.everywhere(func(h onHost) {
		for _, r := range h.AlsoReads {
			theirs := h.twinOf(r)
			if theirs == "" || string(r.Scope) != h.scope {
				continue
			}
			if _, shared := h.made["commands/help.md"]; r.Kind == "agents" && !r.Own && !shared {
				continue
			}
			c := c.bare()
			c.put(theirs, "---\nname: x\ndescription: d\n---\nTheirs.\n")
			before, flags := c.tree(), []string{"--" + h.ID, "--" + h.scope}
			if !r.Own {
				others++
				on := c.onHosts(c.exits(0, append(c.installing(flags...), "--json")...))[0]
				if !on.noted("seen-twice", r.Path) {
					h.errorf("no note of %s: %v", theirs, on.notes)
				}
				c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
				c.same(before, h.ID+" beside "+theirs)
				continue
			}
			own++
			rel := strings.TrimPrefix(strings.TrimPrefix(theirs, "${HOME}/"), "${PROJ}/")
			if kept := c.exits(3, c.installing(flags...)...); !strings.Contains(kept.out+kept.err, rel) {
				h.errorf("%s is not named:\n%s%s", rel, kept.out, kept.err)
			}
			if !strings.HasSuffix(c.read(theirs), "Theirs.\n") {
				h.errorf("%s was touched", theirs)
			}
			c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
			c.same(before, h.ID+" kept "+theirs)
			if replaced[h.ID+h.scope+r.Kind] {
				continue
			}
			replaced[h.ID+h.scope+r.Kind] = true
			c.exits(0, append(c.installing(flags...), "--on-conflict=replace")...)
			if c.exists(theirs) && strings.HasSuffix(c.read(theirs), "Theirs.\n") {
				h.errorf("%s is still there", theirs)
			}
			c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
			c.same(before, h.ID+" replaced "+theirs)
		}
	})
	if own < 10 || others < 10 {
		c.Errorf("%d folders of hosts' own, %d of others'", own, others)
	}
}

// everySight installs all hosts together: each that reads a folder that another's
// items of the same names lie in says so, and none says it of a folder without any.
func everySight(c *caseRun) {
	var all []onHost
	c.everywhere(func(h onHost) { all = append(all, h) })
	seen := 0
	for _, h := range all {
		for _, r := range h.AlsoReads {
			if string(r.Scope) != h.scope || r.Kind == "hooks" {
				continue
			}
			dir := c.path(base(h.scope)) + r.Path + "/"
			lies := slices.ContainsFunc(all, func(o onHost) bool { return o.lies(r.Kind, dir) })
			ours := h.lies(r.Kind, dir)
			if told := h.noted("seen-twice", r.Path); told != lies && !ours {
				h.errorf("%s %s: something lies there: %v, a note says so: %v: %v", r.Kind, r.Path, lies, told, h.notes)
			}
			if lies {
				seen++
			}
		}
	}
	if seen < 5 {
		c.Errorf("%d folders are seen twice", seen)
	}
}

// lies reports whether the host has an item of a kind in a folder.
func (h onHost) lies(kind, dir string) bool {
	source := map[string]string{"skills": "commands/help.md", "commands": "commands/help.md", "agents": "agents/gsd-planner.md"}[kind]
	return slices.ContainsFunc(h.made[source], func(f madeFile) bool {
		return strings.HasPrefix(f.path, dir) && (kind != "skills" || strings.HasSuffix(f.path, "/SKILL.md"))
	})
}

// oneTrigger checks that a command is one file on each host and that nothing lies beside
// it that makes it two.
func oneTrigger(c *caseRun) {
	c.everywhere(func(h onHost) {
		if n := len(h.made["commands/help.md"]); n != 1 {
			h.errorf("the command is %v", h.made["commands/help.md"])
			return
		}
		file := h.made["commands/help.md"][0].path
		rel, err := filepath.Rel(c.path(base(h.scope)), filepath.Dir(file))
		must(c, err)
		if filepath.Base(file) != "SKILL.md" {
			return
		}
		if files := c.files(base(h.scope) + rel); !slices.Equal(files, []string{"SKILL.md"}) {
			h.errorf("beside %s lie %v", file, files)
		}
	})
}

// noDoubledFolders checks that no host has a folder with a dot in one of the same name.
func noDoubledFolders(c *caseRun) {
	c.everywhere(func(h onHost) {
		for _, files := range h.made {
			for _, f := range files {
				words := strings.Split(filepath.ToSlash(f.path), "/")
				for i, word := range words[1:] {
					if strings.HasPrefix(word, ".") && word == words[i] {
						h.errorf("%s: %s is in itself", f.path, word)
					}
				}
			}
		}
	})
}
