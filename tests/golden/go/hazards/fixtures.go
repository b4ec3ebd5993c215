package p

// @@State(Scope.Benchmark)
type S struct{}

// @@State(Scope.Thread)
type T struct{}

// @@Setup
func (s *S) a() {}

// @@Setup(Level.Iteration)
func (t *T) b(s *S) error { return nil }

// @@Teardown(Level.Invocation)
func c(t *T) {}

// @@Setup(benchmarks = "one")
func d() {}

// @@Benchmark
func one(t *T) {}

// @@Benchmark
func two(s *S) {}
