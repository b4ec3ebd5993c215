// When a member of a group fails, is its partner let go, which waits for what nobody will do any more?

package scenarios

import (
	"clamh"
	"sync/atomic"
)

// @@State(Scope.Group)
type Printer struct {
	awaited atomic.Bool
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
func print(printer *Printer) {
	for !printer.awaited.Load() {
	}
	line("call print fails")
	panic("out of paper")
}

// @@Benchmark
// @@Group("office")
func fetch(printer *Printer, control *clamh.Control) {
	printer.awaited.Store(true)
	for !control.StopMeasurement() {
	}
}
