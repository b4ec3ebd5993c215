// A benchmark of an embedded struct is one of each struct that embeds it, with the annotations of the nearest type that has some.
// Go's methods call those of their own type: what differs stands behind a field here.
package inheritance

type finder func(numbers []int, wanted int) int

// @@State(Scope.Thread)
// @@BenchmarkMode(Mode.AverageTime)
// @@Measurement(iterations = 3)
type LinearSearch struct {
	numbers []int
	at      finder
}

func NewLinearSearch() LinearSearch { return LinearSearch{upTo(1000), linear} }

// @@Benchmark
func (search *LinearSearch) find() int { return search.at(search.numbers, 617) }

// @@State(Scope.Thread)
type BinarySearch struct{ LinearSearch }

func NewBinarySearch() BinarySearch { return BinarySearch{LinearSearch{upTo(1000), binary}} }

func upTo(count int) []int {
	numbers := make([]int, count)
	for at := range numbers {
		numbers[at] = at
	}
	return numbers
}

func linear(numbers []int, wanted int) int {
	at := 0
	for at < len(numbers) && numbers[at] != wanted {
		at++
	}
	return at
}

func binary(numbers []int, wanted int) int {
	low, high := 0, len(numbers)
	for low < high {
		middle := (low + high) / 2
		if numbers[middle] < wanted {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
