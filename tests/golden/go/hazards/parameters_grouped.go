package p

// @@State(Scope.Thread)
type S struct{}

// @@Benchmark
func f(a, b *S) (x, y int, err error) { return }

// @@Benchmark
func g(*S) {}
