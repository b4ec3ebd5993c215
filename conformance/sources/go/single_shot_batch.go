// Is the benchmark in mode ss called exactly batch size × iterations × forks times, with no warmup of its own?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
	sold int
}

// @@TearDown(Level.Iteration)
func (shop *Shop) count() {
	line("teardown Iteration sold=%d", shop.sold)
}

// @@Benchmark
func sell(shop *Shop) {
	shop.sold++
	line("call sell")
}
