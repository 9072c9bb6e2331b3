package emit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// Left is a path that Recover has left as it is, since somebody changed it after the run
// was killed that had it to do.
type Left struct {
	// Path is the OS path.
	Path string
	// Original is the OS path of the user's own file that was to come back there, and
	// stays where it was put aside; empty if there is none.
	Original string
}

// String says so in a sentence without a stop.
func (l Left) String() string {
	s := l.Path + ": it was changed after an earlier run had been interrupted, and is left as it is"
	if l.Original != "" {
		s += "; what was there before us is in " + l.Original
	}
	return s
}

// Recover ends runs that were killed in any of the mounts, and reports whether there
// was something to do. A run that had committed is carried to its end in all its
// mounts; what another one staged is dropped. Files that were edited since the crash
// are left as they are, and left names them.
//
// The mounts have to be locked. A directory that a run had locked besides these is
// locked until it is finished; if another run has it for longer than a few seconds,
// nothing is done and that is an error, as is what stands in the way: a *Refusal of
// those that have the mount.
func Recover(mounts []plan.Mount) (recovered bool, left []Left, err error) {
	mounts = slices.Clone(mounts)
	slices.SortStableFunc(mounts, func(a, b plan.Mount) int { return strings.Compare(a.Dir, b.Dir) })
	for _, m := range mounts {
		if m.Only != "" {
			continue
		}
		found, skipped, err := recoverMount(m, mounts)
		recovered, left = recovered || found, append(left, skipped...)
		if err != nil {
			return recovered, left, refuseAll(m.Dir, err)
		}
	}
	return recovered, left, nil
}

// Interrupted reports whether a run was killed in the mount, or while it made or
// removed its directory: then Recover has something to do there, or ends with the same error if
// the run's journal cannot be read. It writes nothing. A run that is under way looks the same.
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
	if left == journalPath {
		_, err = readJournal(root)
	}
	return left != "", err
}

func recoverMount(m plan.Mount, mounts []plan.Mount) (found bool, left []Left, err error) {
	found, err = sweepUnborn(m.Dir, m.Lock)
	if err != nil {
		return found, nil, err
	}
	root, err := confine.Open(m.Dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return found, nil, nil // for Diff to complain about
	}
	if err != nil {
		return found, nil, err
	}
	defer root.Close()
	name, err := leftOver(root)
	if err != nil {
		return found, nil, err
	}
	if name == "" {
		// An empty state folder is all that a run leaves which is killed as it makes or
		// removes the folder, and tells of nothing else.
		return found, nil, prune(root, stateDir)
	}
	home, err := journalOf(m.Dir, root)
	if err != nil {
		return true, nil, err
	}
	if home == "" {
		return true, nil, settle(m.Dir, m.Lock)
	}
	left, err = finishAt(home, mounts)
	return true, left, err
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
			plan.FileErrorf(home.Name(journalPath), "%w", err),
			"it was not written by this program; look at it, remove it and run gsd-install repair",
		}
	}
	return j, nil
}

// finishAt carries the run whose journal is in dir to its end.
func finishAt(dir string, mounts []plan.Mount) ([]Left, error) {
	j, err := journalIn(dir)
	if err != nil {
		return nil, err
	}
	held, err := lockRest(j, mounts)
	if err != nil {
		return nil, err
	}
	defer held.Unlock()
	run := j.Run
	j, err = journalIn(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && j.Run != run {
		return nil, nil // another run has finished it before it gave up the lock
	}
	if err != nil {
		return nil, err
	}
	w := &work{journal: j}
	defer w.close()
	for i, s := range j.Sites {
		root, err := reopen(j, i, s, mounts)
		if err != nil {
			return nil, fmt.Errorf("an interrupted run has %s still to do: %w", s.Dir, err)
		}
		w.roots = append(w.roots, root)
	}
	if len(w.roots) == 0 || w.roots[0] == nil || !sameDir(j.Sites[0].Dir, dir) {
		return nil, plan.FileErrorf(dir, "its journal is another directory's")
	}
	err = w.finish()
	return w.left(), err
}

func journalIn(dir string) (journal, error) {
	home, err := confine.Open(dir)
	if err != nil {
		return journal{}, err
	}
	defer home.Close()
	return readJournal(home)
}

// lockRest locks what the run of j had locked and the mounts do not name.
func lockRest(j journal, mounts []plan.Mount) (*Locked, error) {
	var rest []plan.Mount
	for _, s := range j.Sites {
		held := slices.ContainsFunc(mounts, func(m plan.Mount) bool { return sameDir(m.Lock, s.Lock) })
		if _, err := os.Stat(s.Lock); held || errors.Is(err, fs.ErrNotExist) {
			continue // what is not there holds no site either
		}
		rest = append(rest, plan.Mount{Lock: s.Lock})
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), lockBrief, errors.New("another gsd-install is at work there"))
	defer cancel()
	held, err := Lock(ctx, rest, nil)
	if err != nil {
		return nil, fmt.Errorf("an interrupted run has to be finished there as well: %w", err)
	}
	return held, nil
}

// left names the paths of the steps that were skipped, each once.
func (w *work) left() []Left {
	var left []Left
	for _, s := range w.skipped {
		l := Left{Path: filepath.Join(w.Sites[s.Site].Dir, filepath.FromSlash(s.name()))}
		if s.original() {
			l.Original = filepath.Join(w.Sites[w.Sites[s.Site].Store].Dir, filepath.FromSlash(s.From))
		}
		left = slices.DeleteFunc(left, func(o Left) bool { return o.Path == l.Path })
		left = append(left, l)
	}
	return left
}

func sameDir(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
