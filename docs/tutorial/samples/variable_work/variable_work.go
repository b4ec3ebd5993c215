// Each call does as much as it finds: the search says how many numbers it looked at, and the score is per number looked at, not per call.
package variablework

import "clamh"

// @@State(Scope.Thread)
type Haystack struct {
	numbers [4096]int32
	next    uint32
}

func NewHaystack() Haystack { return Haystack{next: 1} }

// @@Benchmark
func lookFor(hay *Haystack, operations *clamh.Operations) int {
	hay.next = hay.next*1664525 + 1013904223
	wanted := hay.next >> 20
	hay.numbers[wanted] = 1
	at := 0
	for hay.numbers[at] == 0 {
		at++
	}
	hay.numbers[at] = 0
	operations.Add(int64(at + 1))
	return at
}
