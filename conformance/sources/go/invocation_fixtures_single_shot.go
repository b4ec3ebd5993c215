// In mode ss, do invocation fixtures run around every invocation of the batch, and not around the batch?

package scenarios

// @@State(Scope.Thread)
type Shop struct {
	guests int
}

// @@Setup(Level.Iteration)
func (shop *Shop) open() {
	line("setup Iteration")
}

// @@Setup(Level.Invocation)
func (shop *Shop) greet() {
	shop.guests++
	line("setup Invocation")
}

// @@TearDown(Level.Invocation)
func (shop *Shop) thank() {
	line("teardown Invocation")
}

// @@Benchmark
func sell(shop *Shop) {
	line("call sell guests=%d", shop.guests)
}
