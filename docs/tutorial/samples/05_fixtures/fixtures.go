// Setup and Teardown run un-timed. Those of the trial run once per process, when the params have their values; a teardown
// that returns an error fails the row.
package fixtures

import "errors"

// @@State(Scope.Benchmark)
type Numbers struct {
	numbers []int
	sum     int
}

// @@Setup
func (state *Numbers) fill() {
	state.numbers = make([]int, 1000)
	for at := range state.numbers {
		state.numbers[at] = at
	}
}

// @@Teardown
func (state *Numbers) check() error {
	if state.sum != 499500 {
		return errors.New("the sum of 0 to 999 is 499500")
	}
	return nil
}

// @@Benchmark
func sumOfNumbers(state *Numbers) int {
	sum := 0
	for _, one := range state.numbers {
		sum += one
	}
	state.sum = sum
	return sum
}
