// Do 64 threads come to their end on however few CPUs?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
}

// @@Setup(Level.Iteration)
func (shop *Shop) open() {
	line("setup Iteration")
}

// @@TearDown(Level.Iteration)
func (shop *Shop) shut() {
	line("teardown Iteration")
}

// @@Benchmark
func sell(_ *Shop) int {
	return 1
}
