package emit

import (
	"runtime"
	"sync"
)

// workers is how many files are read or written at once.
func workers() int { return min(max(2*runtime.GOMAXPROCS(0), 2), 16) }

// parallel calls do for every index below n.
func parallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(workers(), n) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
