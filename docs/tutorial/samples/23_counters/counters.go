// Numbers beside the score. OPERATIONS are reported as a rate, like the score itself (here: bytes per time); EVENTS are counted as they are.
// A counter's name begins with a capital: what other packages do not see is none.
package counters

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.OPERATIONS)
type Traffic struct{ Bytes int64 }

// @@State(Scope.Thread)
// @@AuxCounters(AuxCounters.Type.EVENTS)
type Parity struct{ Even, Odd int64 }

// @@State(Scope.Thread)
type Steps struct{ value uint32 }

func NewSteps() Steps { return Steps{1} }

// @@Benchmark
// @@BenchmarkMode(Mode.Throughput)
func step(steps *Steps, traffic *Traffic, parity *Parity) uint32 {
	steps.value = steps.value*1664525 + 1013904223
	traffic.Bytes += 4
	if steps.value>>16&1 != 0 {
		parity.Odd++
	} else {
		parity.Even++
	}
	return steps.value
}
