package p

// @@State(Scope.Benchmark)
type A struct{ a int }

type B struct{ A }

type C struct {
	B
}

// @@Setup
func (a *A) make() {}

// @@Benchmark
func f(c *C) int { return c.a }
