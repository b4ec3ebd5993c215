// Factorials, computed recursively and iteratively: the first suite of the CLAMH guide.
//
// The product is a double, so that every language computes the same bits (integers overflow at 21!).
package factorial

// @@State(Scope.Benchmark)
type InputValue struct {
	//@@Param({"25", "30"})
	number int64
}

// @@Benchmark
// @@BenchmarkMode(Mode.AverageTime)
// @@OutputTimeUnit(TimeUnit.NANOSECONDS)
func factorialRecursive(input *InputValue) float64 { return recursive(input.number) }

// @@Benchmark
// @@BenchmarkMode(Mode.AverageTime)
// @@OutputTimeUnit(TimeUnit.NANOSECONDS)
func factorialIterative(input *InputValue) float64 {
	product := 1.0
	for factor := input.number; factor > 1; factor-- {
		product *= float64(factor)
	}
	return product
}

func recursive(number int64) float64 {
	if number > 1 {
		return float64(number) * recursive(number-1)
	}
	return 1
}
