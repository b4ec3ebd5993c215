// With -wm BULK_INDI, does a fork warm up all benchmarks and then also its own, in the trial that measures?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
}

// @@Setup(Level.Trial)
func (shop *Shop) open() {
	line("setup Trial")
}

// @@TearDown(Level.Iteration)
func (shop *Shop) sweep() {
	line("teardown Iteration")
}

// @@TearDown(Level.Trial)
func (shop *Shop) shut() {
	line("teardown Trial")
}

// @@Benchmark
func buy(_ *Shop) {
	line("call buy")
}

// @@Benchmark
func sell(_ *Shop) {
	line("call sell")
}
