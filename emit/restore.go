package emit

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/plan"
)

// wantBack makes an entry of what is asked to come back.
func (t *tally) wantBack() {
	b := t.req.Restore
	if b == nil {
		return
	}
	m := t.by[0][b.Mount]
	back, ok := strings.CutPrefix(b.Name, backupPath+"/")
	switch parsed, known := parseBackup(b.Name); {
	case m == nil || t.by[0][b.Store] != m.store:
		t.fail(plan.FileErrorf(b.Path, "what was put aside for it is of mount %q, which is not of the run", b.Mount))
	case !ok || !known || parsed.Path != b.Path:
		t.fail(plan.FileErrorf(b.Path, "%q is no place for what was put aside for it", b.Name))
	default:
		t.entry(place{m, b.Path}).back = back
	}
}

// decideBack settles an entry that something is to come back to.
func (t *tally) decideBack(e *entry) {
	from, was := backupPath+"/"+e.back, state("")
	var err error
	if e.m.store.root != nil {
		was, _, err = stateOf(e.m.store.root, from)
	}
	switch {
	case err != nil:
		t.fail(plan.FileErrorf(e.m.store.shown(from), "%w", err))
	case was == "" || was == odd || was.link() && e.m != e.m.store:
		t.fail(plan.FileErrorf(e.String(), "what was put aside for it is not in %s any more", e.m.store.shown(from)))
	case e.have == odd:
		t.fail(t.oddError(e))
	default:
		e.backState = was
		e.decision = bringBack(was, e.have, e.last(), e.rec != nil && e.rec.Preexisting)
		t.findPristine(e)
	}
}

// bringBack decides what a file that was put aside and has the state was meets in its
// place. It is pure.
func bringBack(was, have, last state, preexisting bool) decision {
	switch {
	case have == was:
		return decision{plan.Keep, "it is in its place already", still, notAside, asItIs}
	case have == "":
		return decision{plan.Create, whyBack, restore, notAside, asItIs}
	case have.sameBytes(last) && !preexisting:
		return decision{plan.Update, whyBack, restore, notAside, asItIs}
	}
	return decision{plan.Update, whyBack + ", and what is there is put aside", restore, edited, asItIs}
}

// backup is the place below the backup folder of what comes back at uninstall.
func (e *entry) backup() string {
	if e.rec == nil {
		return ""
	}
	return e.rec.Backup
}

// findPristine finds what we had installed in the place of a file of ours that was edited
// and is put aside now.
func (t *tally) findPristine(e *entry) {
	if e.decision.aside != edited || e.last() == "" || e.rec.Preexisting {
		return
	}
	switch {
	case e.want != nil && e.want.Sum == e.rec.Sum:
		e.pristine, _ = e.want.Bytes()
	case t.req.Pristine != nil:
		e.pristine = t.req.Pristine(e.rec.Sum)
	}
	if e.pristine == nil || plan.SumOf(e.pristine) != e.rec.Sum {
		e.pristine = nil
		e.why += whyNoPristine
	}
}

// asideDirs are the directories below the state folder that an aside needs.
func asideDirs(s step) []string {
	dirs := plan.Parents(s.From)[1:]
	if s.Pristine == "" {
		return dirs
	}
	for _, d := range plan.Parents(pristineOf(s.From)) {
		if d != stateDir && !slices.Contains(dirs, d) {
			dirs = append(dirs, d)
		}
	}
	return dirs
}

// asideDirs makes the directories that an aside needs, as far as they are not there.
func (w *work) asideDirs(s step) error {
	for _, d := range asideDirs(s) {
		if info, err := w.store(s).Lstat(d); err == nil && info.IsDir() {
			continue
		}
		if err := mkdir(w.store(s), d, dirMode(d)); err != nil {
			return err
		}
	}
	return nil
}

// addPristine puts what we had installed beside the edited copy, if it is not there.
func (w *work) addPristine(s step) error {
	if s.Pristine == "" {
		return nil
	}
	if err := w.asideDirs(s); err != nil {
		return err
	}
	store, to := w.store(s), pristineOf(s.From)
	w.touch(store, path.Dir(to))
	if err := w.move(store, s.Pristine, store, to); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil // it was done before
}

// dropPristine removes what we had installed once the edited copy is back in its place.
func (w *work) dropPristine(s step) error {
	store, at := w.store(s), pristineOf(s.From)
	if at == "" {
		return nil
	}
	if _, err := store.Lstat(s.From); !errors.Is(err, fs.ErrNotExist) {
		return err // it is still needed
	}
	w.touch(store, path.Dir(at))
	return remove(store, at)
}
