package emit

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"path"

	"github.com/gsd-install/gsd-install/confine"
	"github.com/gsd-install/gsd-install/plan"
)

// Apply makes the changes. Until the journal is written nothing of the old tree is
// touched, and an error or the end of ctx takes everything back; from then on the
// run is carried to its end, whatever ctx says. If that fails, Recover goes on
// from there once the cause is gone.
//
// The mounts have to be locked, and nothing interrupted be left in them. ErrStopped
// is returned, and nothing written, if the policy is Stop and there is a conflict.
func (r *Run) Apply(ctx context.Context) error {
	if r.policy == Stop && len(r.conflicts()) > 0 {
		return ErrStopped
	}
	if r.empty() {
		return nil
	}
	w := &work{journal: journal{Schema: journalSchema, Run: rand.Text(), Sites: r.sites, Steps: r.steps}}
	defer w.close()
	if err := r.commit(ctx, w); err != nil {
		return errors.Join(err, w.takeBack())
	}
	err := w.finish()
	for _, s := range w.skipped {
		r.skipped(s)
	}
	if err != nil {
		return &hintError{err, "run the same command again when the cause is gone; it finishes this run first"}
	}
	return nil
}

// commit stages the new files and writes the journal.
func (r *Run) commit(ctx context.Context, w *work) error {
	home := w.Sites[0].Dir
	for i, s := range w.Sites {
		root, err := open(s, pointer{journalSchema, w.Run, home, r.made[i], w.dirsOf(i)})
		if err != nil {
			return err
		}
		w.roots = append(w.roots, root)
		w.touch(root, ".")
		if s.Only == "" {
			w.touch(root, stateDir)
		}
	}
	if err := w.makeDirs(); err != nil {
		return err
	}
	if err := r.stage(ctx, w); err != nil {
		return err
	}
	if err := create(w.roots[0], stagedJournal, encodeJSON(w.journal), 0o600); err != nil {
		return err
	}
	if err := barrier(w.roots, w.changed); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := rename(w.roots[0], stagedJournal, journalPath); err != nil {
		return err
	}
	// Nothing of the old tree may go before the name is durable.
	return syncDir(w.roots[0], stateDir)
}

// dirsOf are the directories that the run makes in a site.
func (w *work) dirsOf(site int) []string {
	var dirs []string
	for _, s := range w.Steps {
		if s.Do == doMkdir && s.Site == site {
			dirs = append(dirs, s.Path)
		}
	}
	return dirs
}

// makeDirs makes all directories that the steps need before the commit, so that a full
// disk is met while everything can still be taken back: the files are only renamed
// then. What stands in the way and goes in this run is left to the steps.
func (w *work) makeDirs() error {
	for _, s := range w.Steps {
		var dirs []string
		root := w.roots[s.Site]
		switch s.Do {
		case doMkdir:
			dirs = []string{s.Path}
		case doAside:
			root, dirs = w.store(s), asideDirs(s)
		}
		for _, d := range dirs {
			if _, err := root.Lstat(d); !errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err := mkdir(root, d, dirMode(d)); err != nil {
				return err
			}
			w.touch(root, path.Dir(d))
		}
	}
	return nil
}

func open(s site, p pointer) (*confine.Root, error) {
	if s.Only != "" {
		return confine.OpenFile(s.Dir, s.Only)
	}
	return begin(s.Dir, p)
}

// stage writes the new files into the stages, in parallel.
func (r *Run) stage(ctx context.Context, w *work) error {
	stages := make([]*confine.Root, len(w.Sites))
	for i, s := range w.Sites {
		if s.Only != "" {
			continue
		}
		if err := mkdir(w.roots[i], stagePath, 0o700); err != nil {
			return err
		}
		stage, err := w.roots[i].Sub(stagePath)
		if err != nil {
			return err
		}
		defer stage.Close()
		stages[i] = stage
		w.touch(w.roots[i], stagePath)
	}
	errs := make([]error, len(r.staged))
	parallel(len(r.staged), func(i int) {
		if errs[i] = ctx.Err(); errs[i] == nil {
			errs[i] = r.staged[i].write(stages[r.staged[i].site])
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (it item) write(stage *confine.Root) error {
	name := path.Base(it.name)
	if it.later != nil {
		data, err := it.later()
		if err != nil {
			return err
		}
		it.data = data
	}
	return call("create", stage.Name(name), func() error {
		f, err := stage.Create(name, it.mode)
		if err != nil {
			return err
		}
		err = give(f, it.owner)
		if err == nil && it.exact {
			err = f.Chmod(it.mode)
		}
		return errors.Join(err, fill(f, it.data))
	})
}

// takeBack undoes what was done before the commit.
func (w *work) takeBack() error {
	if len(w.roots) > 0 {
		if err := remove(w.roots[0], journalPath); err != nil {
			return err
		}
	}
	return w.settle()
}

// skipped turns a change that was not made into a conflict.
func (r *Run) skipped(s step) {
	for i, c := range r.Changes {
		if c.Mount == r.ids[s.Site] && c.Path == s.name() {
			r.Changes[i].Action = plan.Conflict
			r.Changes[i].Why = "it was changed while the run was under way"
			if s.original() {
				r.Changes[i].Original = s.From
			}
		}
	}
}
