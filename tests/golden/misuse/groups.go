package p

// @@State(Scope.Group)
type Shared struct{ value int }

// @@Benchmark
func outside(s *Shared) {}

// @@Benchmark
// @@Group("taken")
func put_one(s *Shared) {}

// @@Benchmark
// @@Group("taken")
func putOne(s *Shared) {}

// @@Benchmark
func taken() {}

// @@Benchmark
// @@GroupThreads(3)
func lonely() {}
