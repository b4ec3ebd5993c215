// What test_threads.py talks to; built with the race detector, so that nothing here may race by itself.

package n

import (
	"clamh"
	"runtime"
	"sync/atomic"
	"time"
	_ "unsafe" // for go:linkname
)

// A clock of which a test knows everything: each thread counts its own readings, a millisecond each, and a setup may move all.
var moved atomic.Int64

//go:linkname theClock clamh.theClock
var theClock struct {
	name string
	now  func(readings *int64) int64
}

func useKnownClock() {
	theClock.now = func(readings *int64) int64 {
		*readings++
		return *readings*1_000_000 + moved.Load()
	}
}

// @@State(Scope.Benchmark)
type Hall struct{ setups, users atomic.Int64 }

// @@Setup
func (hall *Hall) open() { useKnownClock() }

// @@Setup(Level.Iteration)
func (hall *Hall) once() { hall.setups.Add(1) }

// @@Setup(Level.Invocation)
func (hall *Hall) again() {}

// @@State(Scope.Benchmark)
type Wall struct{ count atomic.Int64 }

// @@Setup
func (wall *Wall) open() { useKnownClock() }

// @@State(Scope.Thread)
type Guest struct {
	// @@Param("false")
	late  bool
	calls int
	wide  [200]byte
}

// 100 ms by that clock, and long enough by the system's for others to run ahead.
//
// @@Setup(Level.Iteration)
func (guest *Guest) come(_ *Wall, params *clamh.ThreadParams) {
	if guest.late && params.GetThreadIndex() == 1 {
		time.Sleep(20 * time.Millisecond)
		moved.Add(100_000_000)
	}
}

// @@State(Scope.Group)
type Table struct{ turn atomic.Int64 }

// @@State(Scope.Thread)
// @@AuxCounters
type Counted struct{ Calls int64 }

// How many threads can run Go code at once.
func (*Counted) Procs() int64 { return int64(runtime.GOMAXPROCS(0)) }

// @@Benchmark
func meets(wall *Wall, guest *Guest, counted *Counted) int64 {
	guest.calls++
	counted.Calls++
	return wall.count.Add(1)
}

// @@Benchmark
func around(hall *Hall, guest *Guest) {
	if guest.late {
		hall.users.Add(1)
	}
}

// @@Benchmark
// @@Group("pair")
func serve(table *Table, _ *Guest, counted *Counted, control *clamh.Control) {
	counted.Calls++
	for !control.StopMeasurement() && !table.turn.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
}

// @@Benchmark
// @@Group("pair")
func back(table *Table, _ *Guest, control *clamh.Control) {
	for !control.StopMeasurement() && !table.turn.CompareAndSwap(1, 0) {
		runtime.Gosched()
	}
}

// The same by people who do not look at Control.
//
// @@Benchmark
// @@Group("deaf")
// @@GroupThreads(2)
func give(table *Table, _ *Wall) {
	for !table.turn.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
}

// @@Benchmark
// @@Group("deaf")
func take(table *Table, _ *Wall, blackhole *clamh.Blackhole) int {
	for !table.turn.CompareAndSwap(1, 0) {
		runtime.Gosched()
	}
	clamh.Consume(blackhole, "t")
	return 7
}

// A shot that lasts until it is stopped, and one that is only slower than its partner's.
//
// @@Benchmark
// @@Group("watch")
func guard(control *clamh.Control, counted *Counted) {
	counted.Calls++
	for !control.StopMeasurement() {
		runtime.Gosched()
	}
}

// @@Benchmark
// @@Group("watch")
func slow(_ *Table, control *clamh.Control) {
	for nap := 0; nap < 5 && !control.StopMeasurement(); nap++ {
		time.Sleep(2 * time.Millisecond)
	}
}

// @@Benchmark
// @@Group("watch")
func work(_ *Wall) {}

var waiting atomic.Bool // one that was released before its first call would come back

// @@Benchmark
// @@Group("stuck")
func breaks() {
	for !waiting.Load() {
		runtime.Gosched()
	}
	panic("out of paper")
}

// @@Benchmark
// @@Group("stuck")
func waits(table *Table) {
	waiting.Store(true)
	for table.turn.Load() == 0 {
		runtime.Gosched()
	}
}
