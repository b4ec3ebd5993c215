// Sorting changes its input, so each invocation needs a fresh one: Level.Invocation copies it un-timed. The clock is read around
// every call then; this is for work that takes milliseconds. For less, do it as sortOfCopy does, and measure the copy too.
package invocation

import "slices"

// @@State(Scope.Thread)
type Unsorted struct{ original []int32 }

// @@Setup
func (unsorted *Unsorted) make() {
	unsorted.original = make([]int32, 50000)
	value := uint32(1)
	for at := range unsorted.original {
		value = value*1664525 + 1013904223
		unsorted.original[at] = int32(value >> 1)
	}
}

// @@State(Scope.Thread)
type Fresh struct{ numbers []int32 }

// @@Setup(Level.Invocation)
func (fresh *Fresh) copy(unsorted *Unsorted) { fresh.numbers = slices.Clone(unsorted.original) }

// @@Benchmark
func sortFresh(fresh *Fresh) int32 {
	slices.Sort(fresh.numbers)
	return fresh.numbers[0]
}

// @@Benchmark
func sortOfCopy(unsorted *Unsorted) int32 {
	numbers := slices.Clone(unsorted.original)
	slices.Sort(numbers)
	return numbers[0]
}
