// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination.
// Reports call each row by its `name`; `-p name=dense` selects one. Without that column they show the values.
package paramrows

// @@State(Scope.Thread)
// @@ParamRows({"name, bytes, step", "dense, 1024, 1", "sparse, 65536, 64", "pages, 1048576, 4096"})
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
