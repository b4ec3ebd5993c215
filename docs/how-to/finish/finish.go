// Adds n values to a list and sorts it once behind the last of them. The sort is inside the time.
package finish

import (
	"clamh"
	"slices"
)

// @@State(Scope.Thread)
type List struct {
	// @@Param({"100", "10000"})
	n      int
	values []int
}

// @@Benchmark
func addThenSort(list *List, operations *clamh.Operations) int {
	list.values = list.values[:0]
	for at := range list.n {
		list.values = append(list.values, at*40503%65536)
	}
	slices.Sort(list.values)
	operations.Add(int64(list.n))
	return list.values[list.n/2]
}
