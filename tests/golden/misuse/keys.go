package p

// @@Benchmark
func same_name() {}

// @@Benchmark
func sameName() {}

// @@Benchmark(name = "same", baseline = true)
func third() {}

// @@Benchmark(name = "SAME", baseline = true)
func fourth() {}
