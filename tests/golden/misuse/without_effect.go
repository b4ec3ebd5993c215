package p

// @@Warmup(iterations = 3)
func helper() {}

// @@Setup
// @@Fork(2)
func setup() {}

// @@Benchmark
func one() { helper() }
