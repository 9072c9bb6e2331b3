package layout

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// Detection says whether a host is installed and by what that was seen; Why is
// empty if it was not.
type Detection struct {
	Found bool
	Why   string
}

// Detect looks for one of h's programs on PATH, then for files in its config home and at
// its other signs that an installer of packs has not put there itself. What lies in the
// home of another host, below its own, is that one's.
func Detect(h descriptors.Host, env Env) Detection {
	if env.LookPath != nil {
		for _, name := range h.Binaries {
			if p, err := env.LookPath(name); err == nil {
				return Detection{true, fmt.Sprintf("%s is on PATH at %s", name, p)}
			}
		}
	}
	if !env.native() {
		return Detection{}
	}
	left := residue{env.Home, map[string]bool{}}
	others := sync.OnceValue(func() map[string]bool { return placesOfOthers(h, env) })
	for _, place := range places(h, env) {
		if _, err := os.Lstat(place); err != nil {
			continue // as for most hosts on most machines
		}
		left.above(place)
		rel, found := left.foreign(place, others)
		switch {
		case found && rel == ".":
			return Detection{true, shown(place, plan.Global, env) + " is there"}
		case found:
			return Detection{true, fmt.Sprintf("%s holds %s", shown(place, plan.Global, env), rel)}
		}
	}
	return Detection{}
}

// places are where a host's own files are, its config home first; none that cannot be
// told.
func places(h descriptors.Host, env Env) []string {
	var all []string
	if at, err := resolveHome(h, plan.Global, env); err == nil && h.ConfigHome.Kind != "none" {
		all = append(all, at.dir)
	}
	for _, sign := range h.ConfigHome.Signs {
		all = append(all, env.join(env.Home, sign))
	}
	return all
}

// placesOfOthers are the places of all other hosts that are not h's as well.
func placesOfOthers(h descriptors.Host, env Env) map[string]bool {
	env.ConfigDir = "" // it is h's
	others := map[string]bool{}
	for _, other := range h.Set().Hosts() {
		if other.ID == h.ID {
			continue
		}
		for _, place := range places(other, env) {
			others[real(place)] = true
		}
	}
	for _, place := range places(h, env) {
		delete(others, real(place))
	}
	return others
}

// real is a path without links; as it came where there is nothing.
func real(p string) string {
	if target, err := filepath.EvalSymlinks(p); err == nil {
		return target
	}
	return p
}

// residue are the files that ledgers say are ours, by OS path.
type residue struct {
	home string
	ours map[string]bool
}

// above reads the ledgers of the directories that place lies in.
func (r residue) above(place string) {
	for dir := filepath.Dir(real(place)); ; dir = filepath.Dir(dir) {
		r.read(dir)
		if dir == filepath.Dir(dir) || dir == real(r.home) {
			return
		}
	}
}

// foreign returns the path, with slashes, of a file at or below place that is neither
// ours nor at one of the others' places.
func (r residue) foreign(place string, others func() map[string]bool) (string, bool) {
	place = real(place)
	found := ""
	_ = filepath.WalkDir(place, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && d == nil, err == nil && d.Name() == plan.StateDir, p != place && others()[p]:
			return skip(d)
		case err != nil:
			return fs.SkipDir
		case d.IsDir():
			r.read(p)
			return nil
		case r.ours[p]:
			return nil
		}
		rel, err := filepath.Rel(place, p)
		if err != nil {
			return err
		}
		found = filepath.ToSlash(rel)
		return fs.SkipAll
	})
	return found, found != ""
}

// skip leaves out a directory, or a file alone.
func skip(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// read adds what the ledger in a directory says: files that we made, and that held nothing
// of the user's when we did.
func (r residue) read(dir string) {
	l, err := readRecords(dir)
	if err != nil {
		return // what belongs to whom is unknown
	}
	at := func(mount, p string) string {
		if mount == "home" {
			return filepath.Join(real(r.home), filepath.FromSlash(p))
		}
		return filepath.Join(dir, filepath.FromSlash(p))
	}
	for _, rec := range l.Records {
		if !rec.Preexisting && rec.Backup == "" {
			r.ours[at(rec.Mount, rec.Path)] = true
		}
	}
	for _, e := range l.Edits {
		if len(e.Stack) > 0 && e.Stack[0].Receipt.Before == "" {
			r.ours[at(e.Mount, e.Path)] = true
		}
	}
}
