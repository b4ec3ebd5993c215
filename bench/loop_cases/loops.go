// Each benchmark, and beside it one that calls the same loop written by hand, so that one process can time both in turn.
package loops

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

// How often a loop written by hand goes round in one call.
//
// @@State(Scope.Benchmark)
type Passes struct {
	// @@Param({"1"})
	passes uint64
}

func recursive(number int) float64 {
	if number > 1 {
		return float64(number) * recursive(number-1)
	}
	return 1
}

// Inlined nowhere: Go does not align loops, and one that lies across two lines of the cache can take 24 ns for 14. So both sides
// run the same one.
//
//go:noinline
func iterative(number int) float64 {
	product := 1.0
	for factor := number; factor > 1; factor-- {
		product *= float64(factor)
	}
	return product
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
func handEmpty(hand *Passes) { handEmptyLoop(hand.passes) }

// @@Benchmark
func handAddPlain(hand *Passes, state *Plain) { handPlain(state, hand.passes) }

// @@Benchmark
func handFactorialRecursive(hand *Passes, state *Number) { handRecursive(state, hand.passes) }

// @@Benchmark
func handFactorialIterative(hand *Passes, state *Number) { handIterative(state, hand.passes) }
