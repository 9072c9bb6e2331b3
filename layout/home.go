package layout

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// home is where a host's files are, before links are resolved.
type home struct {
	// dir is the config home.
	dir string
	// base stands in for the home directory where shared folders are looked for.
	base string
	// by is what has moved it, a variable or --config-dir; empty if nothing has.
	by string
	// moved reports that a variable or --config-dir has moved the config home.
	moved bool
	// sharedOff reports that the host does not read the shared folders then.
	sharedOff bool
}

// resolveHome finds the config home of h. The flag goes before the
// environment, the environment before the default; in local scope neither
// counts.
func resolveHome(h descriptors.Host, s plan.Scope, env Env) (home, error) {
	if s == plan.Local {
		return home{dir: env.join(env.Project, h.ConfigHome.Local), base: env.Project}, nil
	}
	def := home{dir: env.join(env.Home, probe(h, env)), base: env.Home}
	if env.ConfigDir != "" {
		return moveHome(h, env, homeVariable(h), "--config-dir", env.ConfigDir)
	}
	for _, v := range h.ConfigHome.Env {
		value := env.getenv(v.Name)
		if value == "" || v.Means == "extra" {
			continue
		}
		return moveHome(h, env, v, v.Name, value)
	}
	return def, nil
}

// homeVariable is the variable that --config-dir stands for. A host without
// one takes the flag as its config home.
func homeVariable(h descriptors.Host) descriptors.Env {
	for _, v := range h.ConfigHome.Env {
		if v.Means != "extra" {
			return v
		}
	}
	return descriptors.Env{Means: "directory"}
}

func moveHome(h descriptors.Host, env Env, v descriptors.Env, name, value string) (home, error) {
	value = env.expand(value)
	if !isAbs(env.os(), value) {
		return home{}, &UsageError{
			Message: fmt.Sprintf("%s: %q is a relative path", name, value),
			Hint:    "give an absolute path or one that begins with ~/",
		}
	}
	if env.native() {
		value = filepath.Clean(value)
	}
	moved := home{base: env.Home, by: name, moved: true, sharedOff: v.SharedOff}
	switch v.Means {
	case "directory":
		moved.dir = value
	case "file":
		moved.dir = env.parent(value)
	case "parent":
		moved.dir = env.join(value, h.ConfigHome.Name)
	case "xdg-root":
		moved.dir = env.join(value, path.Base(h.ConfigHome.Name))
	default:
		return home{}, fmt.Errorf("descriptor %s: configHome.env %s: unknown meaning %q", h.ID, v.Name, v.Means)
	}
	if v.MovesShared {
		moved.base = value
	}
	return moved, nil
}

// probe chooses the folder below the home that h's files are in, by the rule of
// ConfigHome.Probes.
func probe(h descriptors.Host, env Env) string {
	at := h.ConfigHome
	usual := descriptors.Probe{Dir: at.Name}
	for _, p := range append(slices.Clone(at.Probes), usual) {
		if len(at.Probes) > 0 && env.recordsOf(env.join(env.Home, p.Dir), h.ID) {
			return p.Dir
		}
	}
	for _, p := range at.Probes {
		if p.Marker != "" && env.exists(env.join(env.Home, p.Dir+"/"+p.Marker)) {
			return p.Dir
		}
	}
	for _, p := range at.Probes {
		if env.exists(env.join(env.Home, p.Dir)) {
			return p.Dir
		}
	}
	return at.Name
}

// exists reports whether there is something at an OS path; never on another machine.
func (e Env) exists(p string) bool {
	if !e.native() {
		return false
	}
	_, err := os.Stat(p)
	return err == nil
}

// parent is the directory that holds p.
func (e Env) parent(p string) string {
	if e.native() {
		return filepath.Dir(p)
	}
	d := path.Dir(slash(e.os(), p))
	if e.os() != "windows" {
		return d
	}
	if strings.HasSuffix(d, ":") {
		d += "/"
	}
	return strings.ReplaceAll(d, "/", `\`)
}
