// A loop of one's own around the work does not show its cost: the compiler unrolls and merges its rounds, so that "per operation"
// shrinks with the number of rounds. Let CLAMH do the looping (addOnce); addInLoop pretends that 1,000 rounds are 1,000 operations.
package ownloop

// @@State(Scope.Thread)
type Sides struct{ left, right int }

func NewSides() Sides { return Sides{1, 2} }

// @@Benchmark
func addOnce(state *Sides) int { return state.left + state.right }

// @@Benchmark
// @@OperationsPerInvocation(1000)
func addInLoop(state *Sides) int {
	sum := 0
	for round := 0; round < 1000; round++ {
		sum += state.left + state.right
	}
	return sum
}
