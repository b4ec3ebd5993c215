package p

// @@Benchmark(baseline = Baseline.BOUND)
func bound() {}

// @@Benchmark(baseline = Baseline.BOUND)
func otherBound() {}

// @@Benchmark(baseline = Baseline.UPPER)
func unknown() {}
