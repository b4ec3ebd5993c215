// Does Control say in the measured calls that the measurement has begun and is not over, in every iteration anew?

package scenarios

import "clamh"

// @@State(Scope.Thread)
type Shop struct {
}

// @@TearDown(Level.Iteration)
func (shop *Shop) shut() {
	line("teardown Iteration")
}

// @@Benchmark
func sell(_ *Shop, control *clamh.Control) {
	line("call sell %t %t", control.StartMeasurement(), control.StopMeasurement())
}
