// Is a warmup fork a whole fork that runs before the others, and whose results are not counted?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
}

// @@Setup
func (shop *Shop) open() {
	line("setup")
}

// @@TearDown
func (shop *Shop) shut() {
	line("teardown")
}

// @@Benchmark
func sell(_ *Shop) {
	line("call sell")
}
