// Are arrays of Memory zeroed, of the size of a param, apart from each other, and kept from iteration to iteration?

package scenarios

import "clamh"

// @@State(Scope.Thread)
type Store struct {
	// @@Param("1000")
	size   int
	grains []int32
	oils   []float64
}

// @@Setup
func (store *Store) fill(memory *clamh.Memory) {
	store.grains = clamh.Array[int32](memory, store.size)
	store.oils = clamh.Array[float64](memory, store.size)
	line("setup sum=%d", store.sum())
}

func (store *Store) sum() int {
	all := 0.0
	for at := 0; at < store.size; at++ {
		all += float64(store.grains[at]) + store.oils[at]
	}
	return int(all)
}

// @@Benchmark
func add(store *Store) {
	for at := 0; at < store.size; at++ {
		store.grains[at] += 1
		store.oils[at] += 2
	}
	line("call sum=%d", store.sum())
}
