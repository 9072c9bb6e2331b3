package layout

import (
	"fmt"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// checkApart refuses a folder of a project that is one of the same host's in global scope, or
// that a link leads into one: ledgers do not tell the scopes apart, so that either install would
// take the other for its own.
func checkApart(h descriptors.Host, env Env, local []plan.Mount) error {
	at, err := resolveHome(h, plan.Global, env)
	if err != nil {
		return nil // then nothing is there
	}
	global, err := wantedMounts(h, plan.Global, env, at)
	if err != nil {
		return err
	}
	for _, g := range global {
		dir, err := realDir(env, g.Dir)
		if err != nil || g.Only != "" {
			continue
		}
		for _, m := range local {
			if m.Only == "" && len(m.Names) == 0 && meets(env, dir, m.Dir) {
				return &UsageError{
					Message: fmt.Sprintf("%s leads to %s, where global scope installs", m.Shown, shown(dir, plan.Global, env)),
					Hint:    "use --global, or make it a folder of the project's own",
				}
			}
		}
	}
	return nil
}

// meets reports whether a folder is one of global scope, or lies in it although the project
// does not.
func meets(env Env, global, dir string) bool {
	if sameDir(env, global, dir) {
		return true
	}
	if _, in := below(env.os(), global, dir); !in {
		return false
	}
	project, err := realDir(env, env.Project)
	_, within := below(env.os(), global, project)
	return err == nil && !within
}
