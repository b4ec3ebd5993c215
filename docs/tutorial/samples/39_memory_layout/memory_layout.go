// The same numbers side by side in one block, or each in an object of its own that was made in another order than it is read.
package memorylayout

import "clamh"

type box struct{ number int32 }

// @@State(Scope.Thread)
type Numbers struct {
	flat  []int32
	boxed []*box
}

// @@Setup
func (numbers *Numbers) make(random *clamh.Random) {
	numbers.flat = make([]int32, 100000)
	numbers.boxed = make([]*box, 100000)
	for at := range numbers.flat {
		numbers.flat[at] = 1000000 + int32(at&1023)
		numbers.boxed[at] = &box{numbers.flat[at]}
	}
	for at := 99999; at > 0; at-- {
		other := random.NextIntBelow(int32(at + 1))
		numbers.boxed[at], numbers.boxed[other] = numbers.boxed[other], numbers.boxed[at]
	}
}

// @@Benchmark
// @@OperationsPerInvocation(100000)
func sumFlat(numbers *Numbers) int64 {
	sum := int64(0)
	for _, one := range numbers.flat {
		sum += int64(one)
	}
	return sum
}

// @@Benchmark
// @@OperationsPerInvocation(100000)
func sumBoxed(numbers *Numbers) int64 {
	sum := int64(0)
	for _, one := range numbers.boxed {
		sum += int64(one.number)
	}
	return sum
}
