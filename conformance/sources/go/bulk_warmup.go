// With -wm BULK, does every fork first warm up all benchmarks, each with a trial of its own, and then only measure its
// own?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
}

// @@Setup(Level.Trial)
func (shop *Shop) open() {
	line("setup Trial")
}

// @@Setup(Level.Iteration)
func (shop *Shop) sweep() {
	line("setup Iteration")
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
