package factorial

// @@State(Scope.Benchmark)
type Input struct {
	// @@Param({"25", "30"})
	number int
}

// @@Benchmark
func factorial(input *Input) float64 {
	product := 1.0
	for n := input.number; n > 1; n-- {
		product *= float64(n)
	}
	return product
}
