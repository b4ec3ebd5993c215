// Does IterationParams say in every iteration whether it is warmup, how many there are, and the batch size?

package scenarios

import "clamh"

// @@State(Scope.Thread)
type Shop struct {
}

// @@Setup(Level.Iteration)
func (shop *Shop) open(params *clamh.IterationParams) {
	line("setup %s %d %d", params.GetType(), params.GetCount(), params.GetBatchSize())
}

// @@Benchmark
func sell(_ *Shop, params *clamh.IterationParams) {
	line("call %s %d %d", params.GetType(), params.GetCount(), params.GetBatchSize())
}
