// When a member of a group fails, is its partner let go, which waits for what nobody will do any more?

package scenarios

import "clamh"

// @@State(Scope.Group)
type Printer struct {
}

// @@Setup(Level.Iteration)
func (printer *Printer) start() {
	line("setup Iteration")
}

// @@TearDown(Level.Iteration)
func (printer *Printer) stop() {
	line("teardown Iteration")
}

// @@Benchmark
// @@Group("office")
func print(_ *Printer) {
	line("call print fails")
	panic("out of paper")
}

// @@Benchmark
// @@Group("office")
func fetch(_ *Printer, control *clamh.Control) {
	for !control.StopMeasurement() {
	}
}
