package p

// @@State(Scope.Thread)
type S struct{}

// @@Check
func (s *S) sum() int { return 1 }

// @@Check
func (s *S) nothing() {}

// @@Check
func (s *S) takes(n int) int { return n }

// @@Benchmark
func f(s *S) {}
