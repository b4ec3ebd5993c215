// Numbers in boxes of their own, against numbers that stand in the array itself.
package autobox

const count = 1000

// @@State(Scope.Thread)
type Numbers struct {
	//@@Param({"0", "1000000", "1099511627776"})
	smallest int64
	plain    []int64
	boxes    []any
}

// @@Setup
func (numbers *Numbers) fill() {
	numbers.plain = make([]int64, count)
	numbers.boxes = make([]any, count)
	for at := range numbers.plain {
		numbers.plain[at] = numbers.smallest + int64(at*7%100)
		numbers.boxes[at] = numbers.plain[at]
	}
}

// @@Benchmark(baseline = true)
// @@OperationsPerInvocation(1000)
func sumPlain(numbers *Numbers) int64 {
	sum := int64(0)
	for _, number := range numbers.plain {
		sum += number
	}
	return sum
}

// Unboxing: a load through a reference for each number.
//
// @@Benchmark
// @@OperationsPerInvocation(1000)
func sumBoxed(numbers *Numbers) int64 {
	sum := int64(0)
	for _, box := range numbers.boxes {
		sum += box.(int64)
	}
	return sum
}

// Boxing: every number gets a new box.
//
// @@Benchmark
// @@OperationsPerInvocation(1000)
func boxAll(numbers *Numbers) int64 {
	boxes := numbers.boxes
	for at, number := range numbers.plain {
		boxes[at] = number
	}
	return boxes[0].(int64) + boxes[count-1].(int64)
}

// Both: the sum itself is in a box, a new one after each addition.
//
// @@Benchmark
// @@OperationsPerInvocation(1000)
func accumulateBoxed(numbers *Numbers) int64 {
	var sum any = int64(0)
	for _, number := range numbers.plain {
		sum = sum.(int64) + number
	}
	return sum.(int64)
}
