package p

// @@Benchmark
func f() {}