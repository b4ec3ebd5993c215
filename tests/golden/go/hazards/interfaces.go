package p

// @@State(Scope.Thread)
type Shape interface {
	// @@Benchmark
	Area() float64
}

// @@Benchmark
func f(s *Shape) {}
