package engine

import (
	"slices"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// Ledgers reads the ledgers of directories, each once for all hosts that have it. The zero value
// is ready. It is not for several goroutines.
type Ledgers struct{ read map[string]ledgerRead }

// ledgerRead is what the ledger in a directory said.
type ledgerRead struct {
	*emit.Ledger
	err error
}

// Of is the ledger of a mount as emit.ReadLedger reads it; nil without an error if there is none.
// The records of a file mount are in the ledger of another.
func (l *Ledgers) Of(m plan.Mount) (*emit.Ledger, error) {
	if m.Only != "" {
		return nil, nil
	}
	r, ok := l.read[m.Dir]
	if !ok {
		r.Ledger, r.err = emit.ReadLedger(m)
		if l.read == nil {
			l.read = map[string]ledgerRead{}
		}
		l.read[m.Dir] = r
	}
	return r.Ledger, r.err
}

// Forget reads all of them again: what was read before a lock does not count under it.
func (l *Ledgers) Forget() { clear(l.read) }

// Know reports whether a ledger that was read has a claim of the host.
func (l *Ledgers) Know(host string) bool {
	for _, r := range l.read {
		if r.Ledger != nil && slices.Contains(r.Hosts(), host) {
			return true
		}
	}
	return false
}
