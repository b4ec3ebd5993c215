// Does -foe true end the run with the first failure?

package scenarios

// @@State(Scope.Benchmark)
type Printer struct {
	// @@Param({"1", "2"})
	copies int
}

// @@Benchmark
func print(_ *Printer) {
	line("print fails")
	panic("out of paper")
}
