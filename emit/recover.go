package emit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// Recover ends runs that were killed in any of the mounts, and reports whether there
// was something to do. A run that had committed is carried to its end in all its
// mounts; what another one staged is dropped. Files that were edited since the crash
// are left as they are.
//
// The mounts have to be locked.
func Recover(mounts []plan.Mount) (recovered bool, err error) {
	mounts = slices.Clone(mounts)
	slices.SortStableFunc(mounts, func(a, b plan.Mount) int { return strings.Compare(a.Dir, b.Dir) })
	for _, m := range mounts {
		if m.Only != "" {
			continue
		}
		found, err := recoverMount(m, mounts)
		recovered = recovered || found
		if err != nil {
			return recovered, err
		}
	}
	return recovered, nil
}

// Interrupted reports whether a run was killed in the mount, or while it made or
// removed its directory: then Recover has something to do there. It writes nothing.
// A run that is under way looks the same.
func Interrupted(m plan.Mount) (bool, error) {
	if m.Only != "" {
		return false, nil
	}
	found, err := eachUnborn(m.Dir, m.Lock, func(*confine.Root, string) error { return nil })
	if found || err != nil {
		return found, err
	}
	root, err := confine.Open(m.Dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer root.Close()
	left, err := leftOver(root)
	return left != "", err
}

func recoverMount(m plan.Mount, mounts []plan.Mount) (bool, error) {
	swept, err := sweepUnborn(m.Dir, m.Lock)
	if err != nil {
		return swept, err
	}
	root, err := confine.Open(m.Dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return swept, nil // for Diff to complain about
	}
	if err != nil {
		return swept, err
	}
	defer root.Close()
	left, err := leftOver(root)
	if err != nil {
		return swept, err
	}
	if left == "" {
		// An empty state folder is all that a run leaves which is killed as it makes or
		// removes the folder, and tells of nothing else.
		return swept, prune(root, stateDir)
	}
	home, err := journalOf(m.Dir, root)
	if err != nil {
		return true, err
	}
	if home == "" {
		return true, settle(m.Dir, m.Lock)
	}
	return true, finishAt(home, mounts)
}

// leftOver returns the path of something that only a run under way has in the state
// folder; empty if there is nothing. What is no directory where one of ours
// has to be is nobody's run.
func leftOver(root *confine.Root) (string, error) {
	info, err := root.Lstat(stateDir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil || !info.IsDir() {
		return "", err
	}
	entries, err := root.ReadDir(stateDir)
	for _, e := range entries {
		switch name := path.Join(stateDir, e.Name()); {
		case name == journalPath, name == pointerPath, name == stagePath && e.IsDir(), tempName.MatchString(e.Name()):
			return name, nil
		}
	}
	return "", err
}

// journalOf returns the directory with the journal that the mount at dir belongs
// to; empty if its run had not committed.
func journalOf(dir string, root *confine.Root) (string, error) {
	if _, err := root.Lstat(journalPath); err == nil {
		return dir, nil
	}
	b, _, err := root.ReadFile(pointerPath)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	p, err := decodePointer(b)
	if err != nil {
		return "", nil
	}
	home, err := confine.Open(p.Journal)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer home.Close()
	j, err := readJournal(home)
	if err != nil || j.Run != p.Run || !slices.ContainsFunc(j.Sites, func(s site) bool { return sameDir(s.Dir, dir) }) {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return "", err
	}
	return p.Journal, nil
}

func readJournal(home *confine.Root) (journal, error) {
	b, _, err := home.ReadFile(journalPath)
	if err != nil {
		return journal{}, err
	}
	j, err := decodeJournal(b)
	if err != nil {
		return j, &hintError{
			fmt.Errorf("%s: %w", home.Name(journalPath), err),
			"it was not written by this program; look at it, remove it and run gsd-install repair",
		}
	}
	return j, nil
}

// finishAt carries the run whose journal is in dir to its end.
func finishAt(dir string, mounts []plan.Mount) error {
	home, err := confine.Open(dir)
	if err != nil {
		return err
	}
	j, err := readJournal(home)
	home.Close()
	if err != nil {
		return err
	}
	w := &work{journal: j}
	defer w.close()
	for i, s := range j.Sites {
		root, err := reopen(j, i, s, mounts)
		if err != nil {
			return fmt.Errorf("an interrupted run has %s still to do: %w", s.Dir, err)
		}
		w.roots = append(w.roots, root)
	}
	if len(w.roots) == 0 || w.roots[0] == nil || !sameDir(j.Sites[0].Dir, dir) {
		return fmt.Errorf("%s: its journal is another directory's", dir)
	}
	return w.finish()
}

// reopen opens a site of a journal that was found, nil if it is gone. A directory
// has to point back to the journal, and a single file to be of this run or
// directly in what it has locked: a journal that somebody else has put there reaches
// no further than whoever put it.
func reopen(j journal, i int, s site, mounts []plan.Mount) (*confine.Root, error) {
	if s.Only != "" {
		mine := slices.ContainsFunc(mounts, func(m plan.Mount) bool {
			return sameDir(m.Lock, s.Dir) || m.Only == s.Only && sameDir(m.Dir, s.Dir)
		})
		if !mine {
			return nil, fmt.Errorf("%s in it is not of this run", s.Only)
		}
	}
	root, err := confine.OpenFile(s.Dir, s.Only)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || s.Only != "" {
		return root, err
	}
	b, _, err := root.ReadFile(pointerPath)
	if errors.Is(err, fs.ErrNotExist) {
		// The directory was removed and made anew, or its state folder was.
		root.Close()
		if i == 0 {
			return nil, fmt.Errorf("there is a journal and no pointer")
		}
		return nil, nil
	}
	var p pointer
	if err == nil {
		p, err = decodePointer(b)
	}
	if err == nil && p.Run != j.Run {
		err = fmt.Errorf("its pointer is another run's")
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

func sameDir(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
