// What test_protocol.py asks several threads.

package teams

import "clamh"

// @@State(Scope.Thread)
type Own struct{ calls int }

// @@State(Scope.Group)
type Shelf struct{ height int }

// @@Benchmark
// @@Group("shelf")
// @@GroupThreads(2)
func take_one(own *Own, _ *Shelf, random *clamh.Random) int64 {
	own.calls++
	return random.NextLong()
}

// @@Benchmark
// @@Group("shelf")
func give(_ *Shelf, random *clamh.Random, control *clamh.Control) int64 {
	if control.StopMeasurement() {
		return 0
	}
	return random.NextLong()
}

// @@Benchmark
func count(own *Own) int {
	own.calls++
	return own.calls
}

// @@Benchmark
func fails(params *clamh.ThreadParams) {
	if params.GetThreadIndex() == 1 {
		panic("the second of us")
	}
}
