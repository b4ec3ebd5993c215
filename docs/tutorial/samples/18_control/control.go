// Ping-pong: each of two threads waits for what the other does. Without Control, who is still waiting when the iteration
// ends would wait for ever: from StopMeasurement on nobody answers any more.
package control

import (
	"clamh"
	"sync/atomic"
)

// @@State(Scope.Group)
type Table struct{ left atomic.Bool }

// @@Benchmark
// @@Group("pingpong")
func ping(control *clamh.Control, table *Table) {
	for !control.StopMeasurement() && !table.left.CompareAndSwap(false, true) {
	}
}

// @@Benchmark
// @@Group("pingpong")
func pong(control *clamh.Control, table *Table) {
	for !control.StopMeasurement() && !table.left.CompareAndSwap(true, false) {
	}
}
