package p

// @@State(Scope.Benchmark)
type First struct{}

// @@Setup
func (f *First) setup(second *Second) {}

// @@State(Scope.Benchmark)
type Second struct{}

// @@Teardown(Level.Iteration)
func (s *Second) teardown(first *First) {}

// @@Benchmark
func one(first *First) {}
