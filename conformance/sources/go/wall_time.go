// Has mode wall the lifecycle of the other modes that measure for a time?

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
func sell(_ *Shop) {
	line("call sell")
}
