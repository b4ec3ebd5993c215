// Does -gc true change nothing but what it collects: the same iterations, the same calls, the same objects?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
	shelf string
}

// @@Setup
func (shop *Shop) fill() {
	shop.shelf = "bread milk"
	line("setup Trial")
}

// @@Setup(Level.Iteration)
func (shop *Shop) sweep() {
	line("setup Iteration")
}

// @@Benchmark
func sell(shop *Shop) {
	line("call sell %s", shop.shelf)
}
