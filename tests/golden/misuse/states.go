package p

type Plain struct{}

// @@State
type NoScope struct{}

// @@State(Scope.Thread)
type Mine struct{}

// @@State(Scope.Thread)
type Any interface{}

// @@State(Scope.Thread)
type Named = Plain

// @@State(Scope.Thread)
type Of[T any] struct{ value T }

// @@Benchmark
func takesPlain(plain *Plain, mine *Mine) {}

// @@Benchmark
func takesNumber(n int) {}

// @@Benchmark
func takesUnknown(hole *Blackhole, data []int, other *Elsewhere) {}

// @@Benchmark
func takesCopy(mine Mine, hole Blackhole) {}

// @@Benchmark
func madeOf[T any](mine *Mine) {}

// @@Benchmark
func (o *Of[T]) method() {}

// @@Benchmark
func init() {}
