package p

// @@Benchmark
func plain() int { return 1 }

//@@Benchmark
func nothing() {}

// @@Benchmark
func (s *S) method() (a, b int) { return 1, 2 }

// @@Benchmark
func (S) byValue() float64 { return 1 }

// @@Benchmark
func fails() (int, error) { return 1, nil }

// @@Benchmark
func only() error { return nil }

// @@Benchmark
func function() func(int) int { return nil }

// @@Benchmark
func variadic(rest ...int) map[string][]int { return nil }

type S struct{}
