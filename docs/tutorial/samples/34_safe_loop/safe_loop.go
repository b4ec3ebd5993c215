// When the loop belongs to the work, each round's result must be used: lastOnly computes every root but one for nothing, and a compiler may
// leave those out; eachConsumed cannot.
package safeloop

import (
	"clamh"
	"math"
)

// @@State(Scope.Thread)
type Squares struct{ squares [100]float64 }

// @@Setup
func (state *Squares) fill() {
	for at := range state.squares {
		state.squares[at] = 9
	}
}

// @@Benchmark
// @@OperationsPerInvocation(100)
func lastOnly(state *Squares) float64 {
	root := 0.0
	for _, one := range &state.squares {
		root = math.Sqrt(one)
	}
	return root
}

// @@Benchmark
// @@OperationsPerInvocation(100)
func eachConsumed(state *Squares, blackhole *clamh.Blackhole) {
	for _, one := range &state.squares {
		clamh.Consume(blackhole, math.Sqrt(one))
	}
}
