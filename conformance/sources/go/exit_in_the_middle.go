// A benchmark ends its process with code 3: the row says so, and the run goes on with the next case.

package scenarios

import "os"

// @@State(Scope.Benchmark)
type Party struct {
	iteration int
}

// @@Setup(Level.Trial)
func (party *Party) invite() {
	line("setup Trial")
}

// @@Setup(Level.Iteration)
func (party *Party) greet() {
	party.iteration++
	line("setup Iteration")
}

// @@TearDown(Level.Iteration)
func (party *Party) tidy() {
	line("teardown Iteration")
}

// @@TearDown(Level.Trial)
func (party *Party) clean() {
	line("teardown Trial")
}

// @@Benchmark
func dance(party *Party) {
	if party.iteration == 2 {
		line("dance fails")
		os.Exit(3)
	}
	line("call dance")
}

// @@Benchmark
func leave(_ *Party) {
	line("call leave")
}
