// A fixture at each invocation of something short: the clock is read around every call, and what it costs, and what it disturbs, is many
// times the work. CLAMH takes the cost of the clock off and warns; touchOften is the same work measured as it should be.
package invocationcost

// @@State(Scope.Thread)
type Touched struct{ value int32 }

// @@State(Scope.Thread)
type Reset struct{ value int32 }

// @@Setup(Level.Invocation)
func (reset *Reset) reset() { reset.value = 0 }

// @@Benchmark
func touchOften(touched *Touched) int32 { touched.value++; return touched.value }

// @@Benchmark
func touchAfterReset(reset *Reset) int32 { reset.value++; return reset.value }
