// Do invocation fixtures run around every single invocation, inside those of iteration and trial?

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

// @@Setup(Level.Invocation)
func (shop *Shop) greet() {
	line("setup Invocation")
}

// @@TearDown(Level.Invocation)
func (shop *Shop) thank() {
	line("teardown Invocation")
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
