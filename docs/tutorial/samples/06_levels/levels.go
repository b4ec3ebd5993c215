// A fixture of the iteration runs around each one, warmup iterations too. The count begins anew each time, so that
// teardown can say whether the benchmark was called in this iteration.
package levels

import "errors"

// @@State(Scope.Thread)
type Calls struct{ calls int }

// @@Setup(Level.Iteration)
func (state *Calls) begin() { state.calls = 0 }

// @@Teardown(Level.Iteration)
func (state *Calls) end() error {
	if state.calls == 0 {
		return errors.New("an iteration without a call")
	}
	return nil
}

// @@Benchmark
func countCalls(state *Calls) int { state.calls++; return state.calls }
