package search

// @@State(Scope.Benchmark)
type Numbers struct {
	// @@Param({"8", "1024"})
	size   int
	sorted []int32
	wanted int32
}

// @@Setup
func (numbers *Numbers) fill() {
	numbers.sorted = make([]int32, numbers.size)
	for i := range numbers.sorted {
		numbers.sorted[i] = int32(2 * i)
	}
	numbers.wanted = numbers.sorted[numbers.size-1]
}

// @@Benchmark
func eachInTurn(numbers *Numbers) int {
	for i := 0; i < numbers.size; i++ {
		if numbers.sorted[i] == numbers.wanted {
			return i
		}
	}
	return -1
}

// @@Benchmark
func halving(numbers *Numbers) int {
	low, high := 0, numbers.size-1
	for low < high {
		middle := (low + high) / 2
		if numbers.sorted[middle] < numbers.wanted {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if numbers.sorted[low] == numbers.wanted {
		return low
	}
	return -1
}
