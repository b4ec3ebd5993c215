// What Go allocates and collects. Reading stops the world for some µs: only then all counts of its processors are in the sums.
package clamh

import (
	"runtime"
	"slices"
)

// In the order in which the driver names them.
var allocationNumbers = []string{"gc.allocations", "gc.alloc.rate.norm", "gc.count", "gc.time"}

var memory runtime.MemStats // not on a stack that would grow

func readAllocations(names []string, numbers []int64) bool {
	runtime.ReadMemStats(&memory)
	for at, name := range names {
		numbers[at] = [...]int64{
			int64(memory.Mallocs), int64(memory.TotalAlloc), int64(memory.NumGC), int64(memory.PauseTotalNs),
		}[slices.Index(allocationNumbers, name)]
	}
	return true
}
