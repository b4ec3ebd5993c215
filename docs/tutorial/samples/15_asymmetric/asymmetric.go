// A group: its functions run at the same time, each on threads of its own, on one object. Two threads add to a counter and
// one reads it; the first score is that of all three, the two below it are those of the functions.
package asymmetric

import "sync/atomic"

// @@State(Scope.Group)
type Counter struct{ value atomic.Int64 }

// @@Benchmark
// @@Group("counter")
// @@GroupThreads(2)
func increment(counter *Counter) int64 { return counter.value.Add(1) }

// @@Benchmark
// @@Group("counter")
func get(counter *Counter) int64 { return counter.value.Load() }
