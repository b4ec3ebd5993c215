// What CLAMH measures with one thread and with two.
package threads

import (
	"sync/atomic"
	"time"

	"clamh"
)

// @@State(Scope.Thread)
type Own struct{ count int64 }

// @@State(Scope.Benchmark)
type Shared struct{ count atomic.Int64 }

// @@State(Scope.Thread)
type Late struct {
	// @@Param({"0", "1"})
	from  int
	count int64
}

// @@Setup(Level.Iteration)
func (late *Late) oversleep(thread *clamh.ThreadParams) {
	if thread.GetThreadIndex() >= late.from {
		time.Sleep(100 * time.Millisecond)
	}
}

// @@Benchmark
func empty() {}

// @@Benchmark
func own(state *Own) int64 {
	state.count++
	return state.count
}

// @@Benchmark
func shared(state *Shared) int64 { return state.count.Add(1) }

// @@Benchmark
func late(state *Late) int64 {
	state.count++
	return state.count
}
