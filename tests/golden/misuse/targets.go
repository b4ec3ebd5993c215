package p

// @@Benchmark
type NotAFunction struct{}

// @@State(Scope.Benchmark)
func notAType() {}

// @@State(Scope.Benchmark)
type Data struct {
	// @@Setup
	notAMethod int
	// @@Warmup(iterations = 1)
	norASetting int
}

// @@Param({"1"})
type Colour int

const Red Colour = 1

// @@Benchmark
// @@Benchmark
func twice(data *Data) {}

// @@Benchmark
