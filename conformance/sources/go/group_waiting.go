// Does no group hang whose members wait for each other: producer and consumer, ping-pong, a call that lasts until it is stopped?

package scenarios

import (
	"clamh"
	"sync/atomic"
)

// A queue of one place: 0 is empty.
// @@State(Scope.Group)
type Queue struct {
	place atomic.Int32
}

// @@Setup(Level.Iteration)
func (queue *Queue) open() {
	line("setup Iteration Queue")
}

// @@TearDown(Level.Iteration)
func (queue *Queue) shut() {
	line("teardown Iteration Queue")
}

// @@State(Scope.Group)
type Table struct {
	left atomic.Int32
}

// @@Setup(Level.Iteration)
func (table *Table) open() {
	line("setup Iteration Table")
}

// @@TearDown(Level.Iteration)
func (table *Table) shut() {
	line("teardown Iteration Table")
}

// From one value to the other, once it is there; not any more when the measurement is over.
func swap(place *atomic.Int32, from, to int32, control *clamh.Control) {
	for !control.StopMeasurement() && !place.CompareAndSwap(from, to) {
	}
}

// @@Benchmark
// @@Group("queue")
// @@GroupThreads(2)
func put(queue *Queue, control *clamh.Control) {
	swap(&queue.place, 0, 1, control)
}

// @@Benchmark
// @@Group("queue")
func take(queue *Queue, control *clamh.Control) {
	swap(&queue.place, 1, 0, control)
}

// @@Benchmark
// @@Group("table")
func ping(table *Table, control *clamh.Control) {
	swap(&table.left, 0, 1, control)
}

// @@Benchmark
// @@Group("table")
func pong(table *Table, control *clamh.Control) {
	swap(&table.left, 1, 0, control)
}

// Its first invocation lasts until the other member's time is over.
// @@Benchmark
// @@Group("watch")
func guard(control *clamh.Control) {
	for !control.StopMeasurement() {
	}
}

// @@Benchmark
// @@Group("watch")
func work() int {
	return 1
}
