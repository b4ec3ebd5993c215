// When a signal ends the process, does the row say which, and does the run go on?

package scenarios

import "syscall"

// @@State(Scope.Benchmark)
type Party struct {
	iteration int
}

// @@Setup(Level.Iteration)
func (party *Party) greet() {
	party.iteration++
	line("setup Iteration")
}

// @@Benchmark
func dance(party *Party) {
	if party.iteration == 2 {
		line("dance fails")
		syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
	}
	line("call dance")
}

// @@Benchmark
func leave(_ *Party) {
	line("call leave")
}
