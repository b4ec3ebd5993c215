// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination. `units` prints 65536 as 64k.
package paramrows

// @@State(Scope.Thread)
// @@ParamRows({"bytes, step", "1024, 1", "65536, 64", "1048576, 4096"})
type Walk struct {
	// @@Param(units = 1024)
	bytes int

	// @@Param
	step int

	memory []int8
}

// @@Setup
func (state *Walk) make() {
	state.memory = make([]int8, state.bytes)
	for at := range state.memory {
		state.memory[at] = 1
	}
}

// @@Benchmark
func walk(state *Walk) int {
	sum := 0
	for at := 0; at < state.bytes; at += state.step {
		sum += int(state.memory[at])
	}
	return sum
}
