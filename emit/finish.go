package emit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gsd-install/gsd-install/confine"
)

// work is a run from its journal on: the same for the run that wrote it and for one
// that found it.
type work struct {
	journal
	// roots are the open sites; nil for one that is gone.
	roots []*confine.Root
	// mu guards what follows.
	mu sync.Mutex
	// skipped are the steps that were not taken since somebody else had
	// changed the path.
	skipped []step
	// changed are the directories in which names changed.
	changed map[*confine.Root][]string
}

func (w *work) close() {
	for _, root := range w.roots {
		if root != nil {
			root.Close()
		}
	}
	w.roots = nil
}

func (w *work) store(s step) *confine.Root { return w.roots[w.Sites[s.Site].Store] }

func (w *work) touch(root *confine.Root, dir string) {
	if !syncEach {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.changed == nil {
		w.changed = map[*confine.Root][]string{}
	}
	if !slices.Contains(w.changed[root], dir) {
		w.changed[root] = append(w.changed[root], dir)
	}
}

// finish takes every step, writes the ledgers, and drops the journal.
func (w *work) finish() error {
	for steps := w.Steps; len(steps) > 0; {
		n := together(steps)
		errs := make([]error, n)
		parallel(n, func(i int) { errs[i] = w.take(steps[i]) })
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		steps = steps[n:]
	}
	if err := w.writeLedgers(); err != nil {
		return err
	}
	if err := barrier(w.roots, w.changed); err != nil {
		return err
	}
	if err := remove(w.roots[0], journalPath); err != nil {
		return err
	}
	return w.settle()
}

// together counts the steps at the front that do not depend on each other: files that
// go, or that take their places, each of them another path.
func together(steps []step) int {
	n := 1
	for n < len(steps) && steps[n].Do == steps[0].Do && (steps[0].Do == doRemove || steps[0].Do == doPut) {
		n++
	}
	return n
}

// settle ends the run in every mount, the innermost first.
func (w *work) settle() error {
	open := len(w.roots)
	w.close()
	var errs []error
	for i, s := range slices.Backward(w.Sites) {
		if s.Only == "" && i <= open {
			errs = append(errs, settle(s.Dir, s.Lock))
		}
	}
	return errors.Join(errs...)
}

func (w *work) skip(s step) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.skipped = append(w.skipped, s)
	return nil
}

func (w *work) take(s step) error {
	root := w.roots[s.Site]
	if root == nil || w.store(s) == nil {
		return nil // the directory was removed; so was all that was recorded of it
	}
	w.touch(root, path.Dir(s.Path))
	switch s.Do {
	case doMkdir:
		if info, err := root.Stat(s.Path); err == nil && info.IsDir() {
			return nil // it may be a link that somebody has put there meanwhile
		}
		return mkdir(root, s.Path, dirMode(s.Path))
	case doPrune:
		return prune(root, s.Path)
	}
	now, _, err := stateOf(root, s.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", root.Name(s.Path), err)
	}
	switch s.Do {
	case doAside:
		return w.aside(s, now)
	case doRemove:
		if now == s.Have {
			return remove(root, s.Path)
		}
		if now != "" {
			return w.skip(s)
		}
		return nil
	}
	if err := w.put(s, now); err != nil || !s.restores() {
		return err
	}
	return w.dropPristine(s)
}

// dirMode is the mode of a directory of ours: what was put aside is its owner's alone.
func dirMode(name string) fs.FileMode {
	if strings.HasPrefix(name, backupPath) {
		return 0o700
	}
	return 0o755
}

// aside moves what is at the path to the backup folder.
func (w *work) aside(s step, now state) error {
	store := w.store(s)
	if now != s.Have {
		if _, err := store.Lstat(s.From); err == nil {
			return w.addPristine(s) // it was done before, and the path may have its new bytes already
		}
		return w.skip(s)
	}
	if err := w.asideDirs(s); err != nil {
		return err
	}
	w.touch(store, path.Dir(s.From))
	err := w.move(w.roots[s.Site], s.Path, store, s.From)
	if errors.Is(err, confine.ErrIrregular) {
		return w.skip(s) // a link, which cannot go to another file system
	}
	if err != nil {
		return err
	}
	return w.addPristine(s)
}

// put brings a staged file, or one that was put aside, to its place.
func (w *work) put(s step, now state) error {
	if now == s.Want && !s.restores() {
		return nil
	}
	store := w.store(s)
	if now != s.Have && now != s.Want {
		if _, err := store.Lstat(s.From); errors.Is(err, fs.ErrNotExist) {
			return nil // it was put there, and somebody changed it since
		}
		return w.skip(s)
	}
	bring := w.move
	if s.Do == doWrite {
		bring = w.copy
	}
	err := bring(store, s.From, w.roots[s.Site], s.Path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, serr := store.Lstat(s.From); errors.Is(serr, fs.ErrNotExist) {
			return nil // likewise: somebody put back what was there before
		}
	}
	return err
}

// move renames where one directory holds both ends and one file system does, and
// else copies.
func (w *work) move(from *confine.Root, name string, to *confine.Root, as string) error {
	if from == to {
		err := rename(from, name, as)
		if !crossesDevice(err) {
			return err
		}
	}
	return w.copy(from, name, to, as)
}

// copy writes the file name over as, with its mode and owner, and then removes it.
func (w *work) copy(from *confine.Root, name string, to *confine.Root, as string) error {
	data, info, err := from.ReadFile(name)
	if err != nil {
		return err
	}
	if err := sweepTemps(to, as, data); err != nil {
		return err
	}
	if err := replace(to, as, data, info.Mode().Perm(), ownerOf(info)); err != nil {
		return err
	}
	return remove(from, name)
}

// sweepTemps removes what a killed replace of name with data has left beside it:
// temporary files of name that hold a beginning of data, which may be no byte of it.
func sweepTemps(root *confine.Root, name string, data []byte) error {
	temps, err := root.Temps(name)
	if err != nil {
		return err
	}
	for _, temp := range temps {
		if b, _, err := root.ReadFile(temp); err == nil && bytes.HasPrefix(data, b) {
			if err := remove(root, temp); err != nil {
				return err
			}
		}
	}
	return nil
}
