// Two results: returning one loses the other (rootsHalf), adding them is work of its own (rootsAdded), and Blackhole takes each
// (rootsConsumed). A function of Go may return both: rootsReturned.
package blackholes

import (
	"clamh"
	"math"
)

// @@State(Scope.Thread)
type Roots struct{ left, right float64 }

func NewRoots() Roots { return Roots{2, 3} }

// @@Benchmark
func rootsHalf(state *Roots) float64 {
	_ = math.Sqrt(state.left)
	return math.Sqrt(state.right)
}

// @@Benchmark
func rootsAdded(state *Roots) float64 { return math.Sqrt(state.left) + math.Sqrt(state.right) }

// @@Benchmark
func rootsConsumed(state *Roots, blackhole *clamh.Blackhole) {
	clamh.Consume(blackhole, math.Sqrt(state.left))
	clamh.Consume(blackhole, math.Sqrt(state.right))
}

// @@Benchmark
func rootsReturned(state *Roots) (float64, float64) {
	return math.Sqrt(state.left), math.Sqrt(state.right)
}
