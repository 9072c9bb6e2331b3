package layout

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// HomeError is the refusal of a folder that is not an added host's alone.
type HomeError struct {
	// Title is the host's, Shown the folder as people spell it.
	Title, Shown string
	// Why says what it is or holds.
	Why string
	// Moved says what has moved it there; empty for a link.
	Moved string
}

// Error says what the folder is.
func (e *HomeError) Error() string {
	return fmt.Sprintf("%s: it cannot be the home of %s, which was added: %s", e.Shown, e.Title, e.Why)
}

// Hint says how to go on.
func (e *HomeError) Hint() string {
	if e.Moved != "" {
		return e.Moved + " leads there; give it a folder of the host's own"
	}
	return "nothing is written there until it is a folder of the host's own alone"
}

// closed is a directory that is kept from added hosts, links resolved.
type closed struct {
	dir, what string
	shelf     bool
	// there reports that it exists.
	there bool
}

// confined checks that the real directories of an added host are its own. The descriptor was
// checked for that when the host was added; variables, --config-dir and links can still lead
// elsewhere.
func confined(h descriptors.Host, s plan.Scope, env Env, at home, mounts []plan.Mount) error {
	all := closedDirs(h, s, env)
	for _, m := range mounts {
		there := env.exists(m.Dir)
		for _, c := range all {
			if why := c.meets(m.Dir, there, env); why != "" {
				return &HomeError{Title: h.Title, Shown: m.Shown, Why: why, Moved: at.by}
			}
		}
		if why := keptName(m.Dir, env.root(s), env); why != "" {
			return &HomeError{Title: h.Title, Shown: m.Shown, Why: why, Moved: at.by}
		}
	}
	return nil
}

// keptName says which folder that is somebody's a directory is or lies in, wherever that folder
// is; those that root itself lies in do not count. Empty if there is none.
func keptName(dir, root string, env Env) string {
	if resolved, err := realDir(env, root); err == nil {
		root = resolved
	}
	if env.holds(root, dir) {
		dir = dir[len(strings.TrimRight(root, `/\`)):]
	}
	for name := range strings.SplitSeq(slash(env.os(), dir), "/") {
		if what := descriptors.KeptAnywhere(name); what != "" {
			return "it lies in a folder " + name + ", taken by " + what
		}
	}
	return ""
}

// closedDirs are what is kept from h: the home and the project themselves, places of the
// user's, and wherever the other hosts' files are.
func closedDirs(h descriptors.Host, s plan.Scope, env Env) []closed {
	var all []closed
	add := func(dir, what string, shelf bool) {
		there := env.exists(dir)
		if there {
			dir = real(dir)
		}
		all = append(all, closed{dir, what, shelf, there})
	}
	root, what := env.Home, "your home"
	if s == plan.Local {
		root, what = env.Project, "the project"
	}
	if resolved, err := realDir(env, root); err == nil {
		root = resolved
	}
	add(root, what, true)
	for _, kept := range descriptors.KeptFrom(s) {
		add(env.join(root, kept.Path), kept.What, kept.Shelf)
	}
	if moved := env.getenv("XDG_CONFIG_HOME"); isAbs(env.os(), moved) {
		for _, kept := range descriptors.KeptFrom(plan.Global) {
			if rel, ok := below("", ".config", kept.Path); ok {
				add(env.join(moved, rel), kept.What, kept.Shelf)
			}
		}
	}
	add(string(filepath.Separator), "the system's root", true)
	for _, dir := range descriptors.SystemFolders() {
		if !env.holds(dir, env.Home) {
			add(dir, "the system's", false)
		}
	}
	theirs := env
	theirs.ConfigDir = "" // it is h's
	for _, base := range []*string{&theirs.Home, &theirs.Project} {
		if resolved, err := realDir(env, *base); err == nil && *base != "" {
			*base = resolved
		}
	}
	for _, other := range h.Set().Hosts() {
		if other.ID == h.ID {
			continue
		}
		for _, dir := range homeDirs(other, s, theirs) {
			add(dir, "the home of "+other.Title, false)
		}
	}
	return all
}

// homeDirs are the directories that are h's own, and where variables have moved its home; those
// of the user's home in either scope.
func homeDirs(h descriptors.Host, s plan.Scope, env Env) []string {
	var dirs []string
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		if scope == plan.Local && s != plan.Local {
			continue
		}
		if at, err := resolveHome(h, scope, env); err == nil {
			if _, ok := h.Folder("config", scope); ok {
				dirs = append(dirs, at.dir)
			}
		}
		for _, dir := range h.Homes(scope) {
			dirs = append(dirs, env.join(env.root(scope), dir))
		}
	}
	return dirs
}

// meets says how a directory, which is there or not, meets one that is kept; empty if it does
// not.
func (c closed) meets(dir string, there bool, env Env) string {
	in, around := env.holds(c.dir, dir), env.holds(dir, c.dir)
	switch {
	case in && around, there && c.there && sameDir(env, c.dir, dir):
		return "it is " + c.what
	case around:
		return "it holds " + shown(c.dir, plan.Global, env) + ", " + c.what
	case in && !c.shelf:
		return "it lies in " + shown(c.dir, plan.Global, env) + ", " + c.what
	}
	return ""
}

// holds reports whether p is dir or below it, as a file system sees it that ignores case.
func (e Env) holds(dir, p string) bool {
	fold := func(p string) string { return strings.TrimRight(strings.ToLower(slash(e.os(), p)), "/") }
	return fold(p) == fold(dir) || strings.HasPrefix(fold(p), fold(dir)+"/")
}
