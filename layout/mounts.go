package layout

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// Mounts resolves the directories that h's files go to in a scope: first its
// config home, then the shared folders its rows name, then the single files in
// the home or the project, then the folders of earlier descriptors that still have records of
// it, then the links that env allows or has allowed before. Ids that name one
// real directory become one mount; Own finds it by either.
//
// The error is a *UsageError for a relative path in a variable and for local
// scope in the home directory itself or in a folder of global scope, a *LinkError for a
// folder of a project that lies outside it, a *HomeError for one of an added host that is
// not its own, a *TargetError for a link that was allowed before and leads elsewhere
// now; every fault found is reported. With a fault of a directory come the mounts of those
// without one.
func Mounts(h descriptors.Host, s plan.Scope, env Env) ([]plan.Mount, []plan.Note, error) {
	if err := checkScope(s, env); err != nil {
		return nil, nil, err
	}
	if h.Added() {
		env.AllowLinks, env.Links = nil, nil // nothing leads out of its homes
	}
	at, err := resolveHome(h, s, env)
	if err != nil {
		return nil, nil, err
	}
	wanted, err := wantedMounts(h, s, env, at)
	if err != nil {
		return nil, nil, err
	}
	var mounts []plan.Mount
	var errs []error
	for _, m := range wanted {
		m.Shut = h.Added()
		m, err := resolve(m, s, env)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		mounts = Merge(mounts, []plan.Mount{m})
	}
	if len(errs) > 0 {
		return mounts, nil, errors.Join(errs...)
	}
	if h.Added() {
		if err := confined(h, s, env, at, mounts); err != nil {
			return nil, nil, err
		}
	}
	mounts = twinMounts(h, s, env, mounts)
	if mounts, err = movedMounts(h, s, env, at, mounts); err != nil {
		return nil, nil, err
	}
	linked, err := allowedLinks(h, s, env, mounts)
	if err != nil {
		return nil, nil, err
	}
	mounts = append(mounts, linked...)
	if s == plan.Local {
		if err := checkApart(h, env, mounts); err != nil {
			return nil, nil, err
		}
	}
	return mounts, outsideNotes(mounts, env), nil
}

// checkScope refuses local scope where it would be the global one.
func checkScope(s plan.Scope, env Env) error {
	if s != plan.Local || !sameDir(env, env.Home, env.Project) {
		return nil
	}
	return &UsageError{
		Message: fmt.Sprintf("%s: local scope in the home directory itself", env.Project),
		Hint:    "go to a project, name one with --project, or use --global",
	}
}

func sameDir(env Env, a, b string) bool {
	if equalPath(env.os(), slash(env.os(), a), slash(env.os(), b)) {
		return true
	}
	if !env.native() {
		return false
	}
	fa, errA := os.Stat(a)
	fb, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(fa, fb)
}

// wantedMounts names the mounts before links are resolved.
func wantedMounts(h descriptors.Host, s plan.Scope, env Env, at home) ([]plan.Mount, error) {
	var mounts []plan.Mount
	if _, ok := h.Folder("config", s); ok {
		mounts = append(mounts, plan.Mount{ID: h.ID, Dir: at.dir, Store: h.ID})
	}
	for _, u := range uses(h, s) {
		switch shared, ok := h.Shared(u.mount); {
		case u.mount == "config":
		case u.mount == "home":
			if len(mounts) == 0 {
				return nil, fmt.Errorf("descriptor %s: a file in the home, and no config home to keep its records", h.ID)
			}
			dir := env.Home
			if at.moved && h.MCP.MovesWithHome {
				dir = at.dir
			}
			mounts = append(mounts, plan.Mount{ID: "home", Dir: dir, Only: u.file, Store: mounts[0].ID})
		case ok:
			mounts = append(mounts, sharedMount(h, s, env, at, shared))
		default:
			dir, ok := h.Folder(u.mount, s)
			if !ok {
				return nil, fmt.Errorf("descriptor %s: unknown mount %q", h.ID, u.mount)
			}
			id := MountID(h, u.mount)
			mounts = append(mounts, plan.Mount{ID: id, Dir: env.join(env.root(s), dir), Store: id})
		}
	}
	return mounts, nil
}

// MountID is the id of the mount that a descriptor of h calls by a word.
func MountID(h descriptors.Host, word string) string {
	_, shared := h.Shared(word)
	switch {
	case word == "config" || word == "":
		return h.ID
	case word == "home" || shared:
		return word
	default:
		return h.ID + "-" + word
	}
}

// use is a mount that a descriptor names, and in the home the one file that it is.
type use struct{ mount, file string }

