package p

// @@Benchmark
func generic[T any](value T) T { return value }

// @@State(Scope.Thread)
type Pair[A, B any] struct { a A; b B }

// @@Benchmark
func (p *Pair[A, B]) swap() {}

// @@State(Scope.Thread)
type Ints struct{ Pair[int, int] }

// @@Benchmark
func ok(i *Ints) (Pair[int, string], []Pair[int, int]) { panic(1) }
