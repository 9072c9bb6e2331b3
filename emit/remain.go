package emit

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/gsd-install/gsd-install/edit"
)

// writeLedgers leaves the new ledgers behind, with what was skipped as it was.
func (w *work) writeLedgers() error {
	for i, s := range w.Sites {
		if s.Only != "" || w.roots[i] == nil {
			continue
		}
		if err := w.writeLedger(i); err != nil {
			return err
		}
	}
	return nil
}

// writeLedger brings the staged ledger to its place. Where steps were skipped it is
// put right first.
func (w *work) writeLedger(i int) error {
	root := w.roots[i]
	next, old := &Ledger{Schema: ledgerSchema}, &Ledger{Schema: ledgerSchema}
	if l, _, err := readLedger(root, nil); err == nil && l != nil {
		old = l
	} // else a repair has found it so, and replaces it
	if w.Sites[i].Ledger {
		b, _, err := root.ReadFile(stagedLedger)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it is in its place
		}
		if err != nil {
			return err
		}
		if next, err = decodeLedger(b); err != nil {
			return err
		}
	}
	reverted := false
	for _, s := range w.skipped {
		if w.Sites[s.Site].Store == i && !(s.Edit && w.written(s, old, next)) {
			next.revert(old, s, w.Sites[s.Site].Key)
			reverted = true
		}
	}
	switch {
	case next.empty():
		return remove(root, ledgerPath)
	case reverted:
		return replace(root, ledgerPath, next.encode(), 0o600, owner{})
	}
	return rename(root, stagedLedger, ledgerPath)
}

// written reports whether a skipped step on a file of the user's had been taken by
// the run that was killed, so that the user's change came after it: then the new
// pieces are in the file, or the old ones are not.
func (w *work) written(s step, old, next *Ledger) bool {
	file, _, err := w.roots[s.Site].ReadFile(s.Path)
	if err != nil {
		return false
	}
	if e := next.edit(w.Sites[s.Site].Key, s.name()); e != nil {
		gone, _ := e.count(file)
		return gone == 0
	}
	e := old.edit(w.Sites[s.Site].Key, s.name())
	if e == nil {
		return true
	}
	gone, all := e.count(file)
	return gone == all
}

func (l *Ledger) edit(mount, name string) *Edit {
	for i, e := range l.Edits {
		if e.Mount == mount && e.Path == name {
			return &l.Edits[i]
		}
	}
	return nil
}

// count is how many of the pieces are gone from the file, and how many there are;
// in a file that cannot be understood none is found gone.
func (e *Edit) count(file []byte) (gone, all int) {
	for _, o := range e.Stack {
		all += len(o.Receipt.Pieces)
		if ops, err := edit.Missing(e.Format, file, o.Receipt); err == nil {
			gone += len(ops)
		}
	}
	return gone, all
}

// revert makes the ledger say about the path of a skipped step what the old one
// says. A file that was to go and was changed meanwhile has no record any more.
func (l *Ledger) revert(old *Ledger, s step, mount string) {
	if s.Edit {
		here := func(e Edit) bool { return e.Mount == mount && e.Path == s.name() }
		l.Edits = slices.DeleteFunc(l.Edits, here)
		if i := slices.IndexFunc(old.Edits, here); i >= 0 {
			l.Edits = append(l.Edits, old.Edits[i])
			for _, o := range old.Edits[i].Stack {
				l.addClaim(old, o.Claim)
			}
		}
		return
	}
	here := func(r Record) bool { return r.Mount == mount && r.Path == s.Path }
	if !slices.ContainsFunc(l.Records, here) {
		return
	}
	l.Records = slices.DeleteFunc(l.Records, here)
	if i := slices.IndexFunc(old.Records, here); i >= 0 {
		l.Records = append(l.Records, old.Records[i])
		for _, c := range old.Records[i].Claims {
			l.addClaim(old, c)
		}
	}
}

// addClaim makes the packs tell of a claim that stays.
func (l *Ledger) addClaim(old *Ledger, c Claim) {
	for i, p := range l.Packs {
		if p.Prefix != c.Prefix {
			continue
		}
		if !slices.Contains(p.Hosts, c.Host) {
			l.Packs[i].Hosts = append(slices.Clone(p.Hosts), c.Host)
			slices.Sort(l.Packs[i].Hosts)
		}
		return
	}
	if p, ok := old.pack(c.Prefix); ok {
		p.Hosts = []string{c.Host}
		l.Packs = append(l.Packs, p)
	}
}
