package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/engine"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// askedFor finds the one that --restore names: by the path of the file, or where there are
// several of it by the path of the copy.
func (a *app) askedFor(all []backup, e errand) (backup, error) {
	names, err := a.spellings(a.opt.restore)
	if err != nil {
		return backup{}, err
	}
	found := slices.DeleteFunc(slices.Clone(all), func(b backup) bool { return !a.means(names, b) })
	asked := oneLine(a.opt.restore)
	switch {
	case len(found) == 0:
		return backup{}, a.notHeld(names, e)
	case len(found) > 1:
		text := asked + ": there are several copies of it:"
		for _, b := range found {
			text += fmt.Sprintf("\n%s, %s", oneLine(b.lies()), b.what())
		}
		return backup{}, &usageError{
			message: text,
			hint:    "name one of them: " + a.opt.again("repair") + " --restore " + a.pathWord(found[0].lies()),
		}
	case found[0].Root == "":
		return backup{}, fmt.Errorf("%s: it is not known any more where it was; take it from %s", asked, found[0].Backup)
	}
	return found[0], nil
}

// spellings are what a path of the command line may mean: it may be relative to the current
// directory, or to the project as runs print it.
func (a *app) spellings(p string) ([]string, error) {
	env, err := a.environment()
	if err != nil {
		return nil, err
	}
	p = a.full(p, env.Home)
	if filepath.IsAbs(p) {
		return []string{p}, nil
	}
	names := []string{filepath.Join(env.Project, p)}
	if abs, err := filepath.Abs(p); err == nil {
		names = append(names, abs)
	}
	return names, nil
}

// full is the OS path that people spell so, but for one relative to something.
func (a *app) full(p, home string) string {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(p), "~/"); ok {
		return filepath.Join(home, filepath.FromSlash(rest))
	}
	return filepath.Clean(filepath.FromSlash(p))
}

// means reports whether one of the names is that of the file or of its copy.
func (a *app) means(names []string, b backup) bool {
	env, err := a.environment()
	if err != nil {
		return false
	}
	paths := []string{b.Backup, b.lies()}
	if b.Root != "" {
		paths = append(paths, filepath.Join(b.mount.Dir, filepath.FromSlash(b.Path)), b.file())
	}
	for _, p := range paths {
		if p = a.full(p, env.Home); !filepath.IsAbs(p) {
			p = filepath.Join(env.Project, p)
		}
		if slices.Contains(names, p) {
			return true
		}
	}
	return false
}

// notHeld is the answer where nothing was put aside for the path: that of a host that was
// not named, or of the other scope, is told.
func (a *app) notHeld(names []string, e errand) error {
	err := fmt.Errorf("%s: no copy of it was put aside", oneLine(a.opt.restore))
	env, envErr := a.environment()
	if envErr != nil {
		return err
	}
	here := a.opt.scope()
	for _, h := range a.set.Hosts() {
		if len(e.hosts) > 0 && a.heldBy(h, here, env, names) {
			return &hinted{fmt.Errorf("%w for %s", err, titles(e.hosts)), "it is of " + h.Title + ": name it with --" + h.ID}
		}
	}
	other, hint := plan.Global, "it is in your home: leave --local out"
	if here == plan.Global {
		other, hint = plan.Local, "it is in this project: add --local"
		env.Project, _ = filepath.Abs(".")
	}
	for _, h := range a.set.Hosts() {
		if a.heldBy(h, other, env, names) {
			return &hinted{err, hint}
		}
	}
	return &hinted{err, a.opt.again("status") + " lists what was"}
}

// heldBy reports whether one of the names was put aside in a folder of the host.
func (a *app) heldBy(h descriptors.Host, s plan.Scope, env layout.Env, names []string) bool {
	mounts, _, err := engine.Mounts(h, s, env, &a.ledgers)
	if err != nil {
		return false // whatever is wrong there is not of this run
	}
	all, _ := backupsIn(mounts)
	return slices.ContainsFunc(all, func(b backup) bool { return a.means(names, b) })
}

// titles are the hosts as people call them.
func titles(hosts []descriptors.Host) string {
	var words []string
	for _, h := range hosts {
		words = append(words, h.Title)
	}
	return strings.Join(words, ", ")
}

// pathWord is a path for a POSIX shell, which is to see a tilde at its beginning, unless
// another folder stands in for the home.
func (a *app) pathWord(p string) string {
	rest, below := strings.CutPrefix(p, "~/")
	switch {
	case below && a.opt.home != "":
		return shellWord(filepath.Join(a.opt.home, filepath.FromSlash(rest)))
	case below:
		return "~/" + shellWord(rest)
	}
	return shellWord(p)
}
