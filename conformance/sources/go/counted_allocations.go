// Are allocations counted around what is timed, and not around iteration fixtures?

package scenarios

// @@State(Scope.Thread)
type Maker struct {
	kept []byte
}

func (maker *Maker) make(blocks int) {
	for ; blocks > 0; blocks-- {
		maker.kept = make([]byte, 1024)
	}
}

// @@Setup(Level.Iteration)
func (maker *Maker) Begin() {
	line("setup Iteration")
	maker.make(30000)
}

// @@TearDown(Level.Iteration)
func (maker *Maker) End() {
	maker.make(30000)
	line("teardown Iteration")
}

// @@Benchmark
func allocate(maker *Maker) int {
	maker.make(300)
	return len(maker.kept)
}
