// An unused result need not be computed: powerLost measures nothing. Return what was computed, as powerReturned does, and
// compare with powerNothing when in doubt. Go has no instruction for what is given to `_`.
package deadcode

import "math"

// @@State(Scope.Thread)
type Base struct{ base float64 }

func NewBase() Base { return Base{1.1} }

// @@Benchmark
func powerNothing(state *Base) {}

// @@Benchmark
func powerLost(state *Base) { _ = math.Sqrt(state.base) * state.base }

// @@Benchmark
func powerReturned(state *Base) float64 { return math.Sqrt(state.base) * state.base }
