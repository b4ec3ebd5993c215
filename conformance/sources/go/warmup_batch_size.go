// Has a warmup iteration a batch size of its own?

package scenarios

// @@State(Scope.Thread)
type Shop struct {
}

// @@Setup(Level.Iteration)
func (shop *Shop) open() {
	line("setup Iteration")
}

// @@Benchmark
func sell(_ *Shop) {
	line("call sell")
}
