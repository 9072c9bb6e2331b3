package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// orphan is a host that a ledger tells of and nobody knows any more: it was added, and its
// descriptor is gone.
type orphan struct{ id, dir string }

// orphans looks for them where homes of added hosts can be, below the home or a project.
func (a *app) orphans(base string) []orphan {
	var all []orphan
	for _, shelf := range []string{base, filepath.Join(base, ".config")} {
		list, _ := os.ReadDir(shelf) // who cannot read it has nothing there
		for _, e := range list {
			dir := filepath.Join(shelf, e.Name())
			if shelf == base && !strings.HasPrefix(e.Name(), ".") || !exists(filepath.Join(dir, plan.StateDir)) {
				continue
			}
			l, err := emit.ReadLedger(plan.Mount{Dir: dir})
			if err != nil || l == nil {
				continue // whose it is, is told of elsewhere
			}
			for _, id := range l.Hosts() {
				if _, known := a.set.Get(id); !known {
					all = append(all, orphan{id, dir})
				}
			}
		}
	}
	return all
}

// bases are the home, and the project that the run is about or may be about.
func (a *app) bases() []string {
	home, err := a.home()
	if err != nil {
		return nil
	}
	project, err := directory("--project", ".")
	if a.opt.project != "" {
		project, err = directory("--project", a.opt.project)
	}
	if err != nil || same(project, home) {
		return []string{home}
	}
	return []string{home, project}
}

// orphanFlag is the answer to a flag of a host that only a ledger tells of; nil if none does.
func (a *app) orphanFlag(id string) error {
	for _, base := range a.bases() {
		all := a.orphans(base)
		if i := slices.IndexFunc(all, func(o orphan) bool { return o.id == id }); i >= 0 {
			return &usageError{message: fmt.Sprintf("unknown flag --%s: nobody has agreed to a host of that name, and %s has files of one", id, a.spelledHere(all[i].dir)), hint: a.wayBack(id)}
		}
	}
	return nil
}

// wayBack says how to take back the files of a host whose descriptor is gone.
func (a *app) wayBack(id string) string {
	return "add it again with its descriptor, gsd-install hosts add FILE" + dirFlag("--home", a.opt.home) + ", and take them back with gsd-install uninstall --" + id + a.opt.at(a.opt.scope())
}

// noteOrphans says which files a run over all hosts has passed over.
func (a *app) noteOrphans() {
	env, err := a.environment()
	if err != nil {
		return
	}
	for _, o := range a.orphans(baseOf(env, a.opt.scope())) {
		text := fmt.Sprintf("%s has files of the host %s, which is not known any more: %s", a.spelledHere(o.dir), o.id, a.wayBack(o.id))
		if !slices.Contains(a.told, text) {
			a.told = append(a.told, text)
			a.note(text)
		}
	}
}
