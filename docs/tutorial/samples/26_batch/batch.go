// Each insertion makes the next one dearer, so there is no "time of one insertion" to converge to. Single shot with a batch size measures
// exactly 5,000 of them from an empty list, as one operation, in every language.
package batch

import "slices"

// @@State(Scope.Thread)
type Growing struct{ list []int }

// @@Setup(Level.Iteration)
func (growing *Growing) empty() { growing.list = nil }

// @@Benchmark
// @@BenchmarkMode(Mode.SingleShotTime)
// @@Warmup(iterations = 3, batchSize = 5000)
// @@Measurement(iterations = 3, batchSize = 5000)
func insertInMiddle(growing *Growing) int {
	growing.list = slices.Insert(growing.list, len(growing.list)/2, 1)
	return len(growing.list)
}
