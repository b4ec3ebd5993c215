// The type of a benchmark may be the state itself: its fields are protected like those of any other.
package ownstate

// @@State(Scope.Thread)
type OwnState struct{ number float64 }

func NewOwnState() OwnState { return OwnState{2} }

// @@Benchmark
func (state *OwnState) square() float64 { return state.number * state.number }
