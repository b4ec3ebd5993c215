// A benchmark that never comes back: the driver ends it after its timeout, and the row says so.

package scenarios

import "time"

// @@State(Scope.Benchmark)
type Road struct {
	iteration int
}

// @@Setup(Level.Iteration)
func (road *Road) enter() {
	road.iteration = road.iteration + 1
	line("setup Iteration")
}

// @@Benchmark
func drive(road *Road) {
	if road.iteration == 2 {
		line("drive fails")
		for {
			time.Sleep(time.Millisecond) // as long as it likes, but not on a CPU that others need
		}
	}
	line("call drive")
}
