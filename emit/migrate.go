package emit

import "fmt"

// migrations lead from a schema of the ledger to the next one.
var migrations = map[int]func(*Ledger){
	// Sources did not say at which line of a file theirs are; they do once the pack is
	// installed again.
	1: func(*Ledger) {},
}

// migrate brings a ledger to the schema of this program.
func (l *Ledger) migrate() error {
	for ; l.Schema < ledgerSchema; l.Schema++ {
		step, ok := migrations[l.Schema]
		if !ok {
			return fmt.Errorf("schema %d is none that there was; this gsd-install knows 1 to %d", l.Schema, ledgerSchema)
		}
		step(l)
	}
	return nil
}
