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

type Sized[T any] struct {
	// @@Param({"1"})
	size  int
	items []T
}

// @@State(Scope.Thread)
type Words struct{ Sized[string] }

// @@Benchmark
func words(w *Words) int { return len(w.items) }
