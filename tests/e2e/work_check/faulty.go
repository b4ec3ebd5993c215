package faulty

import (
	"clamh"
	"math"
)

var memo int64 = -1

// @@State(Scope.Thread)
type Numbers struct {
	items       [3]int64
	calls, sign int64
}

// @@Setup
func (numbers *Numbers) fill(random *clamh.Random) {
	for at := range numbers.items {
		numbers.items[at] = int64(random.NextIntBelow(1000))
	}
	numbers.sign = -1
}

func (numbers *Numbers) sum() int64 { return numbers.items[0] + numbers.items[1] + numbers.items[2] }

// @@Benchmark
func remembered(numbers *Numbers) int64 {
	if memo < 0 {
		memo = numbers.sum()
	}
	return memo
}

// @@Benchmark
func counted(numbers *Numbers) int64 {
	numbers.calls++
	return numbers.sum() + numbers.calls - 1
}

// @@Benchmark
func turned(numbers *Numbers) int64 {
	numbers.sign = -numbers.sign
	return numbers.sum() * numbers.sign
}

// @@Benchmark
func undefinedValue(numbers *Numbers) float64 { return math.NaN() }

// @@Benchmark
func silent(numbers *Numbers) {}

// @@Benchmark
func accumulated(numbers *Numbers) int64 {
	numbers.calls++
	return numbers.sum() + numbers.calls
}

// @@Benchmark
func always(numbers *Numbers) bool { return numbers.sum() >= 0 }

// @@Benchmark
func literal() int64 { return 42 }
