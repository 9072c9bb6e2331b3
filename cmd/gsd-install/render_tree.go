package main

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gsd-install/gsd-install/golden"
	"github.com/gsd-install/gsd-install/plan"
)

// outFile is a file that render writes, by its path below the folders of all hosts.
type outFile struct {
	path string
	golden.File
}

func (f outFile) mode() os.FileMode {
	if f.Exec {
		return 0o755
	}
	return 0o644
}

// outFolder is the folder of an outcome.
func outFolder(o outcome) string { return o.Host + "-" + string(o.Scope) }

// rendered are the outcomes of plans, and all their files in order of their paths; files of
// the user's have only our pieces in them.
func rendered(w *work) ([]outcome, []outFile, error) {
	outcomes, all := []outcome{}, []outFile{}
	for _, j := range w.jobs {
		o := newOutcome(j.target, j.ref)
		o.Notes = append(o.Notes, j.plan.Notes...)
		for _, art := range j.plan.Artifacts {
			o.add(art.Mount, plan.Change{Action: plan.Create, Path: art.Path, Why: "rendered", Rule: art.Rule, Sources: art.Sources})
		}
		for _, e := range j.plan.Edits {
			o.add(e.Mount, plan.Change{Action: plan.Create, Path: e.Path, Why: "rendered", Rule: e.Rule, Sources: e.Sources})
		}
		tree, err := golden.Of(*j.plan)
		if err != nil {
			return nil, nil, err
		}
		delete(tree, golden.PlanFile) // --json tells it
		for name, f := range tree {
			all = append(all, outFile{path.Join(outFolder(o), name), f})
		}
		outcomes = append(outcomes, o)
	}
	slices.SortFunc(all, func(a, b outFile) int { return cmp.Compare(a.path, b.path) })
	return outcomes, all, nil
}

// writeTree writes files where --out says.
func (a *app) writeTree(all []outFile) error {
	for _, end := range []string{".tar", ".tar.gz", ".tgz"} {
		if strings.HasSuffix(a.opt.out, end) {
			return a.writeArchive(all, end != ".tar")
		}
	}
	if err := a.unused(all); err != nil {
		return err
	}
	if info, err := os.Lstat(a.opt.out); err == nil && info.Mode()&os.ModeSymlink != 0 && !exists(a.opt.out+"/.") {
		return &hinted{fmt.Errorf("%s: a link to nothing", oneLine(a.opt.out)), "remove it, or name another folder with --out"}
	}
	return writeFiles(a.opt.out, all)
}

// unused refuses folders that have something already: it would seem to be rendered.
func (a *app) unused(all []outFile) error {
	var errs []error
	seen := map[string]bool{}
	for _, f := range all {
		top, _, _ := strings.Cut(f.path, "/")
		if seen[top] {
			continue
		}
		seen[top] = true
		dir := filepath.Join(a.opt.out, top)
		if list, err := os.ReadDir(dir); err == nil && len(list) > 0 {
			errs = append(errs, fmt.Errorf("%s: it is there already, and not empty", oneLine(dir)))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return &hinted{errors.Join(errs...), "remove it, or name another folder with --out"}
}

// writeFiles writes files below a directory, several at a time.
func writeFiles(dir string, all []outFile) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, len(all))
	for range 2 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			last := ""
			for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
				at := filepath.Join(dir, filepath.FromSlash(all[i].path))
				if in := filepath.Dir(at); in != last {
					errs[i] = os.MkdirAll(in, 0o755)
					last = in
				}
				if errs[i] == nil {
					errs[i] = os.WriteFile(at, all[i].Data, all[i].mode())
				}
			}
		})
	}
	wg.Wait()
	return cmp.Or(errs...)
}

// writeArchive writes the files as one archive, which is there whole or not at all.
func (a *app) writeArchive(all []outFile, compress bool) (err error) {
	when, err := a.epoch()
	if err != nil {
		return err
	}
	if info, err := os.Stat(a.opt.out); err == nil && info.IsDir() {
		return &hinted{fmt.Errorf("%s: it is a folder, and an archive was to be made", oneLine(a.opt.out)), "remove it, or name a folder that does not end so"}
	}
	dir := filepath.Dir(a.opt.out)
	if info, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) || err == nil && !info.IsDir() {
		return &hinted{fmt.Errorf("%s: there is no such folder", oneLine(dir)), "make it first"}
	}
	out, err := os.CreateTemp(dir, ".gsd-install-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(out.Name())
		}
	}()
	err = errors.Join(archive(out, all, when, compress), out.Chmod(0o644), out.Close())
	if err != nil {
		return err
	}
	return os.Rename(out.Name(), a.opt.out)
}

// epoch is the time of all entries: https://reproducible-builds.org/specs/source-date-epoch/
func (a *app) epoch() (time.Time, error) {
	text := cmp.Or(a.getenv("SOURCE_DATE_EPOCH"), "0")
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return time.Time{}, usagef("SOURCE_DATE_EPOCH: %q is no number of seconds", text)
	}
	return time.Unix(n, 0).UTC(), nil
}

// archive writes files, in their order, and the folders that they lie in as a tar.
func archive(w io.Writer, all []outFile, when time.Time, compress bool) error {
	closers := []io.Closer{}
	if compress {
		z := gzip.NewWriter(w)
		closers = append(closers, z)
		w = z
	}
	tw := tar.NewWriter(w)
	made := map[string]bool{".": true}
	for _, f := range all {
		for _, dir := range plan.Parents(f.path) {
			if made[dir] {
				continue
			}
			made[dir] = true
			if err := tw.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: dir + "/", Mode: 0o755, ModTime: when}); err != nil {
				return err
			}
		}
		if err := tw.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f.path, Size: int64(len(f.Data)), Mode: int64(f.mode()), ModTime: when}); err != nil {
			return err
		}
		if _, err := tw.Write(f.Data); err != nil {
			return err
		}
	}
	closers = append(closers, tw)
	var errs []error
	for _, c := range slices.Backward(closers) {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}
