// Fixtures may take a Blackhole too: what setup computes to warm a cache is not left out because it is unused.
package fixtureblackhole

import "clamh"

// @@State(Scope.Thread)
type Table struct{ table []int32 }

// @@Setup
func (state *Table) fill() {
	state.table = make([]int32, 4096)
	for at := range state.table {
		state.table[at] = 1
	}
}

// @@Setup(Level.Iteration)
func (state *Table) touch(blackhole *clamh.Blackhole) {
	sum := int32(0)
	for _, one := range state.table {
		sum += one
	}
	clamh.Consume(blackhole, sum)
}

// @@Benchmark
func readTable(state *Table) int32 { return state.table[2048] }
