package p

// @@State(Scope.Thread)
type S struct{ n int }

// @@Benchmark
func f(s S, n int, _ *S, list []S) {}
