package p

import "time"

// @@State(Scope.Thread)
type S struct {
	// @@Param({"1"})
	a int8
	// @@Param({"1"})
	b *int
	// @@Param({"1"})
	c []byte
	// @@Param({"1"})
	d func()
	// @@Param({"1"})
	e time.Duration
	// @@Param({"1"})
	f [3]int
	// @@Param({"x"})
	g rune
	// @@Param({"1"})
	Embedded
	// @@Param({"1"})
	_ int
	// @@Param({"1"})
	h float64
}

type Embedded struct{}

// @@Benchmark
func f(s *S) {}
