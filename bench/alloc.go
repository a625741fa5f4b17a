package bench

import "runtime"

// Allocs is what a function allocates on the heap each time it runs.
type Allocs struct {
	Objects uint64
	Bytes   uint64
}

// Allocated runs f once to warm it and then n times, and returns the mean of
// its allocations. Nothing else may run at the time.
func Allocated(n int, f func()) Allocs {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range n {
		f()
	}
	runtime.ReadMemStats(&after)
	return Allocs{
		Objects: (after.Mallocs - before.Mallocs) / uint64(n),
		Bytes:   (after.TotalAlloc - before.TotalAlloc) / uint64(n),
	}
}
