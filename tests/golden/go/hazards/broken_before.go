package p

var = = 3

// @@Benchmark
func f() int { return 1 }

// @@State(Scope.Thread)
type S struct { n int }
