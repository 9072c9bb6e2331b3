package layout

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// Detection says whether a host is installed and by what that was seen; Why is
// empty if it was not.
type Detection struct {
	Found bool
	Why   string
}

// Detect looks for one of h's programs on PATH, then for files in its config
// home that an installer of packs has not put there itself.
func Detect(h descriptors.Host, env Env) Detection {
	if env.LookPath != nil {
		for _, name := range h.Binaries {
			if p, err := env.LookPath(name); err == nil {
				return Detection{true, fmt.Sprintf("%s is on PATH at %s", name, p)}
			}
		}
	}
	at, err := resolveHome(h, plan.Global, env)
	if err != nil || h.ConfigHome.Kind == "none" {
		return Detection{}
	}
	if name := foreignFile(at.dir); name != "" {
		return Detection{true, fmt.Sprintf("%s holds %s", shown(at.dir, plan.Global, env), name)}
	}
	return Detection{}
}

// foreignFile returns a file below dir that is none of ours, with slashes;
// empty if there is none.
func foreignFile(dir string) string {
	if target, err := filepath.EvalSymlinks(dir); err == nil {
		dir = target
	}
	ours := ledgerPaths(filepath.Join(dir, filepath.FromSlash(ledgerFile)))
	found := ""
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case rel == plan.StateDir:
			return fs.SkipDir
		case d.IsDir() || ours[rel]:
			return nil
		}
		found = rel
		return fs.SkipAll
	})
	return found
}

// ledgerFile is where a mount keeps its records.
const ledgerFile = plan.StateDir + "/ledger.json"

// recordsOf reports whether a directory has records of ours for a host. A ledger that
// cannot be read counts as one of every host: whose it is, its repair has to find out.
func recordsOf(dir, host string) bool {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(ledgerFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	var l struct {
		Packs []struct {
			Hosts []string `json:"hosts"`
		} `json:"packs"`
	}
	if err != nil || json.Unmarshal(data, &l) != nil {
		return true
	}
	for _, p := range l.Packs {
		if slices.Contains(p.Hosts, host) {
			return true
		}
	}
	return false
}

// ledgerPaths reads the paths that a ledger names. It takes every string and key
// in it, since a word too many only hides a file of that very name.
func ledgerPaths(name string) map[string]bool {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var v any
	if err != nil || json.Unmarshal(data, &v) != nil {
		return nil
	}
	paths := map[string]bool{}
	collect(v, paths)
	return paths
}

func collect(v any, into map[string]bool) {
	switch v := v.(type) {
	case string:
		into[v] = true
	case []any:
		for _, x := range v {
			collect(x, into)
		}
	case map[string]any:
		for k, x := range v {
			into[k] = true
			collect(x, into)
		}
	}
}
