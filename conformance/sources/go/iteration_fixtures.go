// Do iteration fixtures run around every iteration, warmup ones too, inside the trial fixtures?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
}

// @@Setup(Level.Trial)
func (shop *Shop) build() {
	line("setup Trial")
}

// @@Setup(Level.Iteration)
func (shop *Shop) open() {
	line("setup Iteration")
}

// @@TearDown(Level.Iteration)
func (shop *Shop) shut() {
	line("teardown Iteration")
}

// @@TearDown(Level.Trial)
func (shop *Shop) demolish() {
	line("teardown Trial")
}

// @@Benchmark
func sell(_ *Shop) {
	line("call sell")
}
