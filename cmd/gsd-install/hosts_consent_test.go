package main

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/gsd-install/gsd-install/added"
)

// Who adds a host while another run removes the last one, and the folder with it, locks the folder
// that is there.
func TestLockRecordTakenAway(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "settings")
	var holders, most int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			a := &app{record: added.Record{Dir: dir, Shown: dir}}
			for range 25 {
				_, unlock, err := a.lockRecord(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				holders++
				most = max(most, holders)
				mu.Unlock()
				mu.Lock()
				holders--
				mu.Unlock()
				if err := os.Remove(dir); err != nil {
					t.Error(err)
				}
				unlock()
			}
		})
	}
	all.Wait()
	if most != 1 {
		t.Errorf("%d held it at once", most)
	}
}
