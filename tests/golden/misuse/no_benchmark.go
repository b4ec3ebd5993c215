package p

// @@State(Scope.Benchmark)
type Data struct{}
