package p

// @@Benchmark(baseline = )
func one() {}

// @@Benchmark(name = 'x')
func two() {}

//@@Benchmark baseline
func three() {}

// @@Benchmark baseline
func prose() {}

// @@Benchmark(baseline = true
func four() {}

// @@Benchmark
// @@Fork(010)
func six() {}