// uses are the mounts that rows, hooks, MCP servers and permissions go to, each once.
func uses(h descriptors.Host, s plan.Scope) []use {
	var all []use
	add := func(mount, file string) {
		u := use{mount: mount}
		if mount == "home" {
			u.file = file
		}
		if mount != "" && !slices.Contains(all, u) {
			all = append(all, u)
		}
	}
	for _, row := range h.ArtifactLayout {
		if row.Scopes.Has(s) {
			add(row.Mount, row.File)
		}
	}
	if h.Hooks.File[s] != "" {
		add(h.Hooks.Mount[s], h.Hooks.File[s])
	}
	if h.MCP.File[s] != "" {
		add(h.MCP.Mount[s], h.MCP.File[s])
	}
	if h.Permissions.File[s] != "" {
		add(h.Permissions.Mount[s], h.Permissions.File[s])
	}
	for _, c := range h.Candidates {
		if _, ok := h.Folder(c.Else, s); ok {
			add(c.Else, c.File)
		}
	}
	return all
}

// sharedMount is a shared folder as h sees it.
func sharedMount(h descriptors.Host, s plan.Scope, env Env, at home, shared descriptors.Shared) plan.Mount {
	m := plan.Mount{ID: shared.ID, Dir: env.join(env.Project, shared.Local), Names: shared.Files, Shared: true}
	if s == plan.Global {
		m.Dir = sharedDir(h, env, at, shared)
		if m.Dir != env.join(env.Home, shared.Global) {
			// Other hosts of the run may have the folder in its usual place.
			m.ID, m.Aliases = h.ID+"-"+shared.ID, []string{shared.ID}
		}
	}
	m.Store = m.ID
	return m
}

// sharedDir is where h looks for a shared folder in global scope. One in its config home
// moves with that.
func sharedDir(h descriptors.Host, env Env, at home, shared descriptors.Shared) string {
	usual := env.join(at.base, shared.Global)
	if rel, ok := below("", h.ConfigHome.Name, shared.Global); ok && h.ConfigHome.Kind != "none" {
		return env.join(at.dir, rel)
	}
	if at.sharedOff {
		return at.dir
	}
	roots := slices.DeleteFunc(slices.Clone(h.SharedRoots), func(r descriptors.SharedRoot) bool { return r.Mount != shared.ID })
	if len(roots) == 0 || env.recordsOf(usual, h.ID) {
		return usual
	}
	for _, r := range roots {
		dir := env.join(env.Home, r.Dir)
		if env.exists(env.join(dir, r.Marker)) || env.recordsOf(dir, h.ID) {
			return dir
		}
	}
	return usual
}

// resolve fills in what depends on the disk and on where the mount lies.
func resolve(m plan.Mount, s plan.Scope, env Env) (plan.Mount, error) {
	root := env.root(s)
	m.Shown = shown(m.Dir, s, env)
	realRoot, err := realDir(env, root)
	if err != nil {
		return m, err
	}
	if m.Dir, err = realDir(env, m.Dir); err != nil {
		return m, err
	}
	if s == plan.Local {
		if err := checkInside(m, realRoot, env); err != nil {
			return m, err
		}
	}
	m.Lock = lockDir(m, realRoot, env)
	return m, nil
}

// checkInside refuses a folder of a project that a link leads out of it, unless env
// allows the target: a project that was cloned must not choose where we write.
func checkInside(m plan.Mount, project string, env Env) error {
	if _, ok := below(env.os(), project, m.Dir); ok {
		return nil
	}
	allowed, err := allowedTargets(env)
	if err != nil || inside(env, allowed, m.Dir) {
		return err
	}
	return &LinkError{Shown: m.Shown, Dir: m.Dir, Shut: m.Shut}
}

// shown spells a directory the way people do: "~/.x" below the home, ".x" below
// the project of local scope, absolute elsewhere. Always with slashes.
func shown(dir string, s plan.Scope, env Env) string {
	if s == plan.Local {
		if rel, ok := below(env.os(), env.Project, dir); ok {
			return rel
		}
	} else if rel, ok := below(env.os(), env.Home, dir); ok {
		if rel == "." {
			return "~"
		}
		return "~/" + rel
	}
	return slash(env.os(), dir)
}

// lockDir is the root that holds the mount, else the mount's parent, which for
// a single file is its directory.
func lockDir(m plan.Mount, root string, env Env) string {
	if _, ok := below(env.os(), root, m.Dir); ok {
		return root
	}
	if m.Only != "" {
		return m.Dir
	}
	return env.parent(m.Dir)
}

// outsideNotes says which mounts force absolute paths into texts.
func outsideNotes(mounts []plan.Mount, env Env) []plan.Note {
	var notes []plan.Note
	for _, m := range mounts {
		if isAbs(env.os(), m.Shown) && m.Only == "" {
			notes = append(notes, plan.Note{
				Rule:    "absolute-path",
				Path:    m.Shown,
				Message: "it lies outside the home directory, so texts that point into it hold this machine's path",
			})
		}
	}
	return notes
}
