package p

// @@State(Scope.Group)
type S struct{}

// @@Benchmark
// @@Group("g")
// @@GroupThreads(2)
func write(s *S) {}

// @@Benchmark
// @@Group("g")
func read(s *S) int { return 1 }
