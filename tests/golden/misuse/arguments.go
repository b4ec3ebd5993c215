package p

// @@Benchmark(baselin = true)
func unknownArgument() {}

// @@Benchmark
// @@Measurement(iterations = 0, time = 0)
func tooSmall() {}

// @@Benchmark
// @@Warmup(iterations = "3", timeUnit = "ms")
func wrongKinds() {}

// @@Benchmark
// @@CompilerControl(CompilerControl.Mode.DONT_INLINE)
func notInGo() {}

const count = 3

// @@Benchmark
// @@OperationsPerInvocation(count)
func notLiteral() {}
