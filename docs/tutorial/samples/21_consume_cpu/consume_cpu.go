// Time that must pass, without anything else: so many tokens of dependent arithmetic, the same in every language. A token costs about a
// nanosecond, and twice the tokens cost twice the time once there are some hundred.
package consumecpu

import "clamh"

// @@State(Scope.Thread)
type Tokens struct {
	// @@Param({"0", "1", "16", "256", "1024"})
	tokens int64
}

// @@Benchmark
func burn(state *Tokens, blackhole *clamh.Blackhole) { blackhole.ConsumeCPU(state.tokens) }
