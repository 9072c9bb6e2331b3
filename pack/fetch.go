package pack

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// fetch reads files several at a time, or only sums them, so that read has them, and leaves errors to it. To
// read and sum a large pack is most of the work where little has changed.
func (t *tree) fetch(files []file, sumOnly func(file) bool) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(len(files), 2*runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(files); i = next.Add(1) - 1 {
				_, _ = t.look(files[i], sumOnly(files[i]))
			}
		})
	}
	wg.Wait()
}
