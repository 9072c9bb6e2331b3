package emit

import (
	"bytes"
	"slices"
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

func (w *work) writeLedger(i int) error {
	root := w.roots[i]
	old, have, err := readLedger(root)
	if err != nil {
		old = nil // a repair has found it so, and replaces it
	}
	if old == nil {
		old = &Ledger{Schema: ledgerSchema}
	}
	next := &Ledger{Schema: ledgerSchema, Made: old.Made}
	if w.Sites[i].Ledger {
		b, _, err := root.ReadFile(stagedLedger)
		if err != nil {
			return err
		}
		if next, err = decodeLedger(b); err != nil {
			return err
		}
	}
	for _, s := range w.skipped {
		if w.Sites[s.Site].Store == i {
			next.revert(old, s, w.Sites[s.Site].Key)
		}
	}
	if next.empty() {
		return remove(root, ledgerPath)
	}
	b := next.encode()
	if bytes.Equal(b, have) {
		return nil
	}
	return replace(root, ledgerPath, b, 0o600, owner{})
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
	if p, ok := old.Pack(c.Prefix); ok {
		p.Hosts = []string{c.Host}
		l.Packs = append(l.Packs, p)
	}
}
