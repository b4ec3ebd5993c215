package p

// @@Benchmark
func f(s *S) int {
	return s.n
}

// @@State(Scope.Thread)
type S struct {
	// @@Param({"1"})
	n int
}
