// What CLAMH and testing.B.Loop both measure; the peer's package has this file too.
package work

import "strings"

// @@State(Scope.Benchmark)
type Plain struct {
	// @@Param({"3"})
	left int
	// @@Param({"4"})
	right int
}

// @@State(Scope.Benchmark)
type Number struct {
	// @@Param({"25"})
	number int
}

// @@Benchmark
func empty() {}

// @@Benchmark
func addPlain(state *Plain) int { return state.left + state.right }

// @@Benchmark
func factorialRecursive(state *Number) float64 { return recursive(state.number) }

// @@Benchmark
func factorialIterative(state *Number) float64 { return iterative(state.number) }

// @@Benchmark
func text(state *Plain) string { return strings.Repeat("x", 22+state.left) }

// @@Benchmark
func object(state *Plain) *Plain { return &Plain{state.right, state.left} }

func recursive(number int) float64 {
	if number > 1 {
		return float64(number) * recursive(number-1)
	}
	return 1
}

// Inlined nowhere: Go does not align loops, but functions, so that its loop lies within one line of the cache in both programs.
//
//go:noinline
func iterative(number int) float64 {
	product := 1.0
	for factor := number; factor > 1; factor-- {
		product *= float64(factor)
	}
	return product
}
