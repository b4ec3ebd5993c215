package p

// @@State(Scope.Thread)
type Base struct {
	// @@Param({"1"})
	n int
}

// @@Setup
func (b *Base) fill() {}

// @@Benchmark
func (b *Base) work() int { return b.n }

// @@State(Scope.Thread)
type Heir struct {
	Base
	m int
}

type ByPointer struct{ *Base }

// @@Benchmark
func f(h *Heir) {}
