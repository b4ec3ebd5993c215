// Every combination of param values is a case of its own. `-p count=7` on the command line replaces the values of `count`.
package params

// @@State(Scope.Benchmark)
type Power struct {
	// @@Param({"2", "3"})
	base int

	// @@Param({"1", "8", "64"})
	count int
}

// @@Benchmark
func power(state *Power) int {
	result := 1
	for at := 0; at < state.count; at++ {
		result = result * state.base % 1000003
	}
	return result
}
