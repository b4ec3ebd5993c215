package p

// @@Benchmark
// @@Measurement(iterations = 3,
//   time = 50,
//   timeUnit = TimeUnit.MILLISECONDS)
func f() {}
