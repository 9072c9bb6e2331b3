package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
)

// records are the OS paths of all whole files that ledgers in the box tell of.
func (b box) records(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, top := range []string{b.home, b.project} {
		err := filepath.WalkDir(top, func(p string, _ fs.DirEntry, err error) error {
			if filepath.Base(p) != "ledger.json" || err != nil {
				return err
			}
			var l struct{ Records []struct{ Path string } }
			text, err := os.ReadFile(p)
			if err == nil {
				err = json.Unmarshal(text, &l)
			}
			for _, r := range l.Records {
				all = append(all, filepath.Join(filepath.Dir(filepath.Dir(p)), filepath.FromSlash(r.Path)))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// On every host and in both scopes: each file is edited, or is a link now, and each edit is
// somewhere after whatever comes next; where it was put aside, what was installed is beside
// it, and the edit can be brought back.
func TestEditsOnEveryHost(t *testing.T) {
	for i, h := range descriptors.All() {
		for j, scope := range []plan.Scope{plan.Global, plan.Local} {
			if thinned(i + 2*j) {
				continue
			}
			t.Run(h.ID+"-"+string(scope), func(t *testing.T) {
				t.Parallel()
				for _, next := range []string{"uninstall", "install", "repair"} {
					for _, policy := range []string{"keep", "replace"} {
						triesEdits(t, h.ID, scope, next, policy)
					}
				}
			})
		}
	}
}

func triesEdits(t *testing.T, host string, scope plan.Scope, next, policy string) {
	t.Helper()
	b := memoryBox(t)
	flags := []string{"--" + host, "--" + string(scope)}
	b.runs(t, done, append(flags, "--pack", fixture)...)
	installed := map[string]string{}
	files := b.records(t)
	for i, file := range files {
		installed[file] = b.read(t, file)
		if i%3 > 0 {
			b.write(t, file, installed[file]+"mine\n")
			continue
		}
		if err := errors.Join(os.Remove(file), os.Symlink("/my/own", file)); err != nil {
			t.Fatal(err)
		}
	}
	want := done
	if policy == "keep" && next != "repair" {
		want = drifted
	}
	args := []string{next, "--on-conflict=" + policy}
	if next == "install" {
		args = append(args, "--pack", fixture)
	}
	b.runs(t, want, append(args, flags...)...)
	for i, file := range files {
		aside := ""
		for _, dir := range []string{b.home, b.project} {
			rel, err := filepath.Rel(dir, file)
			if err != nil || strings.HasPrefix(rel, "..") {
				continue
			}
			for _, mount := range upwards(rel) {
				copies, _ := filepath.Glob(filepath.Join(dir, mount, plan.StateDir, "backup", "edited", strings.TrimPrefix(rel, mount+"/")+".*"))
				if len(copies) > 0 {
					aside = copies[0]
				}
			}
		}
		at := file
		if want == done {
			at = aside
		}
		if i%3 == 0 {
			if target, err := os.Readlink(at); err != nil || target != "/my/own" {
				t.Errorf("%s, %s, %s: the link is lost: %v", next, policy, file, err)
			}
		} else if text, err := os.ReadFile(at); err != nil || string(text) != installed[file]+"mine\n" {
			t.Errorf("%s, %s, %s: the edit is lost: %v", next, policy, file, err)
		}
		if aside == "" {
			continue
		}
		pristine := strings.Replace(aside, "/backup/edited/", "/backup/pristine/", 1)
		if text, err := os.ReadFile(pristine); err != nil || string(text) != installed[file] {
			t.Errorf("%s, %s, %s: not beside it is what was installed: %v", next, policy, file, err)
		}
		if i == 1 { // one is enough: bringing back knows no host
			b.runs(t, done, "repair", "--restore", file, "--"+string(scope))
			if b.read(t, file) != installed[file]+"mine\n" {
				t.Errorf("%s, %s, %s: it was not brought back", next, policy, file)
			}
		}
	}
}

// upwards are the folders above a path, outermost first.
func upwards(rel string) []string {
	var dirs []string
	for d := filepath.Dir(rel); d != "."; d = filepath.Dir(d) {
		dirs = append(dirs, d)
	}
	slices.Reverse(dirs)
	return dirs
}
