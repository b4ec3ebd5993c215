package p

type (
	// @@State(Scope.Thread)
	A struct{ n int }

	// @@State(Scope.Benchmark)
	B struct {
		// @@Param({"1"})
		m int
	}
)

// @@Benchmark
func f(a *A, b *B) {}
