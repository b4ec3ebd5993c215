// Do counters of type OPERATIONS stand in every iteration of a mode that measures for a time, with what was counted
// there?

package scenarios

// @@State(Scope.Thread)
// @@AuxCounters
type Till struct {
	Coins int64
}

// @@Setup(Level.Iteration)
func (till *Till) open() {
	line("setup Iteration")
}

// @@Benchmark
func sell(till *Till) {
	till.Coins += 2
	line("call sell")
}
