package main

import (
	"cmp"
	"errors"
	"slices"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// readLedgers fills in what the ledgers say.
func (a *app) readLedgers(t *target) {
	var errs []error
	for _, m := range t.mounts {
		killed, err := emit.Interrupted(m)
		if err != nil {
			errs = append(errs, err)
		}
		t.interrupted = t.interrupted || killed
		l, err := a.ledger(m)
		if err != nil {
			errs = append(errs, err)
			t.lost = t.lost || !m.Shared
		}
		if l == nil {
			continue
		}
		for _, p := range l.Packs {
			if slices.Contains(p.Hosts, t.host.ID) {
				t.packs = append(t.packs, p.PackRef)
			} else {
				t.joined = append(t.joined, p.PackRef)
			}
		}
		for _, r := range l.Records {
			f := file{t.dir(m, r.Mount), r.Path}
			t.claims[f] = append(t.claims[f], r.Claims...)
		}
		for _, e := range l.Edits {
			f := file{t.dir(m, e.Mount), e.Path}
			for _, o := range e.Stack {
				t.claims[f] = append(t.claims[f], o.Claim)
				if o.Claim.Host == t.host.ID && slices.ContainsFunc(o.Receipt.Ops(), t.isServer) {
					t.servers[o.Claim.Prefix] = true
				}
			}
		}
	}
	byPrefix := func(a, b plan.PackRef) int { return cmp.Compare(a.Prefix, b.Prefix) }
	slices.SortStableFunc(t.packs, byPrefix)
	t.packs = slices.CompactFunc(t.packs, func(a, b plan.PackRef) bool { return a.Prefix == b.Prefix })
	t.broken = errors.Join(errs...)
}

// ledgerRead is what the ledger in a directory said.
type ledgerRead struct {
	*emit.Ledger
	err error
}

// ledger reads the ledger of a mount, for all hosts that have the directory once. What
// was read before the lock does not count under it.
func (a *app) ledger(m plan.Mount) (*emit.Ledger, error) {
	if m.Only != "" {
		return nil, nil
	}
	l, ok := a.ledgers[m.Dir]
	if !ok {
		l.Ledger, l.err = emit.ReadLedger(m)
		a.ledgers[m.Dir] = l
	}
	return l.Ledger, l.err
}
