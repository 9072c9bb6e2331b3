package gsdinstall_test

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

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

// everyTwin puts foreign items of ours' names into all further folders that a host
// reads. In those of its own they are conflicts that all names are said of, in another's
// a note; none is touched unless it is to be replaced, and then it comes back.
func everyTwin(c *caseRun) {
	own, others := 0, 0
	c.everywhere(func(h onHost) {
		var mine, foreign []string
		for _, r := range h.AlsoReads {
			theirs := h.twinOf(r)
			switch {
			case theirs == "" || string(r.Scope) != h.scope:
			case r.Own:
				mine = append(mine, theirs)
			default:
				foreign = append(foreign, theirs)
			}
		}
		if own += len(mine); len(mine) > 0 {
			h.twinsInOwn(mine)
		}
		if others += len(foreign); len(foreign) > 0 {
			h.twinsElsewhere(foreign)
		}
	})
	if own < 10 || others < 10 {
		c.Errorf("%d folders of hosts' own, %d of others'", own, others)
	}
}

const theirText = "---\nname: x\ndescription: d\n---\nTheirs.\n"

// twinsInOwn keeps foreign items in the host's own folders, then replaces them.
func (h onHost) twinsInOwn(twins []string) {
	h.Helper()
	c, flags := h.bare(), []string{"--" + h.ID, "--" + h.scope}
	for _, theirs := range twins {
		c.put(theirs, theirText)
	}
	before := c.tree()
	c.exits(3, c.installing(flags...)...)
	for _, theirs := range twins {
		alone := h.bare()
		alone.put(theirs, theirText)
		rel := strings.TrimPrefix(theirs, base(h.scope))
		if r := alone.exits(3, append([]string{"plan"}, alone.installing(flags...)[2:]...)...); !strings.Contains(r.out, rel) {
			h.errorf("%s is not named:\n%s", rel, r.out)
		}
		if c.read(theirs) != theirText {
			h.errorf("%s was touched", theirs)
		}
	}
	c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
	c.same(before, h.ID+" kept")
	c.exits(0, append(c.installing(flags...), "--on-conflict=replace")...)
	for _, theirs := range twins {
		if c.exists(theirs) && c.read(theirs) == theirText {
			h.errorf("%s is still there", theirs)
		}
	}
	c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
	c.same(before, h.ID+" replaced")
}

// twinsElsewhere installs beside foreign items in folders of other hosts.
func (h onHost) twinsElsewhere(twins []string) {
	h.Helper()
	c, flags := h.bare(), []string{"--" + h.ID, "--" + h.scope}
	for _, theirs := range twins {
		c.put(theirs, theirText)
	}
	before := c.tree()
	on := c.onHosts(c.exits(0, append(c.installing(flags...), "--json")...))[0]
	for _, theirs := range twins {
		folder := strings.TrimSuffix(strings.TrimSuffix(path.Dir(theirs), "/gsd-help"), "/gsd-planner")
		if !on.noted("seen-twice", strings.TrimPrefix(folder, base(h.scope))) {
			h.errorf("no note of %s: %v", theirs, on.notes)
		}
	}
	c.exits(0, append([]string{"uninstall", "--yes"}, flags...)...)
	c.same(before, h.ID+" beside others'")
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

// sameRootAgain checks for each host with several candidates for one of its folders that
// the one that was taken is taken again, whatever else appears.
func sameRootAgain(c *caseRun) {
	tried := 0
	for _, h := range descriptors.All() {
		var dirs, markers []string
		for _, p := range h.ConfigHome.Probes {
			dirs, markers = append(dirs, p.Dir), append(markers, p.Marker)
		}
		for _, r := range h.SharedRoots {
			shared, _ := descriptors.SharedByID(r.Mount)
			dirs, markers = append(dirs, r.Dir, shared.Global), append(markers, r.Marker, r.Marker)
		}
		if len(dirs) < 2 {
			continue
		}
		tried++
		for _, first := range dirs {
			c := c.again()
			c.put("${HOME}/"+first+"/mine.txt", "")
			roots := c.plan("--" + h.ID)[0].Roots
			c.install("--" + h.ID)
			for i, dir := range dirs {
				c.put("${HOME}/"+dir+"/mine.txt", "")
				if markers[i] != "" {
					c.put("${HOME}/"+dir+"/"+markers[i]+"/mine.txt", "")
				}
			}
			before := c.tree()
			c.install("--" + h.ID)
			if diff := cmp.Diff(roots, c.plan("--" + h.ID)[0].Roots); diff != "" {
				c.Errorf("%s, first %s (-before +after):\n%s", h.ID, first, diff)
			}
			c.same(before, h.ID+" again")
			c.exits(0, "verify", "--"+h.ID)
			c.exits(0, "uninstall", "--yes", "--"+h.ID)
			if left := c.files("${HOME}"); slices.ContainsFunc(left, func(f string) bool { return !strings.HasSuffix(f, "mine.txt") && !strings.HasSuffix(f, ".keep") }) {
				c.Errorf("%s, first %s: %v are left", h.ID, first, left)
			}
		}
	}
	if tried == 0 {
		c.Error("no host has several candidates")
	}
}
