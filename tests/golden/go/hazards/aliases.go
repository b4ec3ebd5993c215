package p

type Real struct{ n int }

// @@State(Scope.Thread)
type Other = Real

// @@State(Scope.Thread)
type Own Real

// @@Benchmark
func f(o *Own) {}
