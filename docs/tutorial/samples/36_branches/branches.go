// The same work on the same numbers, sorted or not: a processor that predicts branches is quicker when they are regular. Data of a
// benchmark must be as irregular as the real ones.
package branches

import (
	"clamh"
	"slices"
)

// @@State(Scope.Benchmark)
type Bytes struct{ mixed, sorted []int32 }

// @@Setup
func (bytes *Bytes) make(random *clamh.Random) {
	bytes.mixed = make([]int32, 32768)
	for at := range bytes.mixed {
		bytes.mixed[at] = random.NextIntBelow(256)
	}
	bytes.sorted = slices.Clone(bytes.mixed)
	slices.Sort(bytes.sorted)
}

func large(bytes []int32, blackhole *clamh.Blackhole) int {
	count := 0
	for _, one := range bytes {
		if one >= 128 {
			clamh.Consume(blackhole, one)
			count++
		}
	}
	return count
}

// @@Benchmark
// @@OperationsPerInvocation(32768)
func largeOfMixed(bytes *Bytes, blackhole *clamh.Blackhole) int { return large(bytes.mixed, blackhole) }

// @@Benchmark
// @@OperationsPerInvocation(32768)
func largeOfSorted(bytes *Bytes, blackhole *clamh.Blackhole) int {
	return large(bytes.sorted, blackhole)
}
