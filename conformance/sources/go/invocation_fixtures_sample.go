// In mode sample, do invocation fixtures run around every batch, and does the row have a histogram?

package scenarios

// @@State(Scope.Thread)
type Shop struct {
}

// @@Setup(Level.Invocation)
func (shop *Shop) greet() {
	line("setup Invocation")
}

// @@TearDown(Level.Invocation)
func (shop *Shop) thank() {
	line("teardown Invocation")
}

// @@Benchmark
func sell(_ *Shop) {
	line("call sell")
}
